import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// A large picture in tiles beside a document that describes it: Deep Zoom, Zoomify, and Photo Sphere Viewer's tiles.
struct PanoramaPyramid: Hashable, Sendable {
  /// One level: its tiles and the name of each.
  struct Level: Hashable, Sendable {
    var level: PanoramaLevel
    var naming: Naming
    /// Pixels that tiles show of their neighbours on each inner side.
    var overlap = 0
  }

  enum Naming: Hashable, Sendable {
    /// `prefix`/`column`_`row`.`ending`.
    case deepZoom(prefix: String, ending: String)
    /// In groups of 256, counted from tile `first` on.
    case zoomify(prefix: String, number: Int, first: Int)
    /// With placeholders {face}, {col}, {row}, {level}.
    case template(String, faces: [String], isTurned: Bool)
    /// Of each face, a file.
    case files([String?])
  }

  var layout: PanoramaLayout
  var levels: [Level]

  func reference(_ tile: PanoramaTileID) -> String? {
    guard levels.indices.contains(tile.level) else { return nil }
    switch levels[tile.level].naming {
    case .deepZoom(let prefix, let ending): return "\(prefix)/\(tile.column)_\(tile.row).\(ending)"
    case .zoomify(let prefix, let number, let first):
      let index = first + tile.row * levels[tile.level].level.columns + tile.column
      return "\(prefix)TileGroup\(index / 256)/\(number)-\(tile.column)-\(tile.row).jpg"
    case .template(let template, let faces, _):
      let face = faces.indices.contains(tile.face) ? faces[tile.face] : ""
      return template.replacing("{face}", with: face).replacing("{col}", with: "\(tile.column)")
        .replacing("{row}", with: "\(tile.row)").replacing("{level}", with: "\(tile.level)")
    case .files(let files): return files.indices.contains(tile.face) ? files[tile.face] : nil
    }
  }

  // MARK: Documents

  /// A document of Deep Zoom (`.dzi`); `name` is that of its file. `isFace`: of a cube, and square.
  static func deepZoom(
    _ bytes: [UInt8], name: String, thing: String, isFace: Bool = false
  ) throws(FormatError) -> PanoramaPyramid {
    var limits = XMLLimits()
    (limits.byteCount, limits.depth) = (1 << 20, 16)
    let root = try XMLReader.document(bytes, limits: limits, thing: thing).root
    let size = root.first("Size")
    guard root.name == "Image", let tile = whole(root.attribute("TileSize"), 16...8192),
      let overlap = whole(root.attribute("Overlap") ?? "0", 0...1024), let width = side(size?.attribute("Width")),
      let height = side(size?.attribute("Height")), let ending = root.attribute("Format"), ending.allSatisfy(\.isLetter)
    else { throw .malformed(thing, fault: "it is no description of a Deep Zoom picture") }
    let base = name.hasSuffix(".dzi") ? String(name.dropLast(4)) : name
    let top = Int.bitWidth - (max(width, height) - 1).leadingZeroBitCount
    let levels = (0...top).map { number in
      let (w, h) = (rounded(width, top - number), rounded(height, top - number))
      return Level(
        level: PanoramaLevel(width: w, height: h, tileWidth: tile, tileHeight: tile),
        naming: .deepZoom(prefix: "\(base)_files/\(number)", ending: ending), overlap: overlap)
    }
    if isFace, width == height { return PanoramaPyramid(layout: .cube, levels: useful(levels)) }
    return PanoramaPyramid(layout: try layout(width, height, thing), levels: useful(levels))
  }

  /// A document of Zoomify (`ImageProperties.xml`); `prefix` is what leads to its folder. `isFace`: of a cube, and square.
  static func zoomify(
    _ bytes: [UInt8], thing: String, prefix: String = "", isFace: Bool = false
  ) throws(FormatError) -> PanoramaPyramid {
    var limits = XMLLimits()
    (limits.byteCount, limits.depth) = (1 << 20, 16)
    let root = try XMLReader.document(bytes, limits: limits, thing: thing).root
    guard root.name == "IMAGE_PROPERTIES", let width = side(root.attribute("WIDTH")), let height = side(root.attribute("HEIGHT")),
      let tile = whole(root.attribute("TILESIZE"), 16...8192)
    else { throw .malformed(thing, fault: "it is no description of a Zoomify picture") }
    var sizes = [(width, height)]
    while let last = sizes.last, max(last.0, last.1) > tile { sizes.append(((last.0 + 1) / 2, (last.1 + 1) / 2)) }
    var first = 0
    let levels = sizes.reversed().enumerated().map { number, size in
      let level = PanoramaLevel(width: size.0, height: size.1, tileWidth: tile, tileHeight: tile)
      defer { first += level.columns * level.rows }
      return Level(level: level, naming: .zoomify(prefix: prefix, number: number, first: first))
    }
    if isFace, width == height { return PanoramaPyramid(layout: .cube, levels: useful(levels)) }
    return PanoramaPyramid(layout: try layout(width, height, thing), levels: useful(levels))
  }

  private static func layout(_ width: Int, _ height: Int, _ thing: String) throws(FormatError) -> PanoramaLayout {
    guard abs(width - 2 * height) <= max(2, width / 100) else {
      throw .unsupported(
        thing, fault: "\(width) x \(height) pixels, not twice as wide as high, as pictures of the whole sphere are")
    }
    return .equirectangular(.full)
  }

  /// Without the levels that are smaller than the largest of a single tile.
  private static func useful(_ levels: [Level]) -> [Level] {
    let single = levels.lastIndex { $0.level.columns == 1 && $0.level.rows == 1 } ?? 0
    return Array(levels[single...])
  }

  private static func rounded(_ size: Int, _ halvings: Int) -> Int { max((size + (1 << halvings) - 1) >> halvings, 1) }

  private static func side(_ text: String?) -> Int? { whole(text, 1...4_000_000) }

  static func whole(_ text: String?, _ range: ClosedRange<Int>) -> Int? {
    text.flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
  }
}

/// The tiles of a `PanoramaPyramid`.
struct PyramidTiles: PanoramaTileSource {
  let pyramid: PanoramaPyramid
  let resources: PanoramaResources

  var picture: PanoramaPicture {
    PanoramaPicture(layout: pyramid.layout, levels: pyramid.levels.map(\.level), source: self)
  }

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    guard let reference = pyramid.reference(tile) else { throw .notFound("the panorama has no picture there") }
    var image = try await resources.image(reference)
    let level = pyramid.levels[tile.level]
    if level.overlap > 0 { image = Self.cropped(image, tile, level) ?? image }
    if case .template(_, _, isTurned: true) = level.naming, tile.face >= CubeFace.up.rawValue { image = image.turnedAround }
    return image
  }

  /// Without what is shown of the neighbours.
  private static func cropped(_ image: Image, _ tile: PanoramaTileID, _ level: PanoramaPyramid.Level) -> Image? {
    let size = level.level.size(column: tile.column, row: tile.row)
    return image.part(
      left: tile.column > 0 ? level.overlap : 0, top: tile.row > 0 ? level.overlap : 0, width: size.width, height: size.height)
  }
}

extension Image {
  /// By half a turn.
  fileprivate var turnedAround: Image {
    Image(width: width, height: height, scale: scale) { column, row in
      let place = 4 * ((self.height - 1 - row) * self.width + self.width - 1 - column)
      return SIMD4(self.pixels[place], self.pixels[place + 1], self.pixels[place + 2], self.pixels[place + 3])
    }
  }
}
