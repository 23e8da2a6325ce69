import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

/// What a source that was asked for with a key sends on to the addresses that its document names.
extension SourceOpener {
  /// The address that was asked for, with its secrets; empty for a file.
  var webAddress: String {
    if case .web(let address) = location.form { address.text } else { "" }
  }

  /// How to ask for the tiles of a document; `example` is the address of one of them.
  ///
  /// Secret headers go to the server of the location and to no other; for a file, to the server of its tiles.
  func addresses(
    of document: SourceDocument, example: String?, zooms: ClosedRange<Int>, bounds: CoordinateBounds,
    warnings: inout [String]
  ) -> TileAddresses {
    let host = example.flatMap { HTTPAddress($0) }
    let home = webAddress.isEmpty ? host : HTTPAddress(webAddress)
    if options.headers.contains(where: \.isSecret), home != host {
      let name = host?.name ?? "the server of the tiles"
      warnings.append("\(name) is not sent the secret headers: the document came from another server")
    }
    let extent = TileExtent(
      minimumZoom: options.minimumZoom ?? zooms.lowerBound, maximumZoom: options.maximumZoom ?? zooms.upperBound,
      bounds: options.bounds ?? bounds)
    return TileAddresses(
      headers: options.headers, home: home, userAgent: options.userAgent, cacheName: location.identity, extent: extent)
  }

  /// The location with what was chosen of it.
  func identity(choice: [String] = [], time: String?) -> String {
    ([location.identity] + choice + (time.map { ["time=\($0)"] } ?? [])).joined(separator: " ")
  }

  /// Adds to an address of the server that the document came from the parameters that a document often leaves out: keys, and for
  /// a service everything that is not of its protocol.
  func carry(of document: SourceDocument) -> @Sendable (String) -> String {
    let query = WebQuery(webAddress)
    let isService =
      switch document.content {
      case .wms, .wmts: true
      case .tileJSON, .tms, .tmsService: false
      }
    let wanted = query.names.filter { name in
      Redactor.isSecret(name: name) || (isService && !WebQuery.serviceParameters.contains(name))
    }
    guard document.address != nil, !wanted.isEmpty, let home = HTTPAddress(webAddress) else { return { $0 } }
    let names = Set(wanted)
    return { address in
      guard HTTPAddress(address) == home else { return address }
      var result = WebQuery(address)
      result.add(from: query) { names.contains($0) }
      return result.address
    }
  }
}

/// Tiles with an address each, as a document describes them.
protocol DescribedTiles: Sendable {
  var minimumZoom: Int { get }
  var maximumZoom: Int { get }
  var bounds: CoordinateBounds { get }
  var tileFormat: TileArchiveHeader.TileFormat { get }
  /// What of the document was left out.
  var warnings: [String] { get }
  /// Nil where there is no tile.
  func url(for tile: TileID) -> String?
}

extension WMTSAddress: DescribedTiles {}
extension WMSAddress: DescribedTiles {}
extension TMSDocument: DescribedTiles {}

extension DescribedTiles {
  /// The address of the tile in the middle of the bounds.
  var example: String? {
    let point = WorldPoint(bounds.isValid ? bounds.center : LocationCoordinate(latitude: 0, longitude: 0))
    return url(for: TileExtent.tile(at: point, zoom: min(max(minimumZoom, 0), TileID.maximumZoom)))
  }
}

extension TileSource.Layer {
  init(name: String, title: String) {
    self.init()
    self.name = name
    self.title = title
  }

  init(_ layer: WMTSCapabilities.Layer, of capabilities: WMTSCapabilities) {
    self.init(name: layer.identifier, title: layer.title)
    styles = layer.styles.map(\.identifier)
    let usable = Set(capabilities.matrixSets.filter { !$0.zooms.isEmpty }.map(\.identifier))
    matrixSets = layer.matrixSetLinks.map(\.matrixSet).filter(usable.contains)
    formats = layer.formats
    bounds = layer.bounds
    setTimes(layer.time)
  }

  init(_ layer: WMSCapabilities.Layer, of capabilities: WMSCapabilities) {
    self.init(name: layer.name ?? "", title: layer.title)
    depth = layer.depth
    styles = layer.styles.map(\.name)
    formats = capabilities.formats
    bounds = layer.bounds
    setTimes(layer.time)
  }

  private mutating func setTimes(_ dimension: TimeDimension?) {
    guard let dimension else { return }
    defaultTime = dimension.defaultTime
    times = dimension.entries.map { entry in
      switch entry {
      case .instant(let time): time
      case .interval(let start, let end, let period): "\(start)/\(end)/\(period)"
      }
    }
  }
}
