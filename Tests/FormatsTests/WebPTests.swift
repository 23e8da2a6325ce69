import CImageCodecs
import OverlookFormats
import OverlookSupport
import Testing

@Suite struct WebPTests {
  private func fault(_ bytes: [UInt8], limits: ImageLimits = .tile) -> FormatError.Kind? {
    faultKind { () throws(FormatError) in try ImageDecoder.decode(bytes, limits: limits) }
  }

  private func lossless(_ image: Image, straight pixels: [UInt8]) -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    let count = WebPEncodeLosslessRGBA(pixels, Int32(image.width), Int32(image.height), Int32(4 * image.width), &output)
    defer { WebPFree(output) }
    return Array(UnsafeBufferPointer(start: output, count: count))
  }

  @Test func readsWhatItWroteWithinTheLossOfTheFormat() throws {
    let image = try Pictures.opaque(width: 40, height: 30, red: 200, green: 120, blue: 40)
    let decoded = try ImageDecoder.decode(try WebPEncoder.encodeOpaque(image, quality: 90))
    #expect(decoded.width == 40 && decoded.height == 30)
    let worst = zip(image.pixels, decoded.pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst ?? 255 <= 6)
  }

  /// Nothing is lost of a picture whose colours are not covered.
  @Test func keepsEveryPixelWhereItMay() throws {
    let image = try Pictures.gradient(width: 37, height: 11, isOpaque: true)
    let again = try ImageDecoder.decode(try WebPEncoder.encodeLossless(image))
    #expect(again.width == 37 && again.height == 11 && again.pixels == image.pixels)
    let wide = Image(width: 16_384, height: 1, scale: 1) { _, _ in SIMD4(1, 2, 3, 255) }
    do {
      _ = try WebPEncoder.encodeLossless(wide)
      Issue.record("it was written")
    } catch { #expect("\(error)".contains("16384 x 1 pixels, 16383 a side at most")) }
  }

  @Test func givesPremultipliedPixels() throws {
    let image = try Pictures.opaque(width: 4, height: 4, red: 0, green: 0, blue: 0)
    let straight = (0..<16).flatMap { _ in [UInt8](arrayLiteral: 255, 100, 0, 128) }
    let decoded = try ImageDecoder.decode(lossless(image, straight: straight))
    let expected = [128, 50, 0, 128]
    #expect(zip(decoded.pixels, expected).allSatisfy { abs(Int($0) - $1) <= 1 })
  }

  /// 40 bytes that stand for 16383 x 16383 pixels, 1 GiB: a lossless header (WebP container specification, section 3.4).
  @Test func refusesABombByItsHeader() {
    let size: UInt32 = 16_382 | 16_382 << 14
    var bytes: [UInt8] = Array("RIFF".utf8) + [32, 0, 0, 0] + Array("WEBPVP8L".utf8) + [20, 0, 0, 0, 0x2F]
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(8 * $0)) }
    bytes += [UInt8](repeating: 0x88, count: 40 - bytes.count)
    #expect(bytes.count == 40)
    #expect(fault(bytes) == .tooLarge)
    #expect(fault(bytes, limits: .userImage) == .tooLarge)
  }

  @Test func refusesAFileCutAnywhere() throws {
    let whole = try WebPEncoder.encodeOpaque(try Pictures.gradient(width: 24, height: 24, isOpaque: true), quality: 80)
    for count in 12..<whole.count - 1 {
      let kind = fault(Array(whole.prefix(count)))
      #expect(kind == .truncated || kind == .malformed, "\(count) of \(whole.count) bytes")
    }
  }

  @Test func survivesRandomDamage() throws {
    let whole = try WebPEncoder.encodeOpaque(try Pictures.gradient(width: 24, height: 24, isOpaque: true), quality: 80)
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<3000 {
      var damaged = whole
      damaged[Int.random(in: damaged.indices, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
      if let image = try? ImageDecoder.decode(damaged) { #expect(image.pixels.count == 4 * image.width * image.height) }
    }
  }

  @Test func encodesEqualPicturesToEqualBytes() throws {
    let image = try Pictures.gradient(width: 32, height: 32, isOpaque: true)
    #expect(try WebPEncoder.encodeOpaque(image, quality: 75) == WebPEncoder.encodeOpaque(image, quality: 75))
  }
}
