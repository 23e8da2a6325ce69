/// Reads files of OpenStreetMap data in the PBF format (wiki.openstreetmap.org/wiki/PBF_Format).
package enum OSMFile {
  private static let thing = "OSM data"
  /// What the format allows.
  private static let headerLimit = 64 << 10
  private static let blobLimit = 32 << 20

  /// All data of the file at `path`. `progress` is told how much of it was read, 0 ... 1.
  package static func read(path: String, progress: (Double) -> Void = { _ in }) throws(FormatError) -> OSMData {
    let file = try ArchiveFile(path: path)
    var assembler = OSMAssembler(thing: "\(path): \(thing)")
    var position: UInt64 = 0
    var isFirst = true
    var bounds: OSMData.Bounds?
    while position < file.byteCount {
      let (kind, blob) = try nextBlob(of: file, &position, path: path)
      switch kind {
      case "OSMHeader": bounds = try OSMHeaderBlock.bounds(of: blob, thing: "\(path): \(thing)")
      case "OSMData": try assembler.add(block: blob)
      // Other kinds are for programs that know them.
      default: break
      }
      if isFirst, kind != "OSMHeader" { throw .unrecognized(path, found: "no OpenStreetMap PBF file") }
      isFirst = false
      progress(Double(position) / Double(file.byteCount))
    }
    guard !isFirst else { throw .truncated("\(path): \(thing)") }
    return assembler.finished(bounds: bounds)
  }

  /// The next blob's kind and what it holds, inflated.
  private static func nextBlob(
    of file: ArchiveFile, _ position: inout UInt64, path: String
  ) throws(FormatError) -> (kind: String, bytes: [UInt8]) {
    var sizes = ByteReader(try file.read(offset: position, count: 4, thing: thing), thing: "\(path): \(thing)")
    let headerCount = Int(try sizes.readUInt32BigEndian())
    guard headerCount > 0, headerCount <= headerLimit else {
      if position == 0 { throw .unrecognized(path, found: "no OpenStreetMap PBF file") }
      throw .malformed("\(path): \(thing)", fault: "a blob header of \(headerCount) bytes")
    }
    let header = try file.read(offset: position + 4, count: headerCount, thing: thing)
    position += 4 + UInt64(headerCount)
    let fields = try OSMBlobHeader(header, thing: "\(path): \(thing)")
    guard fields.byteCount >= 0, fields.byteCount <= blobLimit else {
      throw .tooLarge("\(path): \(thing)", fault: "a blob of \(fields.byteCount) bytes")
    }
    let blob = try file.read(offset: position, count: fields.byteCount, thing: thing)
    position += UInt64(fields.byteCount)
    return (fields.kind, try content(of: blob, thing: "\(path): \(thing)"))
  }

  /// Field 1 raw, 3 zlib; the others are for codecs that hardly any file uses.
  private static func content(of blob: [UInt8], thing: String) throws(FormatError) -> [UInt8] {
    var raw: Range<Int>?
    var deflated: Range<Int>?
    var other: UInt32?
    try OSMMessage.read(blob, 0..<blob.count, thing: thing) { reader throws(ProtobufFault) in
      while let key = try reader.nextKey() {
        switch key {
        case 1 << 3 | 2: raw = try reader.part()
        case 3 << 3 | 2: deflated = try reader.part()
        default:
          if key & 7 == 2 { other = key >> 3 }
          try reader.skip(key)
        }
      }
    }
    if let raw { return Array(blob[raw]) }
    if let deflated {
      return try ContentCoding.decoded(Array(blob[deflated]), .deflate, limit: blobLimit, thing: thing)
    }
    throw .unsupported(thing, fault: other.map { "a blob in the compression number \($0)" } ?? "a blob without data")
  }
}

/// Protocol buffer messages of the format, with their faults as errors of the file.
enum OSMMessage {
  static func read<Result>(
    _ bytes: [UInt8], _ range: Range<Int>, thing: String,
    _ body: (inout ProtobufReader) throws(ProtobufFault) -> Result
  ) throws(FormatError) -> Result {
    do throws(ProtobufFault) {
      return try ProtobufReader.read(bytes, range, body)
    } catch {
      throw .malformed(thing, fault: error.text)
    }
  }
}

/// What stands before each blob.
private struct OSMBlobHeader {
  var kind = ""
  var byteCount = -1

  init(_ bytes: [UInt8], thing: String) throws(FormatError) {
    var kindRange: Range<Int>?
    var count: UInt64?
    (kind, _) = try OSMMessage.read(bytes, 0..<bytes.count, thing: thing) { reader throws(ProtobufFault) in
      while let key = try reader.nextKey() {
        switch key {
        case 1 << 3 | 2: kindRange = try reader.part()
        case 3 << 3: count = try reader.varint()
        default: try reader.skip(key)
        }
      }
      return reader.text(kindRange ?? 0..<0)
    }
    guard let count, let exact = Int(exactly: count) else { throw .malformed(thing, fault: "a blob without its size") }
    byteCount = exact
  }
}

/// The first blob: which features a reader must know.
private enum OSMHeaderBlock {
  private static let known: Set<String> = ["OsmSchema-V0.6", "DenseNodes"]

  /// The part of the world that the file is about, when it says so.
  static func bounds(of bytes: [UInt8], thing: String) throws(FormatError) -> OSMData.Bounds? {
    let (required, box) = try OSMMessage.read(bytes, 0..<bytes.count, thing: thing) { reader throws(ProtobufFault) in
      var names: [String] = []
      var box: [UInt32: Double] = [:]
      while let key = try reader.nextKey() {
        switch key {
        case 1 << 3 | 2:
          var part = reader.reader(of: try reader.part())
          // Nanodegrees.
          while let side = try part.nextKey() {
            if side & 7 == 0 { box[side >> 3] = Double(OSMNumbers.zigzag(try part.varint())) / 1e9 } else { try part.skip(side) }
          }
        case 4 << 3 | 2: names.append(reader.text(try reader.part()).text)
        default: try reader.skip(key)
        }
      }
      return (names, box)
    }
    if let unknown = required.first(where: { !known.contains($0) }) {
      throw .unsupported(thing, fault: "it needs the feature \"\(unknown)\"")
    }
    guard let west = box[1], let east = box[2], let north = box[3], let south = box[4] else { return nil }
    return OSMData.Bounds(west: west, south: south, east: east, north: north)
  }
}
