import OverlookFormats
import OverlookSupport
import Testing

@Suite struct PNGTests {
  private func fault(_ bytes: [UInt8], limits: ImageLimits = .tile) -> FormatError.Kind? {
    faultKind { () throws(FormatError) in try ImageDecoder.decode(bytes, limits: limits) }
  }

  @Test func givesBackAnOpaquePictureExactly() throws {
    let image = try Pictures.gradient(width: 33, height: 17, isOpaque: true)
    let decoded = try ImageDecoder.decode(try PNGEncoder.encode(image), scale: 2)
    #expect(decoded.width == 33 && decoded.height == 17 && decoded.scale == 2)
    #expect(decoded.pixels == image.pixels)
  }

  /// Dividing by alpha and multiplying again, both rounded to nearest, may differ by one step.
  @Test func givesBackATranslucentPictureWithinOneStep() throws {
    let image = try Pictures.gradient(width: 64, height: 64)
    let decoded = try ImageDecoder.decode(try PNGEncoder.encode(image))
    let worst = zip(image.pixels, decoded.pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst ?? 255 <= 1)
  }

  @Test func writesEqualFilesForEqualPictures() throws {
    let image = try Pictures.gradient(width: 20, height: 20)
    #expect(try PNGEncoder.encode(image) == PNGEncoder.encode(image))
  }

  /// A picture of one colour, and ones with a mark in every 200th or 8th pixel.
  @Test(arguments: [0, 200, 8]) func givesBackAPictureThatIsNearlyAllTheSame(every: Int) throws {
    let image = Image(width: 256, height: 256, scale: 1) { column, row in
      let isMark = every > 0 && (row * 256 + column) % every == 0
      return isMark ? SIMD4(10, 20, 30, 255) : SIMD4(242, 239, 233, 255)
    }
    let png = try PNGEncoder.encode(image)
    #expect(try ImageDecoder.decode(png).pixels == image.pixels)
    #expect(png.count < 3000)
  }

  /// Each of them is written in several parts, by several threads: noise and a slope, for which rows are filtered, and drawn shapes, for
  /// which they are not; opaque and not. libspng reads what zlib alone has written.
  @Test(arguments: ["noise", "slope", "shapes"], [true, false])
  func givesBackALargePicture(of kind: String, isOpaque: Bool) throws {
    var generator = SeededGenerator(seed: 7)
    let image = Image(width: 700, height: 501, scale: 1) { column, row in
      let alpha: UInt8 = isOpaque ? 255 : column % 50 == 0 ? 0 : 255
      if alpha == 0 { return SIMD4(0, 0, 0, 0) }
      return switch kind {
      case "noise": SIMD4(.random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator), 9, alpha)
      case "slope": SIMD4(UInt8(column * 255 / 700), UInt8(row * 255 / 501), UInt8((column + row) % 256), alpha)
      default: row % 90 < 30 || column % 200 < 80 ? SIMD4(9, 99, 200, alpha) : SIMD4(242, 239, 233, alpha)
      }
    }
    let png = try PNGEncoder.encode(image)
    let decoded = try ImageDecoder.decode(png)
    #expect(decoded.width == 700 && decoded.height == 501)
    #expect(decoded.pixels == image.pixels)
    #expect(try PNGEncoder.encode(image) == png)
    // Of a slope every row is nearly the one above it, which filters alone find.
    if kind == "slope" { #expect(png.count < image.pixels.count / 40) }
  }

  @Test func premultipliesAndReadsPalettes() throws {
    var png = PNGBuilder()
    png.header(width: 2, height: 1, colorType: 3)
    png.chunk("PLTE", [255, 0, 0, 0, 255, 0])
    png.chunk("tRNS", [128, 255])
    png.scanlines([0, 0, 1])
    png.end()
    #expect(try ImageDecoder.decode(png.bytes).pixels == [128, 0, 0, 128, 0, 255, 0, 255])
  }

  @Test func readsSixteenBitGrey() throws {
    var png = PNGBuilder()
    png.header(width: 1, height: 1, bitDepth: 16, colorType: 0)
    png.scanlines([0, 0x80, 0x00])
    png.end()
    #expect(try ImageDecoder.decode(png.bytes).pixels == [128, 128, 128, 255])
  }

  @Test func refusesAFileCutAnywhere() throws {
    let whole = try PNGEncoder.encode(try Pictures.gradient(width: 9, height: 9))
    // Without the checksum of the end mark nothing is missing.
    for count in 8..<whole.count - 4 {
      #expect(fault(Array(whole.prefix(count))) == .truncated, "\(count) of \(whole.count) bytes")
    }
  }

  @Test(arguments: ["IHDR", "tEXt", "IDAT", "IEND"])
  func refusesAWrongChecksum(chunk: String) {
    var png = PNGBuilder()
    let error: (String) -> UInt32 = { $0 == chunk ? 1 : 0 }
    png.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0], checksumError: error("IHDR"))
    png.chunk("tEXt", Array("a\0b".utf8), checksumError: error("tEXt"))
    png.chunk("IDAT", PNGBuilder.zlib([0, 7]), checksumError: error("IDAT"))
    png.chunk("IEND", [], checksumError: error("IEND"))
    #expect(fault(png.bytes) == .malformed)
  }

  @Test(arguments: [(0, 1), (1, 0), (0x8000_0000, 1), (1, 0xFFFF_FFFF)] as [(UInt32, UInt32)])
  func refusesImpossibleSizes(width: UInt32, height: UInt32) {
    var png = PNGBuilder()
    png.header(width: width, height: height, colorType: 2)
    png.scanlines([0, 1, 2, 3])
    png.end()
    #expect(fault(png.bytes) == .malformed)
  }

  @Test func refusesASizeOverTheBudgetByItsHeader() {
    var png = PNGBuilder()
    png.header(width: 30_000, height: 30_000, colorType: 2)
    png.scanlines([0])
    png.end()
    #expect(fault(png.bytes) == .tooLarge)
    #expect(fault(png.bytes, limits: .userImage) == .tooLarge)
  }

  @Test func takesTheBudgetFromItsCaller() throws {
    let bytes = try PNGEncoder.encode(try Pictures.gradient(width: 20, height: 10))
    #expect(fault(bytes, limits: ImageLimits(maximumSide: 20, maximumByteCount: 800)) == nil)
    #expect(fault(bytes, limits: ImageLimits(maximumSide: 19, maximumByteCount: 800)) == .tooLarge)
    #expect(fault(bytes, limits: ImageLimits(maximumSide: 20, maximumByteCount: 799)) == .tooLarge)
  }

  @Test func takesAPaletteIndexOutOfRangeAsBlack() throws {
    var png = PNGBuilder()
    png.header(width: 2, height: 1, colorType: 3)
    png.chunk("PLTE", [255, 0, 0])
    png.scanlines([0, 0, 9])
    png.end()
    #expect(try ImageDecoder.decode(png.bytes).pixels == [255, 0, 0, 255, 0, 0, 0, 255])
  }

  @Test func refusesAnAncillaryChunkOverTheBudget() {
    var png = PNGBuilder()
    png.header(width: 1, height: 1, colorType: 0)
    png.chunk("tEXt", Array("key\0".utf8) + [UInt8](repeating: 65, count: 5 << 20))
    png.scanlines([0, 7])
    png.end()
    #expect(fault(png.bytes) == .tooLarge || fault(png.bytes) == .malformed)
  }

  /// 64 MiB of text in 64 kB, in a compressed text chunk and in a colour profile.
  @Test(arguments: ["zTXt", "iCCP"])
  func doesNotInflateABombInAnAncillaryChunk(type: String) throws {
    let count = 64 << 20
    // A gzip member's deflate data between its header of 10 and its trailer of 8 bytes, framed for zlib (Adler-32 of zeros).
    let deflated = try Gzip.deflate([UInt8](repeating: 0, count: count)).dropFirst(10).dropLast(8)
    let checksum = PNGBuilder.bigEndian(UInt32(count % 65_521) << 16 | 1)
    var png = PNGBuilder()
    png.header(width: 1, height: 1, colorType: 0)
    png.chunk(type, Array("key\0\0".utf8) + [0x78, 0xDA] + deflated + checksum)
    png.scanlines([0, 7])
    png.end()
    #expect(fault(png.bytes) == .tooLarge)
  }

  @Test func takesImageDataInOneChunkOfAnySize() throws {
    var png = PNGBuilder()
    png.header(width: 2000, height: 1000, colorType: 2)
    png.scanlines((0..<1000).flatMap { _ in [0] + [UInt8](repeating: 9, count: 6000) })
    png.end()
    #expect(png.bytes.count > 5 << 20)
    #expect(try ImageDecoder.decode(png.bytes).pixels.prefix(4) == [9, 9, 9, 255])
  }

  @Test func refusesTooFewScanlines() {
    var png = PNGBuilder()
    png.header(width: 4, height: 4, colorType: 0)
    png.scanlines([0, 1, 2, 3, 4])
    png.end()
    #expect(fault(png.bytes) == .truncated || fault(png.bytes) == .malformed)
  }

  @Test func survivesRandomDamage() throws {
    let whole = try PNGEncoder.encode(try Pictures.gradient(width: 16, height: 16))
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<3000 {
      var damaged = whole
      damaged[Int.random(in: damaged.indices, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
      #expect(fault(damaged) != nil)
    }
  }
}
