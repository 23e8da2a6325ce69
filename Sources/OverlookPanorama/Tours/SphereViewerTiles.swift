import OverlookFormats

/// The panoramas in tiles of Photo Sphere Viewer as JSON: `width`, `cols`, `rows`, `tileUrl` and `baseUrl` of an equirectangular picture,
/// or `faceSize`, `nbTiles` of a cube; or several of these in `levels`. Addresses have the placeholders {face}, {col}, {row} and {level}.
enum SphereViewerTiles {
  /// As Photo Sphere Viewer calls them, in the order of `CubeFace`.
  private static let faces = ["front", "right", "back", "left", "top", "bottom"]
  private static let mostLevels = 20
  /// A low picture has any size; it counts as this wide.
  private static let basePixels = 1024

  static func isLikely(_ value: JSONValue) -> Bool {
    value["tileUrl"] != nil && (value["levels"] != nil || value["cols"] != nil || value["nbTiles"] != nil)
  }

  static func pyramid(_ value: JSONValue, thing: String) throws(FormatError) -> PanoramaPyramid {
    guard let template = value["tileUrl"]?.string, template.contains("{col}"), template.contains("{row}") else {
      throw .malformed(thing, fault: "its tileUrl is missing, or without places for column and row ({col}, {row})")
    }
    let described = value["levels"]?.array ?? [value]
    guard (1...mostLevels).contains(described.count) else { throw .malformed(thing, fault: "\(described.count) levels") }
    let isCube = described.contains { $0["faceSize"] != nil }
    let naming = PanoramaPyramid.Naming.template(
      template, faces: isCube ? faces : [], isTurned: value["flipTopBottom"]?.bool ?? false)
    var levels: [PanoramaPyramid.Level] = []
    if let base = base(value, isCube: isCube) { levels.append(base) }
    for level in described { levels.append(PanoramaPyramid.Level(level: try size(level, isCube: isCube, thing), naming: naming)) }
    guard zip(levels.dropFirst(), levels.dropFirst(2)).allSatisfy({ $0.level.width < $1.level.width }) || levels.count < 3 else {
      throw .malformed(thing, fault: "its levels do not grow")
    }
    return PanoramaPyramid(layout: isCube ? .cube : .equirectangular(.full), levels: levels)
  }

  private static func base(_ value: JSONValue, isCube: Bool) -> PanoramaPyramid.Level? {
    let files: [String?]
    if isCube {
      guard let names = value["baseUrl"]?.object else { return nil }
      files = faces.map { names[$0]?.string }
    } else {
      guard let name = value["baseUrl"]?.string else { return nil }
      files = [name]
    }
    let height = isCube ? basePixels : basePixels / 2
    return PanoramaPyramid.Level(
      level: PanoramaLevel(width: basePixels, height: height, tileWidth: basePixels, tileHeight: height), naming: .files(files))
  }

  private static func size(_ value: JSONValue, isCube: Bool, _ thing: String) throws(FormatError) -> PanoramaLevel {
    func whole(_ name: String, _ limit: Int) throws(FormatError) -> Int {
      guard let number = value[name]?.number, let whole = Int(exactly: number), (1...limit).contains(whole) else {
        throw .malformed(thing, fault: "its \(name) is missing or no whole number of 1 to \(limit)")
      }
      return whole
    }
    if isCube {
      let (side, count) = (try whole("faceSize", 1_000_000), try whole("nbTiles", 1024))
      let tile = (side - 1) / count + 1
      return PanoramaLevel(width: side, height: side, tileWidth: tile, tileHeight: tile)
    }
    let (width, columns, rows) = (try whole("width", 2_000_000), try whole("cols", 1024), try whole("rows", 1024))
    let height = max(width / 2, 1)
    return PanoramaLevel(
      width: width, height: height, tileWidth: (width - 1) / columns + 1, tileHeight: (height - 1) / rows + 1)
  }
}
