import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

extension SourceOpener {
  /// The source that a document describes, as far as the options choose.
  func source(of document: SourceDocument) async throws(TileSourceError) -> TileSource {
    switch document.content {
    case .tileJSON(let tileJSON): return try source(of: tileJSON, document)
    case .tms(let map): return source(of: map, document)
    case .tmsService(let service): return try await source(of: service, document)
    case .wmts(let capabilities): return try await source(of: capabilities, document)
    case .wms(let capabilities): return try await source(of: capabilities, document)
    }
  }

  /// What a document offers, for people to choose from.
  static func layers(of content: SourceDocument.Content) -> [TileSource.Layer] {
    switch content {
    case .tileJSON(let tileJSON): tileJSON.vectorLayers.map { TileSource.Layer(name: $0, title: $0) }
    case .tms: []
    case .tmsService(let service):
      service.maps.filter(\.isWebMercator).map { TileSource.Layer(name: $0.title, title: $0.title) }
    case .wmts(let capabilities): capabilities.layers.map { TileSource.Layer($0, of: capabilities) }
    case .wms(let capabilities): capabilities.layers.map { TileSource.Layer($0, of: capabilities) }
    }
  }

  private func source(of tileJSON: TileJSON, _ document: SourceDocument) throws(TileSourceError) -> TileSource {
    // Neither the key nor the environment is for the document to use.
    var values = TileURLTemplate.Values()
    values.time = options.time
    values.isTMS = tileJSON.isTMS
    var (templates, warnings): ([TileURLTemplate], [String]) = ([], tileJSON.warnings)
    var fault: TileURLTemplate.Problem?
    let carry = carry(of: document)
    for address in tileJSON.tiles {
      do throws(TileURLTemplate.Problem) {
        templates.append(try TileURLTemplate(carry(address), values: values))
      } catch {
        fault = fault ?? error
        warnings.append("\(SourceText.redacted(address)) is left out: \(error)")
      }
    }
    guard let first = templates.first else {
      throw .unusable(source: location.displayName, fault: fault.map { "\($0)" } ?? "it names no tiles")
    }
    let found = tileJSON.format == .unknown && !tileJSON.vectorLayers.isEmpty ? .mvt : TileSource.Format(tileJSON.format)
    let servers = templates
    let addresses = addresses(
      of: document, example: first.address(of: TileID(z: 0, x: 0, y: 0)), zooms: tileJSON.minimumZoom...tileJSON.maximumZoom,
      bounds: tileJSON.bounds, warnings: &warnings)
    return TileSource(
      kind: .tileJSON, name: tileJSON.name ?? first.serverName, messageName: first.serverName,
      identity: identity(time: options.time),
      addresses: addresses, attribution: tileJSON.attribution,
      tilePixels: options.tilePixels ?? tileJSON.tileSize ?? (first.isDense ? 512 : 256),
      tileFormat: found == .unknown ? TileSource.Format(address: first.displayName) : found, ratio: options.ratio,
      hasDense: first.usesRatio, layers: Self.layers(of: document.content), warnings: warnings
    ) { tile, isDense in
      // By the place, so that a tile has one address only and caches know it again.
      servers[(tile.x + tile.y) % servers.count].address(of: tile, isDense: isDense)
    }
  }

  private func source(of map: TMSDocument, _ document: SourceDocument) -> TileSource {
    source(
      .tms, of: map, document, title: map.title, identity: identity(time: nil), attribution: map.attribution,
      tilePixels: options.tilePixels ?? map.tilePixels)
  }

  /// The tiles that were chosen of a document; `notes` are told after the warnings.
  private func source(
    _ kind: TileSource.Kind, of tiles: some DescribedTiles, _ document: SourceDocument, title: String?, identity: String,
    attribution: String? = nil, tilePixels: Int, layers: [TileSource.Layer] = [], notes: [String] = []
  ) -> TileSource {
    let carry = carry(of: document)
    var warnings = tiles.warnings
    let example = tiles.example
    let addresses = addresses(
      of: document, example: example, zooms: tiles.minimumZoom...tiles.maximumZoom, bounds: tiles.bounds, warnings: &warnings)
    let host = example.flatMap(HTTPAddress.name) ?? location.displayName
    return TileSource(
      kind: kind, name: title ?? host, messageName: host, identity: identity, addresses: addresses, attribution: attribution,
      tilePixels: tilePixels, tileFormat: TileSource.Format(tiles.tileFormat), layers: layers, warnings: warnings + notes
    ) { tile, _ in tiles.url(for: tile).map(carry) }
  }

  private func source(of service: TMSService, _ document: SourceDocument) async throws(TileSourceError) -> TileSource {
    let usable = service.maps.filter(\.isWebMercator)
    let names = usable.map(\.title)
    var chosen = usable.first
    if let name = options.layer {
      chosen = usable.first { $0.title == name || $0.address == name }
      if chosen == nil { throw unknown("layer", name, names) }
    }
    guard let chosen else {
      throw .unusable(source: location.displayName, fault: "it lists no map in Web Mercator (EPSG:3857)")
    }
    let described = try await self.document(at: carry(of: document)(chosen.address))
    guard case .tms = described.content else {
      throw .unusable(source: location.displayName, fault: "the description of \"\(chosen.title)\" is of another kind")
    }
    var source = try await source(of: described)
    source.layers = Self.layers(of: document.content)
    if usable.count > 1, options.layer == nil {
      source.warnings.append("of \(usable.count) maps, the first is taken: \"\(chosen.title)\"")
    }
    return source
  }

  private func source(of capabilities: WMTSCapabilities, _ document: SourceDocument) async throws(TileSourceError) -> TileSource {
    let layers = Self.layers(of: document.content)
    try check(layers)
    let options = options
    let address = try await made { () throws(FormatError) in
      try capabilities.address(
        layer: options.layer, style: options.style, matrixSet: options.matrixSet, format: options.format, time: options.time)
    }
    let choice = [
      "layer=\(address.layer)", "style=\(address.style)", "set=\(address.matrixSet)", "format=\(address.format)",
    ]
    let isFirst = options.layer == nil && layers.count > 1
    let made: @Sendable (WMTSAddress) -> TileSource = { address in
      self.source(
        .wmts, of: address, document, title: address.title, identity: identity(choice: choice, time: address.time),
        tilePixels: options.tilePixels ?? address.tilePixels, layers: layers,
        notes: isFirst ? [Self.firstTaken(address.layer, of: layers.count)] : [])
    }
    var opened = made(address)
    opened.times = TileTimes(address.timeDimension, time: address.time) { made(address.at(time: $0)) }
    return opened
  }

  private static func firstTaken(_ name: String, of count: Int) -> String {
    "of \(count) layers, \"\(name)\" is taken, the first that can be shown"
  }

  private func source(of capabilities: WMSCapabilities, _ document: SourceDocument) async throws(TileSourceError) -> TileSource {
    let layers = Self.layers(of: document.content)
    let wanted = wantedOfWMS
    for name in wanted.layers where !layers.contains(where: { $0.name == name || $0.title == name }) {
      throw unknown("layer", name, layers.map(\.name))
    }
    let pixels = options.tilePixels ?? 256
    let address = try await made { () throws(FormatError) in
      try capabilities.address(
        layers: wanted.layers, styles: wanted.styles, format: wanted.format, version: wanted.version, time: wanted.time,
        tilePixels: pixels)
    }
    let taken = address.layers.joined(separator: ",")
    let choice = [
      "layers=\(taken)", "styles=\(address.styles.joined(separator: ","))", "format=\(address.format)",
      "pixels=\(address.tilePixels)",
    ]
    let count = layers.count { !$0.name.isEmpty }
    let made: @Sendable (WMSAddress) -> TileSource = { address in
      self.source(
        .wms, of: address, document, title: address.title, identity: identity(choice: choice, time: address.time),
        attribution: address.attribution, tilePixels: address.tilePixels, layers: layers,
        notes: wanted.layers.isEmpty && count > 1 ? [Self.firstTaken(taken, of: count)] : [])
    }
    var opened = made(address)
    opened.times = TileTimes(address.timeDimension, time: address.time) { made(address.at(time: $0)) }
    return opened
  }

  private struct WantedOfWMS {
    var layers: [String]
    var styles: [String]
    var format: String?
    var time: String?
    var version: WMSCapabilities.Version?
  }

  /// What the options ask for, and else the location: the address of a picture says what is on it.
  private var wantedOfWMS: WantedOfWMS {
    let written = WebQuery(webAddress)
    let asked = written.value("request")?.lowercased() == "getmap" ? written : WebQuery("")
    let layers = options.layer ?? asked.value("layers")
    let styles = options.style ?? (options.layer == nil ? asked.value("styles") : nil)
    return WantedOfWMS(
      layers: layers.map(Self.list) ?? [], styles: styles.map(Self.list) ?? [], format: options.format ?? asked.value("format"),
      time: options.time ?? asked.value("time"), version: asked.value("version").flatMap(WMSCapabilities.Version.init))
  }

  /// Layer and matrix set of the options against what there is.
  private func check(_ layers: [TileSource.Layer]) throws(TileSourceError) {
    guard let name = options.layer else { return }
    guard let layer = layers.first(where: { $0.name == name }) ?? layers.first(where: { $0.title == name }) else {
      throw unknown("layer", name, layers.map(\.name))
    }
    if let set = options.matrixSet, !layer.matrixSets.contains(set) { throw unknown("matrix set", set, layer.matrixSets) }
  }

  private func unknown(_ what: String, _ name: String, _ names: [String]) -> TileSourceError {
    let usable = names.filter { !$0.isEmpty }
    return .unknownName(source: location.displayName, what: what, name: name, names: Array(usable.prefix(20)))
  }

  private func made<Value: Sendable>(
    _ body: @escaping @Sendable () throws(FormatError) -> Value
  ) async throws(TileSourceError) -> Value {
    switch await services.onWorker(body) {
    case .success(let value): return value
    // Something was asked for that the document does not offer; the document is all right.
    case .failure(.unsupported(_, let fault)): throw .unusable(source: location.displayName, fault: fault)
    case .failure(let error): throw TileSourceError(error, source: location.displayName)
    }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
