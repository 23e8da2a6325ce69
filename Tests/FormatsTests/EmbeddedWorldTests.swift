import Foundation
import OverlookAssets
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct EmbeddedWorldTests {
  private func archive() throws -> any TileArchive {
    try ArchiveOpener.open(path: EmbeddedAssets.worldArchivePath())
  }

  @Test func holdsEveryTileOfLevels0To5As256PixelPictures() throws {
    let archive = try archive()
    #expect(archive.header.minimumZoom == 0 && archive.header.maximumZoom == 5)
    #expect(archive.header.kind == .raster && archive.header.tileFormat == .webp)
    for z in 0...5 {
      for x in 0..<(1 << z) {
        for y in 0..<(1 << z) {
          let bytes = try #require(try archive.tile(TileID(z: z, x: x, y: y)))
          // Decoding all 1365 takes seconds: one in seven stands for them.
          guard (x + 3 * y) % 7 == 0 else { continue }
          let image = try ImageDecoder.decode(bytes)
          #expect(image.width == 256 && image.height == 256)
        }
      }
    }
  }

  @Test func namesItsSources() throws {
    let attribution = try #require(try archive().header.attribution)
    #expect(attribution.contains("NASA") && attribution.contains("Natural Earth"))
  }

  /// Across the antimeridian neighbouring pixels differ no more than a few pixels further in.
  @Test func hasNoSeamAtTheAntimeridian() throws {
    let archive = try archive()
    var atSeam = 0
    var beside = 0
    for y in 0..<8 {
      let east = try ImageDecoder.decode(try #require(try archive.tile(TileID(z: 3, x: 7, y: y))))
      let west = try ImageDecoder.decode(try #require(try archive.tile(TileID(z: 3, x: 0, y: y))))
      for row in 0..<256 {
        for channel in 0..<3 {
          func value(_ image: Image, _ column: Int) -> Int { Int(image.pixels[4 * (row * 256 + column) + channel]) }
          atSeam += abs(value(east, 255) - value(west, 0))
          beside += abs(value(east, 240) - value(east, 241)) + abs(value(west, 15) - value(west, 14))
        }
      }
    }
    #expect(2 * atSeam < 2 * beside)
  }

  @Test func theSeaIsBlueAndTheSaharaIsNot() throws {
    let image = try ImageDecoder.decode(try #require(try archive().tile(TileID(z: 0, x: 0, y: 0))))
    func pixel(latitude: Double, longitude: Double) -> ArraySlice<UInt8> {
      let point = WorldPoint(LocationCoordinate(latitude: latitude, longitude: longitude))
      let at = 4 * (Int(point.y * 256) * 256 + Int(point.x * 256))
      return image.pixels[at..<at + 3]
    }
    let pacific = Array(pixel(latitude: 0, longitude: -150))
    let sahara = Array(pixel(latitude: 23, longitude: 10))
    #expect(Int(pacific[2]) > Int(pacific[0]) + 60)
    #expect(sahara[0] > sahara[2] && sahara[0] > 150)
  }
}
