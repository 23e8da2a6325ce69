package import OverlookGeometry
internal import OverlookSupport

/// A TileMapResource: one map of a Tile Map Service 1.0.0 (OSGeo).
package struct TMSDocument: Hashable, Sendable {
  /// Cleaned, for people.
  package var title: String?
  package var attribution: String?
  package var bounds = CoordinateBounds.world
  /// Pixels along a side of a tile.
  package var tilePixels = 256
  package var tileFormat = TileArchiveHeader.TileFormat.unknown
  /// One line each, cleaned.
  package var warnings: [String] = []

  /// A tile set that is a level of our grid.
  struct Level: Hashable, Sendable {
    /// An http(s) address without a slash at its end.
    var address = ""
    var query = ""
    /// Our column of its first one, and our row, counted from the south, of its first one.
    var firstColumn = 0
    var firstRowFromSouth = 0
  }

  /// By zoom; never empty.
  private var levels: [Int: Level] = [:]
  private var fileExtension = ""

  static let thing = "TMS document"

  /// Zooms that have tiles, in order. Never empty.
  package var zooms: [Int] { levels.keys.sorted() }
  package var minimumZoom: Int { levels.keys.min() ?? 0 }
  package var maximumZoom: Int { levels.keys.max() ?? 0 }

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(xml: [UInt8], baseURL: String?) throws(FormatError) {
    let root = try XMLReader.document(xml, thing: Self.thing).root
    try CapabilitiesRoot.check(root, isExpected: { $0 == "TileMap" }, thing: Self.thing)
    title = root.text(of: "Title").map { OutsideText.cleaned($0) }
    attribution = root.first("Attribution")?.text(of: "Title").map { OutsideText.plainText(fromHTML: $0) }
    try readFormat(root)
    try readLevels(root, DocumentAddresses(baseURL: baseURL))
    readBounds(root)
  }

  /// The address of `tile`; nil where the map has no tile.
  package func url(for tile: TileID) -> String? {
    guard tile.isValid, let level = levels[tile.z] else { return nil }
    let rowFromSouth = (1 << tile.z) - 1 - tile.y
    let (column, columnOverflow) = tile.x.subtractingReportingOverflow(level.firstColumn)
    let (row, rowOverflow) = rowFromSouth.subtractingReportingOverflow(level.firstRowFromSouth)
    guard !columnOverflow, !rowOverflow, column >= 0, row >= 0 else { return nil }
    return "\(level.address)/\(column)/\(row)\(fileExtension)\(level.query)"
  }

  private mutating func readFormat(_ root: XMLNode) throws(FormatError) {
    let node = root.first("TileFormat")
    let mime = node?.attribute("mime-type") ?? ""
    let name = node?.attribute("extension").map { String($0.drop { $0 == "." }) } ?? ""
    tileFormat = TileFormatName.format(mime) ?? TileFormatName.format(name) ?? .unknown
    let isPlain = name.utf8.count <= 16 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x7A).contains($0) }
    fileExtension = name.isEmpty || !isPlain ? "" : "." + PercentEncoding.value(name)
    let width = node.map { DocumentNumber.int($0.attribute("width")) } ?? 256
    let height = node.map { DocumentNumber.int($0.attribute("height")) } ?? 256
    guard let width, width == height, (16...ImageLimits.tile.maximumSide).contains(width) else {
      throw .unsupported(Self.thing, fault: "its tiles are not square or have no size that makes sense")
    }
    tilePixels = width
  }

  private mutating func readLevels(_ root: XMLNode, _ addresses: DocumentAddresses) throws(FormatError) {
    let srs = root.text(of: "SRS") ?? ""
    let sets = root.first("TileSets")
    let profile = sets?.attribute("profile")?.lowercased() ?? ""
    let isMercatorProfile = profile == "global-mercator" || profile == "mercator"
    let projection = WebMercatorGrid.projection(srs)
    guard projection == .webMercator || (projection == .unknown && isMercatorProfile) else {
      let words = srs.isEmpty ? "profile \(profile.isEmpty ? "unknown" : profile)" : srs
      throw .unsupported(Self.thing, fault: "it is in \(words.prefix(60)), where only Web Mercator (EPSG:3857) is shown")
    }
    let origin = root.first("Origin")
    let left = DocumentNumber.double(origin?.attribute("x")) ?? -WebMercatorGrid.halfMeters
    let bottom = DocumentNumber.double(origin?.attribute("y")) ?? -WebMercatorGrid.halfMeters
    var refusal = "it lists no tile sets"
    for set in sets?.children("TileSet").prefix(200) ?? [] {
      guard let reference = set.attribute("href") else { continue }
      let zoom = zoom(of: set, left: left, bottom: bottom)
      guard let zoom, levels[zoom.zoom] == nil else {
        if zoom == nil { refusal = "its tiles are not those of the usual grid of Web Mercator" }
        continue
      }
      switch addresses.verdict(on: reference) {
      case .usable(var address):
        address.path = address.path.withoutTrailingSlashes
        let query = address.query.map { "?\($0)" } ?? ""
        address.query = nil
        levels[zoom.zoom] = Level(
          address: address.text, query: query, firstColumn: zoom.firstColumn, firstRowFromSouth: zoom.firstRow)
      case .refused(let reason):
        refusal = reason
        warn(reason)
      }
    }
    guard !levels.isEmpty else { throw .unsupported(Self.thing, fault: refusal) }
  }

  /// The grid mirrored, so that rows count from the south.
  private func zoom(of set: XMLNode, left: Double, bottom: Double) -> WebMercatorGrid.Level? {
    guard let unitsPerPixel = DocumentNumber.double(set.attribute("units-per-pixel")), unitsPerPixel > 0 else { return nil }
    let span = unitsPerPixel * Double(tilePixels)
    // How many columns there are is not said; the world has as many as fit.
    let fitting = (WebMercatorGrid.widthMeters / span).rounded()
    guard let columns = Int(exactly: min(max(fitting, 1), Double(1 << TileID.maximumZoom))) else { return nil }
    return WebMercatorGrid.level(spanMeters: span, left: left, top: -bottom, columns: columns)
  }

  private mutating func readBounds(_ root: XMLNode) {
    guard let box = root.first("BoundingBox") else { return }
    let n = ["minx", "miny", "maxx", "maxy"].compactMap { DocumentNumber.double(box.attribute($0)) }
    guard n.count == 4 else { return warn("the bounding box makes no sense; the world is taken") }
    // Programs that cut tiles write degrees here, some latitude first, although the map is in metres.
    let isDegrees = n.allSatisfy { abs($0) <= 180.5 }
    let found =
      isDegrees
      ? CoordinateBounds(west: n[0], south: n[1], east: n[2], north: n[3])
      : WebMercatorGrid.bounds(minX: n[0], minY: n[1], maxX: n[2], maxY: n[3])
    guard let found else { return warn("the bounding box makes no sense; the world is taken") }
    // Which of two degrees is the latitude cannot be told, so that such a box is not relied upon.
    if isDegrees { return warn("the bounding box is not in metres; the world is taken") }
    bounds = found
  }

  private mutating func warn(_ text: String) {
    let line = OutsideText.cleaned(text)
    if warnings.count < 100, !warnings.contains(line) { warnings.append(line) }
  }
}

/// A TileMapService: the maps that a TMS lists.
package struct TMSService: Hashable, Sendable {
  package struct Map: Hashable, Sendable {
    /// Cleaned, for people.
    package var title = ""
    /// Where the map's TileMapResource is.
    package var address = ""
    package var srs = ""
    package var profile = ""
    /// Whether it says that it is in Web Mercator.
    package var isWebMercator = false
  }

  /// Cleaned, for people.
  package var title: String?
  package var maps: [Map] = []

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(xml: [UInt8], baseURL: String?) throws(FormatError) {
    let root = try XMLReader.document(xml, thing: TMSDocument.thing).root
    try CapabilitiesRoot.check(root, isExpected: { $0 == "TileMapService" }, thing: TMSDocument.thing)
    let addresses = DocumentAddresses(baseURL: baseURL)
    title = root.text(of: "Title").map { OutsideText.cleaned($0) }
    for node in root.first("TileMaps")?.children("TileMap") ?? [] {
      guard let address = node.attribute("href").flatMap({ addresses.address($0) }) else { continue }
      let srs = node.attribute("srs") ?? ""
      let profile = node.attribute("profile") ?? ""
      let isMercator =
        WebMercatorGrid.projection(srs) == .webMercator
        || (WebMercatorGrid.projection(srs) == .unknown && profile == "global-mercator")
      maps.append(
        Map(
          title: OutsideText.cleaned(node.attribute("title") ?? ""), address: address.text, srs: srs, profile: profile,
          isWebMercator: isMercator))
    }
    guard !maps.isEmpty else { throw .unsupported(TMSDocument.thing, fault: "it lists no maps with usable addresses") }
  }
}
