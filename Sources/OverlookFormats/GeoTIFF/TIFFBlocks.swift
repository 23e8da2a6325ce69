/// A decoded block: its samples, or colours where the compression has colours of its own.
struct TIFFBlock: Sendable {
  enum Content: Sendable {
    /// Premultiplied RGBA.
    case colors([UInt8])
    /// Samples in this machine's byte order, those of less than a byte as a byte each: one array of all samples of a pixel
    /// together, or one for each plane that was asked for; an empty one stands for a plane that was never written.
    case samples([[UInt8]], together: Int)
  }

  /// Rows that there are; those of the last strip may be less than the others'.
  var rows: Int
  var content: Content
}

extension TIFFPicture {
  /// Decodes a block whose parts were stored as `stored`, one for each plane; nil when none of it was ever written.
  ///
  /// - Parameter thing: Names file and block in errors.
  func decode(block: Int, stored: [[UInt8]], thing: String, pool: DecoderPool?) throws(FormatError) -> TIFFBlock? {
    let rows = storedRows(block)
    guard stored.contains(where: { !$0.isEmpty }) else { return nil }
    if compression == .webP || compression == .jpeg, !isPlanar, let first = stored.first {
      let raster = try picture(first, rows: rows, thing: thing, pool: pool)
      let used = rows * blockWidth * 4
      let pixels = raster.pixels.count == used ? raster.pixels : Array(raster.pixels.prefix(used))
      if sampleCount == 1 { return TIFFBlock(rows: rows, content: .samples([Self.everyFourth(pixels)], together: 1)) }
      return TIFFBlock(rows: rows, content: .colors(pixels))
    }
    var planes: [[UInt8]] = []
    for bytes in stored {
      if bytes.isEmpty { planes.append([]) } else { planes.append(try plane(bytes, rows: rows, thing: thing, pool: pool)) }
    }
    return TIFFBlock(rows: rows, content: .samples(planes, together: samplesTogether))
  }

  private func plane(_ bytes: [UInt8], rows: Int, thing: String, pool: DecoderPool?) throws(FormatError) -> [UInt8] {
    if compression == .jpeg {
      return Self.everyFourth(
        Array(try picture(bytes, rows: rows, thing: thing, pool: pool).pixels.prefix(rows * blockWidth * 4)))
    }
    let needed = rowByteCount * rows
    // Some writers fill the last strip up.
    let room = rowByteCount * blockHeight
    var plain: [UInt8]
    switch compression {
    case .none, .jpeg, .webP: plain = bytes
    case .lzw: plain = try TIFFCompression.lzw(bytes, count: needed, thing: thing)
    case .packBits: plain = TIFFCompression.packBits(bytes, count: needed)
    case .deflate, .oldDeflate: plain = try Inflation.inflate(bytes, .zlib, limit: room, allowsRest: true, thing: thing)
    case .zstandard:
      guard Zstandard.isAvailable else { throw .unsupported(thing, fault: "Zstandard, and this machine has no libzstd") }
      plain = try Zstandard.decompress(bytes, limit: room, thing: thing)
    }
    guard plain.count >= needed else { throw .truncated(thing) }
    if plain.count > needed { plain.removeLast(plain.count - needed) }
    if bits < 8 {
      return TIFFSampleOrder.unpacked(plain, rowByteCount: rowByteCount, perRow: blockWidth * samplesTogether, bits: bits)
    }
    TIFFSampleOrder.restore(
      &plain, rowByteCount: rowByteCount, together: samplesTogether, bits: bits, predictor: predictor,
      isLittleEndian: isLittleEndian)
    return plain
  }

  /// A block that is a picture file of its own.
  private func picture(_ bytes: [UInt8], rows: Int, thing: String, pool: DecoderPool?) throws(FormatError) -> DecodedRaster {
    let limits = ImageLimits(maximumSide: 1 << 16, maximumByteCount: TIFFLimits.blockByteCount)
    let raster: DecodedRaster
    do throws(FormatError) {
      raster =
        compression == .webP
        ? try WebPDecoder.decode(bytes, limits: limits, pool: pool)
        : try JPEGDecoder.decode(try completeJPEG(bytes, thing: thing), limits: limits, pool: pool)
    } catch {
      throw error.inside(thing)
    }
    guard raster.width == blockWidth, raster.height >= rows else {
      throw .malformed(thing, fault: "a picture of \(raster.width) x \(raster.height) pixels")
    }
    return raster
  }

  /// The file with the tables that all blocks share (TIFF technical note 2), and with Adobe's mark (T.872, 6.5.3) that says
  /// whether its colours are RGB: without it decoders guess.
  private func completeJPEG(_ bytes: [UInt8], thing: String) throws(FormatError) -> [UInt8] {
    guard bytes.starts(with: [0xFF, 0xD8]) else { throw .malformed(thing, fault: "it is no JPEG picture") }
    var file: [UInt8] = [0xFF, 0xD8]
    if samplesTogether == 3 {
      let transform: UInt8 = photometric == .yCbCr ? 1 : 0
      file += [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform]
    }
    if jpegTables.count >= 4, jpegTables.starts(with: [0xFF, 0xD8]) {
      file += jpegTables.dropFirst(2).dropLast(jpegTables.suffix(2) == [0xFF, 0xD9] ? 2 : 0)
    }
    return file + bytes.dropFirst(2)
  }

  private static func everyFourth(_ pixels: [UInt8]) -> [UInt8] {
    stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
  }
}
