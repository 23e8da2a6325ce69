import CImageCodecs
import OverlookFormats
import OverlookSupport
import Testing

@Suite struct DecoderPoolTests {
  /// Files of every format, so that each finds the memory of another.
  private func files() throws -> [[UInt8]] {
    let opaque = try Pictures.gradient(width: 64, height: 64, isOpaque: true)
    let translucent = try Pictures.gradient(width: 64, height: 64)
    return [
      try PNGEncoder.encode(opaque), try PNGEncoder.encode(translucent), try WebPEncoder.encodeOpaque(opaque, quality: 90),
      JPEGTests.jpeg(width: 64, height: 64, pixels: opaque.pixels),
    ]
  }

  @Test func memoryThatIsUsedAgainChangesNoPicture() throws {
    let files = try files()
    let alone = try files.map { try ImageDecoder.decode($0) }
    let pool = DecoderPool()
    for _ in 0..<3 {
      for (file, expected) in zip(files, alone) {
        let image = try ImageDecoder.decode(file, pool: pool)
        #expect(image.pixels == expected.pixels && image.isOpaque == expected.isOpaque)
      }
    }
    #expect(alone.map(\.isOpaque) == [true, false, true, true])
    #expect(pool.pixels.byteCount == 64 * 64 * 4)
  }

  @Test func aDamagedFileSpoilsNothingForTheNext() throws {
    let pool = DecoderPool()
    for file in try files() {
      let expected = try ImageDecoder.decode(file).pixels
      for cut in [file.count / 3, file.count / 2, file.count - 3] {
        _ = try? ImageDecoder.decode(Array(file[..<cut]), pool: pool)
        #expect(try ImageDecoder.decode(file, pool: pool).pixels == expected)
      }
    }
  }
}
