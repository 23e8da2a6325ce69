/// One picture of a TIFF file as its directory describes it: its blocks (tiles or strips), and what a pixel is made of.
struct TIFFPicture: Sendable {
  enum Compression: Int, Sendable {
    case none = 1
    case lzw = 5
    case jpeg = 7
    case deflate = 8
    case packBits = 32_773
    case oldDeflate = 32_946
    case zstandard = 50_000
    case webP = 50_001
  }

  /// What the first samples of a pixel are.
  enum Photometric: Int, Sendable {
    case whiteIsZero = 0
    case blackIsZero = 1
    case rgb = 2
    case palette = 3
    case mask = 4
    case yCbCr = 6
  }

  enum SampleFormat: Int, Sendable {
    case unsigned = 1
    case signed = 2
    case float = 3
  }

  var width = 0
  var height = 0
  var blockWidth = 0
  var blockHeight = 0
  var isTiled = false
  var isPlanar = false
  var sampleCount = 1
  /// 1, 2, 4, 8, 16, 32 or 64.
  var bits = 8
  var sampleFormat = SampleFormat.unsigned
  var compression = Compression.none
  var photometric = Photometric.blackIsZero
  var predictor = 1
  /// What the samples behind the colours are: 1 alpha by which colours are multiplied, 2 alpha, 0 anything.
  var extraSamples: [UInt64] = []
  /// Premultiplied RGBA by value; empty without a palette.
  var palette: [UInt8] = []
  var jpegTables: [UInt8] = []
  var offsets: TIFFField
  var byteCounts: TIFFField
  var isLittleEndian = true

  var columns: Int { (width + blockWidth - 1) / blockWidth }
  var rows: Int { (height + blockHeight - 1) / blockHeight }
  var blockCount: Int { columns * rows }
  /// Samples of a pixel that lie together.
  var samplesTogether: Int { isPlanar ? 1 : sampleCount }

  /// Bytes of a row of a block.
  var rowByteCount: Int { (blockWidth * samplesTogether * bits + 7) / 8 }

  /// Bytes that are gone through to draw a block, below 2^30: its samples, or what is made of them.
  func workByteCount(_ colors: TIFFColors) -> Int {
    let planes = isPlanar ? colors.planes.count : sampleCount
    return blockWidth * blockHeight * max(planes * max(bits / 8, 1), 4)
  }

  /// Rows of the picture that the block has: the last strip may be shorter.
  func storedRows(_ block: Int) -> Int {
    isTiled ? blockHeight : min(blockHeight, height - block / columns * blockHeight)
  }

  /// Where the parts of a block lie in the file, one for each of `samples` (indices of planes; one part where samples lie
  /// together); an empty range stands for a part that was never written. Looks at all of them before it throws `.unreadable`, so
  /// that a file that comes in parts is asked for what is missing at once.
  func parts(of block: Int, samples: [Int], in reader: TIFFReader) throws(FormatError) -> [Range<UInt64>] {
    var parts: [Range<UInt64>] = []
    var missing: FormatError?
    for sample in isPlanar ? samples : [0] {
      // Below the number of places that `checkBlocks` found to fit.
      let index = UInt64(sample) * UInt64(blockCount) + UInt64(block)
      let offset = try Self.number(offsets, index, reader, &missing)
      let count = try Self.number(byteCounts, index, reader, &missing)
      guard let offset, let count, offset != 0, count != 0 else {
        parts.append(0..<0)
        continue
      }
      let (end, overflow) = offset.addingReportingOverflow(count)
      guard !overflow, end <= reader.bytes.byteCount else { throw .truncated("\(reader.name): block \(index)") }
      guard count <= TIFFLimits.storedByteCount else {
        throw .tooLarge("\(reader.name): block \(index)", fault: "\(count) bytes")
      }
      parts.append(offset..<end)
    }
    if let missing { throw missing }
    return parts
  }

  /// A number of the tables of blocks; nil when it is not here, which goes to `missing`.
  private static func number(
    _ field: TIFFField, _ index: UInt64, _ reader: TIFFReader, _ missing: inout FormatError?
  ) throws(FormatError) -> UInt64? {
    let thing = "place of block \(index)"
    do throws(FormatError) {
      guard let number = try reader.integers(field, from: index, count: 1, thing: thing).first else {
        throw reader.malformed(thing)
      }
      return number
    } catch {
      guard case .unreadable = error else { throw error }
      missing = error
      return nil
    }
  }
}

extension TIFFPicture {
  /// Throws what is not read of a picture, and why.
  init(_ directory: TIFFDirectory, _ reader: TIFFReader) throws(FormatError) {
    func integer(_ tag: UInt16, _ name: String, or other: Int? = nil) throws(FormatError) -> Int {
      guard let field = directory[tag] else {
        guard let other else { throw reader.malformed("it has no \(name)") }
        return other
      }
      guard let value = try reader.integers(field, count: 1, thing: name).first else { throw reader.malformed(name) }
      return Int(clamping: value)
    }
    let tiled = directory[TIFFTag.tileOffsets]
    guard let offsets = tiled ?? directory[TIFFTag.stripOffsets],
      let byteCounts = directory[tiled == nil ? TIFFTag.stripByteCounts : TIFFTag.tileByteCounts]
    else { throw reader.malformed("it does not say where its pixels are") }
    self.offsets = offsets
    self.byteCounts = byteCounts
    isLittleEndian = reader.isLittleEndian
    isTiled = tiled != nil
    width = try integer(TIFFTag.width, "width")
    height = try integer(TIFFTag.height, "height")
    guard (1...TIFFLimits.side).contains(width), (1...TIFFLimits.side).contains(height) else {
      throw .tooLarge(reader.name, fault: "\(width) x \(height) pixels")
    }
    sampleCount = try integer(TIFFTag.samplesPerPixel, "number of samples", or: 1)
    guard (1...TIFFLimits.sampleCount).contains(sampleCount) else {
      throw .tooLarge(reader.name, fault: "\(sampleCount) samples a pixel")
    }
    isPlanar = try integer(TIFFTag.planarConfiguration, "planar configuration", or: 1) == 2 && sampleCount > 1
    if isTiled {
      blockWidth = try integer(TIFFTag.tileWidth, "width of tiles")
      blockHeight = try integer(TIFFTag.tileHeight, "height of tiles")
    } else {
      blockWidth = width
      blockHeight = min(try integer(TIFFTag.rowsPerStrip, "rows of a strip", or: height), height)
    }
    predictor = try integer(TIFFTag.predictor, "predictor", or: 1)
    guard try integer(TIFFTag.fillOrder, "fill order", or: 1) == 1 else {
      throw .unsupported(reader.name, fault: "bits in reverse order")
    }
    try readKinds(directory, reader, compression: try integer(TIFFTag.compression, "compression", or: 1))
    try readPhotometric(directory, reader, try integer(TIFFTag.photometric, "photometric interpretation", or: 1))
    try checkBlocks(reader)
  }

  private mutating func readKinds(
    _ directory: TIFFDirectory, _ reader: TIFFReader, compression code: Int
  ) throws(FormatError) {
    guard let compression = Compression(rawValue: code) else {
      throw .unsupported(reader.name, fault: "compression \(code)\(Self.knownCompressions[code].map { " (\($0))" } ?? "")")
    }
    self.compression = compression
    func same(_ tag: UInt16, _ name: String) throws(FormatError) -> Int? {
      guard let field = directory[tag] else { return nil }
      let values = try reader.integers(field, thing: name)
      guard let first = values.first, values.allSatisfy({ $0 == first }) else {
        throw .unsupported(reader.name, fault: "samples that differ in their \(name)")
      }
      return Int(clamping: first)
    }
    bits = try same(TIFFTag.bitsPerSample, "number of bits") ?? 1
    // 4 is "undefined", and read as unsigned.
    let format = try same(TIFFTag.sampleFormat, "format") ?? 1
    guard let sampleFormat = SampleFormat(rawValue: format == 4 ? 1 : format) else {
      throw .unsupported(reader.name, fault: "samples of format \(format)")
    }
    self.sampleFormat = sampleFormat
    let allowed = sampleFormat == .float ? [32, 64] : sampleFormat == .signed ? [8, 16, 32] : [1, 2, 4, 8, 16, 32]
    guard allowed.contains(bits) else { throw .unsupported(reader.name, fault: "\(sampleFormat) samples of \(bits) bits") }
    // The other packings know no predictor, whatever the file says (TIFF 6.0, section 14, and libtiff for deflate and Zstandard).
    if ![.lzw, .deflate, .oldDeflate, .zstandard].contains(compression) { predictor = 1 }
    guard predictor == 1 || predictor == 2 && bits >= 8 || predictor == 3 && sampleFormat == .float else {
      throw .unsupported(reader.name, fault: "predictor \(predictor) for \(sampleFormat) samples of \(bits) bits")
    }
    if compression == .jpeg || compression == .webP, bits != 8 {
      throw .unsupported(reader.name, fault: "JPEG or WebP with samples of \(bits) bits")
    }
    if let field = directory[TIFFTag.extraSamples] { extraSamples = try reader.integers(field, thing: "extra samples") }
    if let field = directory[TIFFTag.jpegTables], compression == .jpeg {
      guard field.valueByteCount == 1, field.count <= UInt64(TIFFLimits.tablesByteCount) else {
        throw .tooLarge("\(reader.name): tables of JPEG", fault: "\(field.count) bytes")
      }
      jpegTables = try reader.data(field, count: field.count, thing: "tables of JPEG")
    }
  }

  private static let knownCompressions = [
    2: "CCITT", 3: "fax", 4: "fax", 6: "old JPEG", 34_712: "JPEG 2000", 34_887: "LERC", 34_925: "LZMA", 50_002: "JPEG XL",
  ]

  private mutating func readPhotometric(
    _ directory: TIFFDirectory, _ reader: TIFFReader, _ code: Int
  ) throws(FormatError) {
    guard let photometric = Photometric(rawValue: code) else {
      throw .unsupported(reader.name, fault: "photometric interpretation \(code)")
    }
    self.photometric = photometric
    // GDAL gives grey pictures a palette that is said to be none.
    let isPaletteUnsaid = photometric == .blackIsZero && sampleCount == 1 && bits <= 8 && sampleFormat == .unsigned
    if isPaletteUnsaid, directory[TIFFTag.colorMap]?.count == UInt64(3 << bits) { self.photometric = .palette }
    switch self.photometric {
    case .yCbCr:
      guard compression == .jpeg || compression == .webP else {
        throw .unsupported(reader.name, fault: "YCbCr colours without JPEG")
      }
      if isPlanar { throw .unsupported(reader.name, fault: "YCbCr colours in planes") }
      guard sampleCount >= 3 else { throw reader.malformed("YCbCr colours of \(sampleCount) samples") }
    case .rgb:
      guard sampleCount >= 3 else { throw reader.malformed("RGB colours of \(sampleCount) samples") }
    case .palette:
      guard bits <= 16, sampleFormat == .unsigned, let field = directory[TIFFTag.colorMap] else {
        throw reader.malformed("a palette without colours")
      }
      let count = 1 << bits
      guard field.count == UInt64(3 * count) else { throw reader.malformed("a palette of \(field.count) numbers") }
      let values = try reader.integers(field, thing: "palette")
      // GDAL and others write 8 bits where 16 are meant.
      let shift: UInt64 = values.allSatisfy { $0 < 256 } ? 0 : 8
      palette.reserveCapacity(4 * count)
      for index in 0..<count {
        for channel in 0..<3 { palette.append(UInt8(truncatingIfNeeded: values[channel * count + index] >> shift)) }
        palette.append(255)
      }
    case .whiteIsZero, .blackIsZero, .mask: break
    }
    if compression == .jpeg, !isPlanar, sampleCount != 1, sampleCount != 3 {
      throw .unsupported(reader.name, fault: "JPEG of \(sampleCount) samples")
    }
    if compression == .webP, isPlanar || sampleCount != 3 && sampleCount != 4 {
      throw .unsupported(reader.name, fault: "WebP of \(sampleCount) samples")
    }
  }

  private func checkBlocks(_ reader: TIFFReader) throws(FormatError) {
    let sides = 1...TIFFLimits.side
    guard sides.contains(blockWidth), sides.contains(blockHeight) else {
      throw reader.malformed("blocks of \(blockWidth) x \(blockHeight) pixels")
    }
    // Samples of less than a byte are unpacked to one each. A row is below 2^27 * 2^12 * 2^3.
    let unpackedRow = blockWidth * samplesTogether * max(bits / 8, 1)
    let (byteCount, overflow) = unpackedRow.multipliedReportingOverflow(by: blockHeight)
    guard !overflow, byteCount <= TIFFLimits.blockByteCount, blockWidth * blockHeight <= TIFFLimits.blockByteCount / 4 else {
      throw .tooLarge(
        reader.name,
        fault: "blocks of \(blockWidth) x \(blockHeight) pixels, where \(TIFFLimits.blockByteCount >> 20) MiB are allowed")
    }
    let (needed, isBeyond) = UInt64(blockCount).multipliedReportingOverflow(by: UInt64(isPlanar ? sampleCount : 1))
    guard !isBeyond, offsets.count >= needed, byteCounts.count >= needed else {
      throw reader.malformed("\(offsets.count) places of blocks, where \(needed) are needed")
    }
    // So that there are no more blocks than the file has room to name.
    for field in [offsets, byteCounts] {
      let (size, isHuge) = needed.multipliedReportingOverflow(by: UInt64(field.valueByteCount ?? 1))
      let (end, isPast) = field.offset.addingReportingOverflow(size)
      guard !isHuge, !isPast, end <= reader.bytes.byteCount else { throw .truncated("\(reader.name): places of blocks") }
    }
  }
}
