import OverlookAssets
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport

/// A piece of the embedded world as files without loss: 4 by 4 tiles of level 4 about 55.78 N, 0 E, and what contains them.
final class WorldTiles: Sendable {
  /// Half the side of the world in EPSG:3857, metres.
  static let halfSideMeters = 20_037_508.342_789_244
  static let level = 4
  static let columns = 6..<10
  static let rows = 3..<7

  /// The embedded archive.
  static var archivePath: String {
    get throws { try EmbeddedAssets.worldArchivePath() }
  }

  /// Where `xyz/z/x/y.png`, `raster.png` and its world file lie.
  let folder: ServerFolder
  private let pictures: [TileID: Image]

  init() throws {
    folder = try ServerFolder()
    let archive = try ArchiveOpener.open(path: Self.archivePath)
    var pictures: [TileID: Image] = [:]
    for tile in Self.tiles {
      guard let bytes = try archive.tile(tile) else { throw ToolError(text: "the embedded world lacks \(tile)") }
      let picture = try ImageDecoder.decode(bytes)
      pictures[tile] = picture
      try folder.write("xyz/\(tile.z)/\(tile.x)/\(tile.y).png", try PNGEncoder.encode(picture))
    }
    self.pictures = pictures
    try writeRaster()
  }

  /// Those of the region, and all that contain one of them.
  static let tiles: [TileID] = {
    var all: Set<TileID> = []
    for y in rows {
      for x in columns {
        var tile: TileID? = TileID(z: level, x: x, y: y)
        while let next = tile {
          all.insert(next)
          tile = next.parent
        }
      }
    }
    return all.sorted()
  }()

  /// Every tile of the world of these levels.
  static func all(zooms: ClosedRange<Int>) -> [TileID] {
    zooms.flatMap { z in (0..<1 << z).flatMap { y in (0..<1 << z).map { x in TileID(z: z, x: x, y: y) } } }
  }

  /// The embedded world as it is, `xyz/z/x/y.webp`.
  static func write(to folder: ServerFolder, zooms: ClosedRange<Int>) throws {
    let archive = try ArchiveOpener.open(path: archivePath)
    for tile in all(zooms: zooms) {
      guard let bytes = try archive.tile(tile) else { throw ToolError(text: "the embedded world lacks \(tile)") }
      try folder.write("xyz/\(tile.z)/\(tile.x)/\(tile.y).webp", bytes)
    }
  }

  /// The tiles of the region's level side by side.
  func mosaic(columns: Range<Int>, rows: Range<Int>) throws -> Image {
    let side = 256
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * side * side * columns.count * rows.count)
    for y in rows {
      for line in 0..<side {
        for x in columns {
          guard let picture = pictures[TileID(z: Self.level, x: x, y: y)], picture.width == side, picture.height == side else {
            throw ToolError(text: "no tile \(x), \(y)")
          }
          let start = 4 * side * line
          pixels += picture.pixels[start..<(start + 4 * side)]
        }
      }
    }
    guard let image = Image(width: side * columns.count, height: side * rows.count, premultipliedRGBA: pixels) else {
      throw ToolError(text: "no picture")
    }
    return image
  }

  /// Puts a compressed copy beside every tile.
  func compress() async throws {
    let outcome = try await Tool.run("gzip", ["-rk", "\(folder.path)/xyz"])
    if outcome.status != 0 { throw ToolError(text: outcome.errors) }
  }

  var rasterPath: String { "\(folder.path)/raster.png" }

  /// A world file holds the size of a pixel and the centre of the first, in metres of the projection.
  private func writeRaster() throws {
    try folder.write("raster.png", try PNGEncoder.encode(try mosaic(columns: Self.columns, rows: Self.rows)))
    let pixel = 2 * Self.halfSideMeters / Double(256 << Self.level)
    let west = Double(256 * Self.columns.lowerBound) * pixel - Self.halfSideMeters
    let north = Self.halfSideMeters - Double(256 * Self.rows.lowerBound) * pixel
    let lines = [pixel, 0, 0, -pixel, west + pixel / 2, north - pixel / 2]
    try folder.write("raster.pgw", lines.map { "\($0)\n" }.joined())
  }
}
