import CImageCodecs
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

/// What of a GeoTIFF file is seen, and what is not.
@Suite struct GeoTIFFColorTests {
  private func image(_ file: GeoTIFFFile) throws -> Image { try GeoTIFFTests.picture(GeoTIFFTests.onTiles(file).bytes()) }

  private func pixel(_ image: Image, _ x: Int, _ y: Int) -> [UInt8] {
    Array(image.pixels[4 * (y * image.width + x)..<4 * (y * image.width + x) + 4])
  }

  @Test(arguments: [0, 1]) func aMaskHidesWhereItIsZero(overviews: Int) throws {
    var file = GeoTIFFFile { _, _, sample in [200, 100, 50][sample] }
    (file.overviews, file.isSeen) = (overviews, { x, y in (x / 4 + y / 4) % 2 == 0 })
    let near = try image(file)
    for y in 0..<48 {
      for x in 0..<64 {
        #expect(pixel(near, x, y) == ((x / 4 + y / 4) % 2 == 0 ? [200, 100, 50, 255] : [0, 0, 0, 0]), "\(x), \(y)")
      }
    }
    // A zoom farther: the overview with its mask, or means of four pixels that are seen or not.
    let tile = GeoTIFFTests.tile
    let far = try GeoTIFFTests.picture(GeoTIFFTests.onTiles(file).bytes(), TileID(z: 11, x: tile.x / 2, y: tile.y / 2))
    for y in 0..<24 {
      for x in 0..<32 {
        let wanted: [UInt8] = (x / 2 + y / 2) % 2 == 0 ? [200, 100, 50, 255] : [0, 0, 0, 0]
        #expect(pixel(far, x + tile.x % 2 * 128, y + tile.y % 2 * 128) == wanted, "\(x), \(y)")
      }
    }
  }

  /// Colours that are multiplied by alpha already are drawn as they are.
  @Test func associatedAlphaIsNotMultipliedAgain() throws {
    var file = GeoTIFFFile { x, _, sample in UInt64(sample == 3 ? 4 * x : 3 * x) }
    (file.samples, file.extraSamples) = (4, [1])
    let image = try image(file)
    for x in 0..<64 { #expect(pixel(image, x, 20) == [UInt8(3 * x), UInt8(3 * x), UInt8(3 * x), UInt8(4 * x)], "\(x)") }
  }

  enum Kind: CaseIterable, Sendable {
    case grey, colors, palette
  }

  /// A pixel has no value where all its colours have the one that stands for it.
  @Test(arguments: Kind.allCases) func noDataOfBytesIsNotSeen(kind: Kind) throws {
    var file = GeoTIFFFile { x, _, sample in x % 3 == 0 ? 7 : x % 3 == 1 && sample == 1 ? 7 : 9 }
    file.noData = "7"
    switch kind {
    case .grey: (file.samples, file.photometric) = (1, 1)
    case .colors: break
    case .palette:
      (file.samples, file.photometric) = (1, 3)
      file.palette = (0..<768).map { $0 % 256 * 257 }
    }
    let image = try image(file)
    for x in 0..<64 {
      let other: [UInt8] = kind == .colors && x % 3 == 1 ? [9, 7, 9, 255] : [9, 9, 9, 255]
      #expect(pixel(image, x, 30) == (x % 3 == 0 ? [0, 0, 0, 0] : other), "\(x)")
    }
  }

  /// Blocks of lossless WebP.
  @Test(arguments: [3, 4]) func webPIsDrawn(samples: Int) throws {
    var file = GeoTIFFFile { x, y, sample in sample == 3 ? (y < 24 ? 255 : 0) : UInt64((x * (sample + 1) + y) % 256) }
    (file.samples, file.extraSamples) = (samples, samples == 4 ? [2] : [])
    file.codec = (
      50_001,
      { bytes, width, height in
        var output: UnsafeMutablePointer<UInt8>?
        let (width, height, row) = (Int32(width), Int32(height), Int32(samples * width))
        let count =
          samples == 3
          ? WebPEncodeLosslessRGB(bytes, width, height, row, &output) : WebPEncodeLosslessRGBA(bytes, width, height, row, &output)
        defer { WebPFree(output) }
        return Array(UnsafeBufferPointer(start: output, count: count))
      }
    )
    let image = try image(file)
    for y in 0..<48 {
      for x in 0..<64 {
        let color = (0..<3).map { UInt8((x * ($0 + 1) + y) % 256) } + [255]
        #expect(pixel(image, x, y) == (samples == 4 && y >= 24 ? [0, 0, 0, 0] : color), "\(x), \(y)")
      }
    }
  }

  /// Blocks that were never written leave the map free.
  @Test(arguments: [false, true]) func sparseBlocksAreNotSeen(isPlanar: Bool) throws {
    var file = GeoTIFFFile { _, _, _ in 150 }
    file.isPlanar = isPlanar
    file.place = { column, row in column == 1 && row > 0 ? GeoTIFFFile.Place.none : nil }
    let image = try image(file)
    #expect(pixel(image, 40, 5) == [150, 150, 150, 255] && pixel(image, 5, 40) == [150, 150, 150, 255])
    #expect(pixel(image, 40, 16) == [0, 0, 0, 0] && pixel(image, 63, 47) == [0, 0, 0, 0])
  }
}
