internal import OverlookGeometry

/// The `metadata` table of an MBTiles file, validated: what makes no sense has its default.
struct MBTilesMetadata: Sendable {
  private(set) var tileFormat: TileArchiveHeader.TileFormat
  var minimumZoom: Int?
  var maximumZoom: Int?
  private let corners: (southWest: LocationCoordinate, northEast: LocationCoordinate)?
  private let words: ArchiveMetadata

  init(_ values: [String: String]) {
    tileFormat =
      switch values["format"]?.lowercased() {
      case "png", "image/png": .png
      case "jpg", "jpeg", "image/jpeg": .jpeg
      case "webp", "image/webp": .webp
      case "avif", "image/avif": .avif
      case "pbf", "mvt", "application/x-protobuf", "application/vnd.mapbox-vector-tile": .mvt
      default: .unknown
      }
    minimumZoom = Self.zoom(values["minzoom"])
    maximumZoom = Self.zoom(values["maxzoom"])
    corners = Self.bounds(values["bounds"])
    words = ArchiveMetadata(name: values["name"], attribution: values["attribution"])
  }

  /// Takes the format of a tile for that of all; compressed tiles are vector tiles.
  mutating func setTileFormat(fromTile bytes: [UInt8]) {
    tileFormat =
      switch ImageFormat.sniffed(bytes) {
      case .png: .png
      case .jpeg: .jpeg
      case .webp: .webp
      case nil: Gzip.isGzip(bytes) ? .mvt : .unknown
      }
  }

  var header: TileArchiveHeader {
    TileArchiveHeader(
      tileFormat: tileFormat, minimumZoom: minimumZoom ?? 0, maximumZoom: maximumZoom ?? Self.unknownMaximumZoom,
      southWest: corners?.southWest ?? TileArchiveHeader.worldSouthWest,
      northEast: corners?.northEast ?? TileArchiveHeader.worldNorthEast,
      attribution: words.attribution, name: words.name)
  }

  /// The level assumed when the file does not say: asking for a missing tile costs little, never asking hides data.
  private static let unknownMaximumZoom = 22

  private static func zoom(_ text: String?) -> Int? {
    guard let text, let zoom = Int(text.trimmingSpaces), zoom >= 0, zoom <= TileID.maximumZoom else { return nil }
    return zoom
  }

  /// "west,south,east,north" in degrees.
  private static func bounds(_ text: String?) -> (southWest: LocationCoordinate, northEast: LocationCoordinate)? {
    guard let numbers = text?.split(separator: ",").map({ Double(String($0).trimmingSpaces) }), numbers.count == 4,
      let west = numbers[0], let south = numbers[1], let east = numbers[2], let north = numbers[3]
    else { return nil }
    return (LocationCoordinate(latitude: south, longitude: west), LocationCoordinate(latitude: north, longitude: east))
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
