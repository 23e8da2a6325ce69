import CImageCodecs
import OverlookFormats
import OverlookSupport
import Testing

@Suite struct JPEGTests {
  private func fault(_ bytes: [UInt8], limits: ImageLimits = .tile) -> FormatError.Kind? {
    faultKind { () throws(FormatError) in try ImageDecoder.decode(bytes, limits: limits) }
  }

  /// A file by TurboJPEG, of pixels in one of its formats.
  static func jpeg(
    width: Int, height: Int, pixels: [UInt8], format: TJPF = TJPF_RGBX, sampling: TJSAMP = TJSAMP_444, flags: Int32 = 0
  ) -> [UInt8] {
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    tjCompress2(
      handle, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &buffer, &count, Int32(sampling.rawValue), 95,
      flags)
    defer { tjFree(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
  }

  private func gradient(flags: Int32 = 0) throws -> [UInt8] {
    Self.jpeg(width: 32, height: 24, pixels: try Pictures.gradient(width: 32, height: 24, isOpaque: true).pixels, flags: flags)
  }

  @Test(arguments: [0, TJFLAG_PROGRESSIVE])
  func readsWhatTurboJPEGWrote(flags: Int32) throws {
    let image = try ImageDecoder.decode(try gradient(flags: flags))
    #expect(image.width == 32 && image.height == 24)
    let original = try Pictures.gradient(width: 32, height: 24, isOpaque: true)
    let worst = zip(image.pixels, original.pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst ?? 255 <= 24)
    #expect(stride(from: 3, to: image.pixels.count, by: 4).allSatisfy { image.pixels[$0] == 255 })
  }

  /// Adobe's inverted CMYK: all inks at 255 are no ink at all, so white.
  @Test func readsInvertedCMYK() throws {
    let inks = (0..<64).flatMap { _ in [UInt8](arrayLiteral: 255, 0, 255, 255) }
    let image = try ImageDecoder.decode(Self.jpeg(width: 8, height: 8, pixels: inks, format: TJPF_CMYK))
    let pixel = image.pixels.prefix(4).map(Int.init)
    #expect(pixel[0] > 240 && pixel[1] < 15 && pixel[2] > 240 && pixel[3] == 255)
  }

  @Test(arguments: [0, TJFLAG_PROGRESSIVE])
  func refusesAFileCutAnywhere(flags: Int32) throws {
    let whole = try gradient(flags: flags)
    for count in 3..<whole.count - 2 {
      #expect(fault(Array(whole.prefix(count))) == .truncated, "\(count) of \(whole.count) bytes")
    }
  }

  @Test func refusesThousandsOfScans() throws {
    let whole = try gradient(flags: TJFLAG_PROGRESSIVE)
    let body = Array(whole.dropLast(2))
    let lastScan = try #require(body.indices.dropLast().last { body[$0] == 0xFF && body[$0 + 1] == 0xDA })
    let scan = body[lastScan...]
    let repeated = body + (0..<5000).flatMap { _ in scan } + [0xFF, 0xD9]
    let clock = ContinuousClock()
    let time = clock.measure { #expect(fault(repeated) == .tooLarge) }
    #expect(time < .seconds(1))
  }

  @Test func refusesASizeOverTheBudgetByItsHeader() throws {
    var bytes = try gradient()
    // The frame header: FF C0, length (2), precision (1), height (2), width (2).
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFD, 0xE8, 0xFD, 0xE8])
    #expect(fault(bytes) == .tooLarge)
    #expect(fault(bytes, limits: .userImage) == .tooLarge)
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0, 0, 0, 0])
    #expect(fault(bytes) != nil)
  }

  @Test func allowsStrayBytesInFrontOfAMarker() throws {
    var bytes = try gradient()
    // Between the last scan's data and the end mark, as some cameras write.
    bytes.insert(contentsOf: [0, 0, 0, 0], at: bytes.count - 2)
    #expect(fault(bytes) == nil)
  }

  @Test func survivesRandomDamage() throws {
    for flags in [0, TJFLAG_PROGRESSIVE] {
      let whole = try gradient(flags: flags)
      var generator = SeededGenerator(seed: 3)
      for _ in 0..<1500 {
        var damaged = whole
        damaged[Int.random(in: damaged.indices, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
        // JPEG has no checksum: damage may decode. It must neither trap nor give another size than the header says.
        if let image = try? ImageDecoder.decode(damaged) { #expect(image.pixels.count == 4 * image.width * image.height) }
      }
    }
  }
}
