/// Tags of the TIFF 6.0 specification, its supplements, GDAL and GeoTIFF (OGC 19-008r4) that are read.
enum TIFFTag {
  static let subfileType: UInt16 = 254
  static let width: UInt16 = 256
  static let height: UInt16 = 257
  static let bitsPerSample: UInt16 = 258
  static let compression: UInt16 = 259
  static let photometric: UInt16 = 262
  static let fillOrder: UInt16 = 266
  static let stripOffsets: UInt16 = 273
  static let samplesPerPixel: UInt16 = 277
  static let rowsPerStrip: UInt16 = 278
  static let stripByteCounts: UInt16 = 279
  static let planarConfiguration: UInt16 = 284
  static let predictor: UInt16 = 317
  static let colorMap: UInt16 = 320
  static let tileWidth: UInt16 = 322
  static let tileHeight: UInt16 = 323
  static let tileOffsets: UInt16 = 324
  static let tileByteCounts: UInt16 = 325
  static let extraSamples: UInt16 = 338
  static let sampleFormat: UInt16 = 339
  static let jpegTables: UInt16 = 347
  static let pixelScale: UInt16 = 33_550
  static let tiepoints: UInt16 = 33_922
  static let transformation: UInt16 = 34_264
  static let geoKeys: UInt16 = 34_735
  static let gdalMetadata: UInt16 = 42_112
  static let gdalNoData: UInt16 = 42_113
}

/// A field of a directory: what kind of values it has, and where they lie.
struct TIFFField: Hashable, Sendable {
  var type: UInt16
  var count: UInt64
  /// Of the first value, from the start of the file.
  var offset: UInt64

  /// Bytes of a value (TIFF 6.0, section 2; BigTIFF adds 16 to 18); nil for a type that is not known.
  var valueByteCount: Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }
}

/// A directory (IFD): its fields by tag, the first of each.
typealias TIFFDirectory = [UInt16: TIFFField]

/// Reads numbers and directories of a TIFF file, whichever its byte order and whether its offsets have 32 or 64 bits.
struct TIFFReader: Sendable {
  private(set) var bytes: any ArchiveBytes
  let isLittleEndian: Bool
  /// Whether it is a BigTIFF file.
  let isBig: Bool
  private let firstDirectory: UInt64

  var name: String { bytes.path }

  /// The same file, read from `bytes`.
  func reading(_ bytes: any ArchiveBytes) -> TIFFReader {
    var reader = self
    reader.bytes = bytes
    return reader
  }

  init(_ bytes: any ArchiveBytes) throws(FormatError) {
    self.bytes = bytes
    let head = try bytes.read(offset: 0, count: 8, thing: "header")
    guard ImageFormat.isTIFF(head) else { throw .unrecognized("\(bytes.path): TIFF picture", found: ImageFormat.guess(head)) }
    let isLittle = head[0] == 0x49
    isLittleEndian = isLittle
    isBig = (isLittle ? head[2] : head[3]) == 0x2B
    guard isBig else {
      firstDirectory = Self.number(head[4..<8], isLittle)
      return
    }
    let rest = try bytes.read(offset: 4, count: 12, thing: "header")
    guard Self.number(rest[0..<2], isLittle) == 8, Self.number(rest[2..<4], isLittle) == 0 else {
      throw .unsupported(bytes.path, fault: "BigTIFF with offsets that have not 8 bytes")
    }
    firstDirectory = Self.number(rest[4..<12], isLittle)
  }

  static func number(_ bytes: ArraySlice<UInt8>, _ isLittleEndian: Bool) -> UInt64 {
    isLittleEndian ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } : bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  func malformed(_ fault: String) -> FormatError { .malformed(name, fault: fault) }

  /// All directories in the order of the file.
  func directories() throws(FormatError) -> [TIFFDirectory] {
    var directories: [TIFFDirectory] = []
    var seen: Set<UInt64> = []
    var next = firstDirectory
    while next != 0 {
      guard seen.insert(next).inserted else { throw malformed("its directories follow each other in a circle") }
      guard directories.count < TIFFLimits.directoryCount else {
        throw .tooLarge(name, fault: "more than \(TIFFLimits.directoryCount) directories")
      }
      let (directory, following) = try self.directory(at: next, number: directories.count + 1)
      directories.append(directory)
      next = following
    }
    guard !directories.isEmpty else { throw malformed("it has no directory") }
    return directories
  }

  private func directory(at offset: UInt64, number: Int) throws(FormatError) -> (TIFFDirectory, next: UInt64) {
    let thing = "directory \(number)"
    let (countBytes, fieldBytes) = isBig ? (8, 20) : (2, 12)
    let count = Self.number(try bytes.read(offset: offset, count: countBytes, thing: thing)[...], isLittleEndian)
    guard count <= UInt64(TIFFLimits.fieldCount) else {
      throw .tooLarge("\(name): \(thing)", fault: "\(count) fields, where \(TIFFLimits.fieldCount) are allowed")
    }
    // The reading above says that the sum fits.
    let start = offset + UInt64(countBytes)
    let (fieldsByteCount, nextBytes) = (Int(count) * fieldBytes, isBig ? 8 : 4)
    let data = try bytes.read(offset: start, count: fieldsByteCount + nextBytes, thing: thing)
    var directory: TIFFDirectory = [:]
    for index in 0..<Int(count) {
      let place = index * fieldBytes
      let tag = UInt16(truncatingIfNeeded: Self.number(data[place..<place + 2], isLittleEndian))
      let type = UInt16(truncatingIfNeeded: Self.number(data[place + 2..<place + 4], isLittleEndian))
      let valuePlace = place + (isBig ? 12 : 8)
      let countOfValues = Self.number(data[place + 4..<valuePlace], isLittleEndian)
      var field = TIFFField(type: type, count: countOfValues, offset: start + UInt64(valuePlace))
      guard let size = field.valueByteCount else { continue }
      let (byteCount, overflow) = countOfValues.multipliedReportingOverflow(by: UInt64(size))
      if overflow || byteCount > UInt64(nextBytes) {
        field.offset = Self.number(data[valuePlace..<place + fieldBytes], isLittleEndian)
      }
      if directory[tag] == nil { directory[tag] = field }
    }
    return (directory, Self.number(data[fieldsByteCount...], isLittleEndian))
  }

  /// The bytes of `count` values of a field from the value `index` on.
  func data(_ field: TIFFField, from index: UInt64 = 0, count: UInt64, thing: String) throws(FormatError) -> [UInt8] {
    guard let size = field.valueByteCount, index <= field.count, count <= field.count - index else {
      throw malformed("\(thing): \(field.count) values")
    }
    let (skipped, overflow) = index.multipliedReportingOverflow(by: UInt64(size))
    let (offset, isBeyond) = field.offset.addingReportingOverflow(skipped)
    guard !overflow, !isBeyond, count <= UInt64(TIFFLimits.numberCount), let wanted = Int(exactly: count * UInt64(size)) else {
      throw .tooLarge("\(name): \(thing)", fault: "\(count) values")
    }
    return try bytes.read(offset: offset, count: wanted, thing: thing)
  }

  /// The values of a field of whole numbers that are not negative.
  func integers(
    _ field: TIFFField, from index: UInt64 = 0, count: UInt64? = nil, thing: String
  ) throws(FormatError) -> [UInt64] {
    guard let size = field.valueByteCount, [1, 3, 4, 13, 16, 18].contains(field.type) else {
      throw malformed("\(thing): values of type \(field.type)")
    }
    let data = try data(field, from: index, count: count ?? field.count, thing: thing)
    return stride(from: 0, to: data.count, by: size).map { Self.number(data[$0..<$0 + size], isLittleEndian) }
  }

  /// The values of a field of doubles or floats.
  func doubles(_ field: TIFFField, thing: String) throws(FormatError) -> [Double] {
    guard let size = field.valueByteCount, field.type == 11 || field.type == 12 else {
      throw malformed("\(thing): values of type \(field.type)")
    }
    let data = try data(field, count: field.count, thing: thing)
    return stride(from: 0, to: data.count, by: size).map { place in
      let bits = Self.number(data[place..<place + size], isLittleEndian)
      return size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }
  }

  /// The text of a field, without the zero at its end.
  func text(_ field: TIFFField, thing: String) throws(FormatError) -> String {
    guard field.valueByteCount == 1, field.count <= UInt64(TIFFLimits.textByteCount), let count = Int(exactly: field.count) else {
      throw malformed("\(thing): \(field.count) values of type \(field.type)")
    }
    let data = try bytes.read(offset: field.offset, count: count, thing: thing)
    return String(decoding: data.prefix { $0 != 0 }, as: UTF8.self)
  }
}
