/// Reads files of OpenStreetMap data in the PBF format (wiki.openstreetmap.org/wiki/PBF_Format).
enum OSMPBF {
  /// What the format allows.
  private static let headerLimit = 64 << 10
  private static let blobLimit = 32 << 20

  /// Whether a file that begins with `bytes` is one: the size of its first header, and what that says of itself.
  static func matches(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 15 && bytes[0] == 0 && bytes[1] == 0 && bytes[4..<15].elementsEqual([0x0A, 9] + Array("OSMHeader".utf8))
  }

  /// Gives all of the file to `assembler`. `progress` is told how much of it was read, 0 ... 1.
  static func read(
    _ file: ArchiveFile, into assembler: inout OSMAssembler, thing: String, progress: (Double) -> Void
  ) throws(FormatError) {
    var position: UInt64 = 0
    while position < file.byteCount {
      let (kind, blob) = try nextBlob(of: file, &position, thing: thing)
      switch kind {
      case "OSMHeader":
        let header = try OSMHeaderBlock(content(of: blob, thing: thing), thing: thing)
        if let box = header.bounds { assembler.add(box) }
        if let time = header.time {
          assembler.note(time: time)
          assembler.needsTimes = false
        }
      case "OSMData": try OSMBlock.read(content(of: blob, thing: thing), into: &assembler, thing: thing)
      // Other kinds are for programs that know them.
      default: break
      }
      progress(Double(position) / Double(file.byteCount))
    }
  }

  static func zigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The next blob's kind and its bytes.
  private static func nextBlob(
    of file: ArchiveFile, _ position: inout UInt64, thing: String
  ) throws(FormatError) -> (kind: String, bytes: [UInt8]) {
    var sizes = ByteReader(try file.read(offset: position, count: 4, thing: "OSM data"), thing: thing)
    let headerCount = Int(try sizes.readUInt32BigEndian())
    guard headerCount > 0, headerCount <= headerLimit else {
      throw .malformed(thing, fault: "a blob header of \(headerCount) bytes")
    }
    let header = try file.read(offset: position + 4, count: headerCount, thing: "OSM data")
    position += 4 + UInt64(headerCount)
    let fields = try OSMBlobHeader(header, thing: thing)
    guard fields.byteCount <= blobLimit else { throw .tooLarge(thing, fault: "a blob of \(fields.byteCount) bytes") }
    let blob = try file.read(offset: position, count: fields.byteCount, thing: "OSM data")
    position += UInt64(fields.byteCount)
    return (fields.kind, blob)
  }

  /// Field 1 raw, 3 zlib, 7 zstd; the others are for codecs that hardly any file uses.
  private static func content(of blob: [UInt8], thing: String) throws(FormatError) -> [UInt8] {
    var data: (field: UInt32, range: Range<Int>)?
    var claimed: UInt64 = 0
    try message(blob, thing: thing) { reader throws(ProtobufFault) in
      while let key = try reader.nextKey() {
        if key == 2 << 3 {
          claimed = try reader.varint()
        } else if key & 7 == 2 {
          data = (key >> 3, try reader.part())
        } else {
          try reader.skip(key)
        }
      }
    }
    guard let (field, range) = data else { throw .unsupported(thing, fault: "a blob without data") }
    switch field {
    case 1: return Array(blob[range])
    case 3 where claimed == 0:
      return try ContentCoding.decoded(Array(blob[range]), .deflate, limit: blobLimit, thing: thing)
    case 3: return try Inflation.inflate(blob, range, claimed: Int(clamping: claimed), limit: blobLimit, thing: thing)
    case 7: return try Zstandard.decompress(Array(blob[range]), limit: blobLimit, thing: thing)
    default: throw .unsupported(thing, fault: "a blob in the compression number \(field)")
    }
  }

  /// A protocol buffer message of the format, with its faults as errors of the file.
  fileprivate static func message<Result>(
    _ bytes: [UInt8], thing: String, _ body: (inout ProtobufReader) throws(ProtobufFault) -> Result
  ) throws(FormatError) -> Result {
    do throws(ProtobufFault) {
      return try ProtobufReader.read(bytes, 0..<bytes.count, body)
    } catch {
      throw .malformed(thing, fault: error.text)
    }
  }
}

/// What stands before each blob.
private struct OSMBlobHeader {
  var kind = ""
  var byteCount = 0

  init(_ bytes: [UInt8], thing: String) throws(FormatError) {
    var kindRange: Range<Int>?
    var count: UInt64?
    kind = try OSMPBF.message(bytes, thing: thing) { reader throws(ProtobufFault) in
      while let key = try reader.nextKey() {
        switch key {
        case 1 << 3 | 2: kindRange = try reader.part()
        case 3 << 3: count = try reader.varint()
        default: try reader.skip(key)
        }
      }
      return reader.text(kindRange ?? 0..<0).text
    }
    guard let count, let exact = Int(exactly: count) else { throw .malformed(thing, fault: "a blob without its size") }
    byteCount = exact
  }
}

/// The first blob: which features a reader must know, and what the file says of itself.
private struct OSMHeaderBlock {
  private static let known: Set<String> = ["OsmSchema-V0.6", "DenseNodes"]

  /// The part of the world that the file is about, when it says so.
  private(set) var bounds: OSMData.Bounds?
  /// Of the last change that is in the data; seconds since 1970.
  private(set) var time: Int64?

  init(_ bytes: [UInt8], thing: String) throws(FormatError) {
    var required: [String] = []
    var box: [UInt32: Double] = [:]
    var time: Int64?
    try OSMPBF.message(bytes, thing: thing) { reader throws(ProtobufFault) in
      while let key = try reader.nextKey() {
        switch key {
        case 1 << 3 | 2:
          var part = reader.reader(of: try reader.part())
          // Nanodegrees.
          while let side = try part.nextKey() {
            if side & 7 == 0 { box[side >> 3] = Double(OSMPBF.zigzag(try part.varint())) / 1e9 } else { try part.skip(side) }
          }
        case 4 << 3 | 2: required.append(reader.text(try reader.part()).text)
        case 32 << 3: time = Int64(bitPattern: try reader.varint())
        default: try reader.skip(key)
        }
      }
    }
    if let unknown = required.first(where: { !Self.known.contains($0) }) {
      throw .unsupported(thing, fault: "it needs the feature \"\(unknown)\"")
    }
    self.time = time
    guard let west = box[1], let east = box[2], let north = box[3], let south = box[4] else { return }
    bounds = OSMData.Bounds(west: west, south: south, east: east, north: north)
  }
}
