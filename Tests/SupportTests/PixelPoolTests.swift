import OverlookSupport
import Testing

@Suite struct PixelPoolTests {
  private func picture(_ pool: PixelPool, filling value: UInt8 = 7) -> Image? {
    Image(width: 8, height: 8, scale: 1, premultipliedRGBA: Array(repeating: value, count: 256), isOpaque: false, pool: pool)
  }

  @Test func memoryOfAPictureThatIsGoneIsHandedOutOnce() throws {
    let pool = PixelPool()
    do { _ = try #require(picture(pool)) }
    #expect(pool.byteCount == 256)
    #expect(pool.take(byteCount: 128) == nil)
    #expect(pool.take(byteCount: 256)?.count == 256)
    #expect(pool.take(byteCount: 256) == nil && pool.byteCount == 0)
  }

  @Test func pixelsThatSomebodyKeptStayAsTheyWere() throws {
    let pool = PixelPool()
    let kept: [UInt8]
    do { kept = try #require(picture(pool)).pixels }
    var again = try #require(pool.take(byteCount: 256))
    for index in again.indices { again[index] = 1 }
    #expect(kept == Array(repeating: 7, count: 256))
  }

  @Test func whatWasGivenFirstGoesFirstAboveTheLimit() {
    let pool = PixelPool(limitBytes: 1000)
    for size in [300, 400, 500] { pool.give(Array(repeating: 0, count: size)) }
    #expect(pool.byteCount == 900)
    #expect(pool.take(byteCount: 300) == nil)
    #expect(pool.take(byteCount: 400) != nil && pool.take(byteCount: 500) != nil)
    pool.give(Array(repeating: 0, count: 1001))
    #expect(pool.byteCount == 0)
  }

  @Test func aPictureKnowsWhetherAnythingIsSeenThroughIt() throws {
    var pixels = [UInt8](repeating: 255, count: 16)
    #expect(try #require(Image(width: 2, height: 2, premultipliedRGBA: pixels)).isOpaque)
    pixels[15] = 254
    #expect(try !#require(Image(width: 2, height: 2, premultipliedRGBA: pixels)).isOpaque)
  }
}
