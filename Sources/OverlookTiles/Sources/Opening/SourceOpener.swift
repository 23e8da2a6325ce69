import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

/// Finds out what a location is, and makes a source of it.
struct SourceOpener: Sendable {
  let location: SourceLocation
  let options: TileSource.Options
  let services: TileServices
  let fetch: DocumentFetch

  init(_ text: String, options: TileSource.Options, services: TileServices) throws(TileSourceError) {
    location = try SourceLocation(text, options: options)
    self.options = options
    self.services = services
    var home: HTTPAddress?
    if case .web(let address) = location.form { home = HTTPAddress(address.text) }
    fetch = DocumentFetch(
      services: services, headers: options.headers, home: home, userAgent: options.userAgent, cacheName: location.identity)
  }

  func open() async throws(TileSourceError) -> TileSource {
    if case .template(let template) = location.form { return source(of: template) }
    switch try await find() {
    case .archive(let source): return source
    case .document(let document): return try await source(of: document)
    }
  }

  /// The layers of the document or archive at the location; empty where there are none.
  func layers() async throws(TileSourceError) -> [TileSource.Layer] {
    if case .template = location.form { return [] }
    switch try await find() {
    case .archive(let source): return source.layers
    case .document(let document): return Self.layers(of: document.content)
    }
  }

  private func find() async throws(TileSourceError) -> Found {
    switch location.form {
    case .file(let path): return try await file(path)
    case .web(let address): return try await web(address.text)
    case .template: throw .badLocation(source: location.displayName, fault: "it names single tiles")
    }
  }

  /// What a location turned out to hold.
  enum Found {
    case archive(TileSource)
    case document(SourceDocument)
  }

  private func source(of template: TileURLTemplate) -> TileSource {
    let extent = TileExtent(
      minimumZoom: options.minimumZoom ?? 0, maximumZoom: options.maximumZoom ?? TileID.maximumZoom, bounds: options.bounds)
    let addresses = TileAddresses(
      headers: options.headers, userAgent: options.userAgent, cacheName: template.cacheName, extent: extent)
    return TileSource(
      kind: location.kind == .tms ? .tms : .template, name: template.serverName, messageName: template.serverName,
      identity: template.identity, addresses: addresses, tilePixels: options.tilePixels ?? (template.isDense ? 512 : 256),
      tileFormat: TileSource.Format(address: template.displayName), ratio: options.ratio, hasDense: template.usesRatio
    ) { template.address(of: $0, isDense: $1) }
  }

  private func file(_ path: String) async throws(TileSourceError) -> Found {
    let options = options
    let result = await services.onWorker { () throws(FormatError) -> FileContent in
      do throws(FormatError) {
        return .archive(try TileSource.openFile(path: path, options: options))
      } catch .unrecognized(let thing, let found) {
        let bytes = try WholeFile.read(path, byteLimit: DocumentFetch.maximumBytes)
        guard DocumentKind.sniffed(bytes) != nil else { throw .unrecognized(thing, found: found) }
        return .document(bytes)
      }
    }
    switch result {
    case .success(.archive(let source)): return .archive(source)
    case .success(.document(let bytes)):
      return .document(try await document(bytes, from: nil, receipt: nil))
    case .failure(let error): throw TileSourceError(error, source: OutsideText.cleaned(path))
    }
  }

  private enum FileContent: Sendable {
    case archive(TileSource)
    case document([UInt8])
  }
}

extension TileAddressTemplate.Piece {
  /// Whether it differs from tile to tile.
  var isOfTile: Bool {
    switch self {
    case .zoom, .column, .row, .rowFromSouth, .quadkey, .box, .prefix: true
    case .text, .choice, .ratio: false
    }
  }
}

extension TileSource.Format {
  /// As the end of an address's path says.
  init(address: String) {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let name = path.drop { $0 == "/" }.split(separator: "/").last ?? ""
    switch name.split(separator: ".").last?.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    case "avif": self = .avif
    case "pbf", "mvt": self = .mvt
    default: self = .unknown
    }
  }
}
