package import OverlookGeometry

/// Several archives of vector tiles as one: the regions of a map.
///
/// A tile that lies in the smallest archive as a whole comes from it alone; one at an edge has what all of them have there, the
/// largest first. Its last zoom is the first one at which one of them ends, so that none has a hole beyond. Any thread.
package struct ArchiveUnion: TileArchive {
  /// Between the paths of a location. No path has it that a person would write.
  private static let separator: Character = "\u{1F}"

  package let header: TileArchiveHeader
  /// The smallest first.
  private let archives: [any TileArchive]

  /// What `ArchiveOpener.open` takes for several archives; nil for none.
  package static func location(of paths: [String]) -> String? {
    paths.isEmpty ? nil : paths.map { $0 + String(separator) }.joined()
  }

  /// Whether a location is that of several archives.
  static func matches(_ location: String) -> Bool { location.last == separator }

  /// Opens what of them can be opened; throws why the first one cannot when none can.
  init(location: String) throws(FormatError) {
    var opened: [any TileArchive] = []
    var fault: FormatError?
    for path in location.split(separator: Self.separator) {
      do throws(FormatError) {
        let archive = try ArchiveOpener.open(path: String(path))
        if archive.header.kind == .vector { opened.append(archive) }
      } catch {
        fault = fault ?? error
      }
    }
    guard let first = opened.first else { throw fault ?? .truncated("the regions") }
    archives = opened.sorted { Self.area($0.header) < Self.area($1.header) }
    header = opened.dropFirst().reduce(first.header) { Self.joined($0, $1.header) }
  }

  private static func area(_ header: TileArchiveHeader) -> Double {
    (header.northEast.longitude - header.southWest.longitude) * (header.northEast.latitude - header.southWest.latitude)
  }

  private static func joined(_ a: TileArchiveHeader, _ b: TileArchiveHeader) -> TileArchiveHeader {
    var header = TileArchiveHeader(
      tileFormat: .mvt, minimumZoom: min(a.minimumZoom, b.minimumZoom), maximumZoom: min(a.maximumZoom, b.maximumZoom),
      southWest: LocationCoordinate(
        latitude: min(a.southWest.latitude, b.southWest.latitude), longitude: min(a.southWest.longitude, b.southWest.longitude)),
      northEast: LocationCoordinate(
        latitude: max(a.northEast.latitude, b.northEast.latitude), longitude: max(a.northEast.longitude, b.northEast.longitude)),
      attribution: a.attribution == nil ? b.attribution : a.attribution, name: "regions", vectorLayers: a.vectorLayers)
    if let other = b.attribution, let own = a.attribution, !own.contains(other) { header.attribution = "\(own), \(other)" }
    return header
  }

  package var tileCount: Int? { archives.reduce(0) { sum, archive in sum.flatMap { sum in archive.tileCount.map { sum + $0 } } } }
  package var byteCount: Int? { archives.reduce(0) { sum, archive in sum.flatMap { sum in archive.byteCount.map { sum + $0 } } } }

  package func tile(_ id: TileID) throws(FormatError) -> [UInt8]? {
    guard id.isValid else { return nil }
    let box = WorldRect(id)
    var parts: [[UInt8]] = []
    for archive in archives {
      let area = WorldRect(archive.header)
      guard area.minX < box.maxX, area.maxX > box.minX, area.minY < box.maxY, area.maxY > box.minY,
        let bytes = try archive.tile(id)
      else { continue }
      parts.append(bytes)
      if area.minX <= box.minX, area.maxX >= box.maxX, area.minY <= box.minY, area.maxY >= box.maxY { break }
    }
    if parts.count <= 1 { return parts.first }
    return try VectorTileMerger.merged(parts.reversed(), limit: ArchiveLimits.tileByteCount)
  }

  package func visitRuns(
    _ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void
  ) throws(FormatError) {
    for archive in archives { try archive.visitRuns(body) }
  }
}

extension WorldRect {
  fileprivate init(_ tile: TileID) {
    let side = 1 / Double(1 << tile.z)
    self.init(
      minX: Double(tile.x) * side, minY: Double(tile.y) * side, maxX: Double(tile.x + 1) * side, maxY: Double(tile.y + 1) * side)
  }

  fileprivate init(_ header: TileArchiveHeader) {
    let northWest = WorldPoint(
      LocationCoordinate(latitude: header.northEast.latitude, longitude: header.southWest.longitude))
    let southEast = WorldPoint(
      LocationCoordinate(latitude: header.southWest.latitude, longitude: header.northEast.longitude))
    self.init(minX: northWest.x, minY: northWest.y, maxX: southEast.x, maxY: southEast.y)
  }
}
