import OverlookFormats

/// The rows of a .dbf file (dBASE III and later), one after the other.
final class ShapefileTable {
  private struct Field {
    var name: String
    var kind: UInt8
    var offset: Int
    var length: Int
  }

  private let source: any ByteSource
  private let encoding: TextEncoding
  private let fields: [Field]
  private let rowLength: Int
  private var held: ArraySlice<UInt8> = []

  /// - Parameter encoding: That of a .cpg file; nil for what the table says itself.
  init(_ source: any ByteSource, encoding: TextEncoding?) throws(FormatError) {
    self.source = source
    let thing = "table of the shapefile"
    let head = try source.read(32)
    var reader = ByteReader(head, thing: thing)
    try reader.skip(8)
    let lengths = try reader.readUInt32()
    let headerLength = Int(lengths & 0xFFFF)
    rowLength = Int(lengths >> 16)
    try reader.skip(17)
    let language = try reader.readUInt8()
    guard headerLength >= 33, rowLength >= 1 else { throw .malformed(thing, fault: "its header") }
    let rest = try source.read(headerLength - 32)
    guard rest.count == headerLength - 32 else { throw .truncated(thing) }
    self.encoding = encoding ?? (language == 0x03 || language == 0x57 ? .windows1252 : .utf8)
    fields = Self.fields(rest, rowLength, self.encoding)
  }

  private static func fields(_ bytes: [UInt8], _ rowLength: Int, _ encoding: TextEncoding) -> [Field] {
    var fields: [Field] = []
    // The first byte of a row says whether it is deleted.
    var offset = 1
    for start in stride(from: 0, to: bytes.count - 31, by: 32) where bytes[start] != 0x0D {
      let name = encoding.utf8(Array(bytes[start..<start + 11].prefix { $0 != 0 }))
      let length = Int(bytes[start + 16])
      guard offset + length <= rowLength else { break }
      fields.append(
        Field(name: String(decoding: name, as: UTF8.self).trimmed, kind: bytes[start + 11], offset: offset, length: length))
      offset += length
    }
    return fields
  }

  /// The next row; empty behind the last one.
  func next() throws(FormatError) -> ArraySlice<UInt8> {
    if held.count < rowLength { held = Array(held)[...] + (try source.read(max(1 << 20, rowLength))) }
    guard held.count >= rowLength else { return [] }
    defer { held = held.dropFirst(rowLength) }
    return held.prefix(rowLength)
  }

  func add(_ row: ArraySlice<UInt8>, to builder: inout FeatureBuilder) {
    for field in fields {
      let start = row.startIndex + field.offset
      guard start + field.length <= row.endIndex else { return }
      if let value = value(row[start..<start + field.length], field.kind) { builder.set(field.name, value) }
    }
  }

  private func value(_ bytes: ArraySlice<UInt8>, _ kind: UInt8) -> PropertyValue? {
    if kind == UInt8(ascii: "I"), bytes.count == 4 {
      let word = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return .integer(Int64(Int32(bitPattern: word)))
    }
    let cell = Array(bytes.prefix { $0 != 0 })
    guard cell.contains(where: { $0 != 0x20 && $0 != 0x2A }) else { return nil }
    switch kind {
    case UInt8(ascii: "N"), UInt8(ascii: "F"):
      let text = String(decoding: cell, as: UTF8.self).trimmed
      if let whole = Int64(text) { return .integer(whole) }
      return cell.withNumber(0x2E).map { .number($0) }
    case UInt8(ascii: "L"):
      switch cell.first {
      case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "Y"), UInt8(ascii: "y"): return .bool(true)
      case UInt8(ascii: "F"), UInt8(ascii: "f"), UInt8(ascii: "N"), UInt8(ascii: "n"): return .bool(false)
      default: return nil
      }
    default:
      let text = String(decoding: encoding.utf8(cell), as: UTF8.self).trimmed
      guard kind == UInt8(ascii: "D"), text.count == 8 else { return text.isEmpty ? nil : .text(text) }
      return .text("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
    }
  }
}
