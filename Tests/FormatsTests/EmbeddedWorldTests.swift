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

  /// Drawn larger than it is, a tile shows the middle of its outermost pixels at its edge, and so does its neighbour: what differs there
  /// is seen as a line. Between pixels beside each other elsewhere there is a slope.
  @Test(arguments: ["world.pmtiles", "world-relief.pmtiles"])
  func tilesMeetWithoutAStep(name: String) throws {
    let archive = try ArchiveOpener.open(path: EmbeddedAssets.path(name))
    func picture(_ x: Int, _ y: Int) throws -> Image {
      try ImageDecoder.decode(try #require(try archive.tile(TileID(z: 5, x: x, y: y))))
    }
    var (atEdge, beside) = (0, 0)
    // Around the Alps, the Himalayas and the Andes.
    for (x, y) in [(16, 11), (16, 12), (22, 12), (23, 13), (10, 17), (18, 11)] {
      let (middle, east, south) = (try picture(x, y), try picture(x + 1, y), try picture(x, y + 1))
      func value(_ image: Image, _ column: Int, _ row: Int) -> Int { Int(image.pixels[4 * (row * 256 + column) + 1]) }
      for place in 2..<254 {
        atEdge += abs(value(middle, 255, place) - value(east, 0, place))
        atEdge += abs(value(middle, place, 255) - value(south, place, 0))
        beside += abs(value(middle, 200, place) - value(middle, 201, place))
        beside += abs(value(east, 50, place) - value(east, 51, place))
      }
    }
    #expect(Double(atEdge) < 0.85 * Double(beside), "\(atEdge) and \(beside)")
  }

  /// Balkhash is full of silt, Baikal deep and clear, and Victoria green.
  @Test func lakesLookAsTheyDoFromAbove() throws {
    let archive = try archive()
    func color(_ latitude: Double, _ longitude: Double) throws -> SIMD3<Int> {
      let place = WorldPoint(LocationCoordinate(latitude: latitude, longitude: longitude))
      let (x, y) = (Int(place.x * 32), Int(place.y * 32))
      let image = try ImageDecoder.decode(try #require(try archive.tile(TileID(z: 5, x: x, y: y))))
      let at = 4 * (256 * Int((place.y * 32 - Double(y)) * 256) + Int((place.x * 32 - Double(x)) * 256))
      return SIMD3(Int(image.pixels[at]), Int(image.pixels[at + 1]), Int(image.pixels[at + 2]))
    }
    let (silty, clear, green) = (try color(46, 74.2), try color(53.3, 108), try color(-1, 33))
    #expect(silty.y > clear.y + 20, "\(silty) and \(clear)")
    #expect(silty != green && green != clear)
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
