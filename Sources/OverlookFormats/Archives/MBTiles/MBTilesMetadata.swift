internal import OverlookGeometry
internal import OverlookSupport

/// The `metadata` table of an MBTiles file, validated: what makes no sense has its default.
struct MBTilesMetadata: Sendable {
  private(set) var tileFormat: TileArchiveHeader.TileFormat
  var minimumZoom: Int?
  var maximumZoom: Int?
  private let corners: (southWest: LocationCoordinate, northEast: LocationCoordinate)?
  private let center: (place: LocationCoordinate, zoom: Int?)?
  private var words: ArchiveMetadata
  /// What is left out.
  private var warnings: [String] = []

  /// The names of the specification (1.3) that are read, and that of packs.
  static let names = [
    "name", "format", "bounds", "center", "minzoom", "maxzoom", "attribution", "description", "type", ArchiveMetadata.sourceKey,
  ]

  /// `json`: the row of that name, which describes vector tiles.
  init(_ values: [String: String], json: [UInt8]? = nil) {
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
    center = Self.center(values["center"])
    words = ArchiveMetadata { values[$0] }
    words.vectorLayers = json.flatMap { ArchiveMetadata.vectorLayers(inJSON: $0) }
    let unread = [
      ("format", tileFormat == .unknown), ("minzoom", minimumZoom == nil), ("maxzoom", maximumZoom == nil),
      ("bounds", corners == nil), ("center", center == nil),
    ]
    for (name, isUnread) in unread where isUnread {
      guard let value = values[name], !value.isEmpty else { continue }
      warnings.append("the metadata's \(name) \"\(OutsideText.cleaned(value, limit: 60))\" makes no sense and is not used")
    }
    if json != nil, words.vectorLayers == nil { warnings.append("the metadata's json lists no vector layers") }
  }

  /// Takes the format of a tile for that of all, whatever the metadata says; compressed tiles are vector tiles. What cannot be
  /// told changes nothing.
  mutating func setTileFormat(fromTile bytes: [UInt8]) {
    switch ImageFormat.sniffed(bytes) {
    case .png: tileFormat = .png
    case .jpeg: tileFormat = .jpeg
    case .webp: tileFormat = .webp
    case nil: if Gzip.isGzip(bytes) { tileFormat = .mvt }
    }
  }

  var header: TileArchiveHeader {
    var header = TileArchiveHeader(
      tileFormat: tileFormat, minimumZoom: minimumZoom ?? 0, maximumZoom: maximumZoom ?? Self.unknownMaximumZoom,
      southWest: corners?.southWest ?? TileArchiveHeader.worldSouthWest,
      northEast: corners?.northEast ?? TileArchiveHeader.worldNorthEast)
    words.complete(&header)
    header.warnings = warnings
    header.setCenter(center?.place, zoom: center?.zoom)
    return header
  }

  /// The rows of the table that say what `header` says.
  static func rows(_ header: TileArchiveHeader) -> [(name: String, value: String)] {
    var values = ArchiveMetadata(header).values
    values["name"] = header.name ?? "tiles"
    values["type"] = header.isOverlay ? "overlay" : "baselayer"
    values["version"] = "1"
    values["format"] =
      switch header.tileFormat {
      case .png: "png"
      case .jpeg: "jpg"
      case .webp: "webp"
      case .avif: "avif"
      case .mvt: "pbf"
      // Better than one that may be wrong: readers then look at a tile.
      case .unknown: nil
      }
    values["minzoom"] = "\(header.minimumZoom)"
    values["maxzoom"] = "\(header.maximumZoom)"
    let (west, south) = (header.southWest.longitude, header.southWest.latitude)
    let (east, north) = (header.northEast.longitude, header.northEast.latitude)
    values["bounds"] = "\(west),\(south),\(east),\(north)"
    let center = header.center ?? LocationCoordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    values["center"] = "\(center.longitude),\(center.latitude),\(header.centerZoom ?? header.minimumZoom)"
    if header.tileFormat == .mvt {
      let json = ArchiveMetadata.json(vectorLayers: header.vectorLayers ?? Array("[]".utf8))
      values["json"] = json.map { String(decoding: $0, as: UTF8.self) }
    }
    return values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// The level assumed when the file does not say: asking for a missing tile costs little, never asking hides data.
  private static let unknownMaximumZoom = 22

  private static func zoom(_ text: String?) -> Int? {
    guard let text, let zoom = Int(text.trimmingSpaces), zoom >= 0, zoom <= TileID.maximumZoom else { return nil }
    return zoom
  }

  /// "west,south,east,north" in degrees.
  private static func bounds(_ text: String?) -> (southWest: LocationCoordinate, northEast: LocationCoordinate)? {
    guard let numbers = numbers(text), numbers.count == 4 else { return nil }
    return (
      LocationCoordinate(latitude: numbers[1], longitude: numbers[0]),
      LocationCoordinate(latitude: numbers[3], longitude: numbers[2])
    )
  }

  /// "longitude,latitude,zoom", the zoom often left out.
  private static func center(_ text: String?) -> (place: LocationCoordinate, zoom: Int?)? {
    guard let numbers = numbers(text), (2...3).contains(numbers.count) else { return nil }
    return (
      LocationCoordinate(latitude: numbers[1], longitude: numbers[0]),
      numbers.count == 3 ? Int(exactly: numbers[2].rounded()) : nil
    )
  }

  /// Numbers with commas between; nil when one is none.
  private static func numbers(_ text: String?) -> [Double]? {
    guard let parts = text?.split(separator: ",", omittingEmptySubsequences: false), parts.count <= 4 else { return nil }
    let numbers = parts.compactMap { Double(String($0).trimmingSpaces) }
    return numbers.count == parts.count ? numbers : nil
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
