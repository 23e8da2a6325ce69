/// Glyphs of one font for up to 256 code points, as signed distance fields: the "glyph PBF" that map servers give out.
///
/// A message of stacks (1), each with a name (1), a range (2) and glyphs (3); a glyph has a code point (1), a bitmap (2), width
/// (3), height (4), left (5), top (6, both zigzag) and advance (7). Fonts are 24 pixels high, and a bitmap has 3 pixels more on
/// each side than width and height say.
package struct GlyphRange: Sendable {
  package struct Glyph: Sendable, Hashable {
    package var codePoint: UInt32
    /// Pixels without the border.
    package var width: Int
    package var height: Int
    /// From the pen to the left edge.
    package var left: Int
    /// From 24 pixels' ascent to the top edge, upwards: most are negative.
    package var top: Int
    package var advance: Int
    /// `(width + 6) * (height + 6)` bytes, rows from the top; empty for a blank glyph.
    package var bitmap: [UInt8]
  }

  /// Pixels around a glyph within its bitmap.
  package static let border = 3
  /// A file of 256 glyphs is seldom above 200 kB.
  package static let maximumByteCount = 8 << 20
  static let maximumGlyphCount = 1 << 16
  static let maximumSide: UInt64 = 512

  /// The fonts that it was made of, as the server says.
  package private(set) var name = ""
  package private(set) var glyphs: [Glyph] = []
  /// Glyphs that are left out because they make no sense.
  package private(set) var faultCount = 0

  /// Reads a file; throws when its framing is broken, while single glyphs are left out. The first of two glyphs of a code point
  /// counts.
  package init(_ bytes: [UInt8], thing: String = "glyphs") throws(FormatError) {
    guard bytes.count <= Self.maximumByteCount else {
      throw .tooLarge(thing, fault: "\(bytes.count) bytes, where \(Self.maximumByteCount) are read")
    }
    do throws(ProtobufFault) {
      let all = 0..<bytes.count
      try ProtobufReader.read(bytes, all) { (reader: inout ProtobufReader) throws(ProtobufFault) in
        while let key = try reader.nextKey() {
          guard key == 1 << 3 | 2 else {
            try reader.skip(key)
            continue
          }
          var stack = reader.reader(of: try reader.part())
          try read(stack: &stack, bytes)
        }
      }
    } catch {
      throw .malformed(thing, fault: error.text)
    }
  }

  /// Whether a file that begins with `head` can be one: a message whose first field is a font stack, with a name and a range. Text
  /// that begins with line feeds has the first byte of such a message, too.
  static func isLikely(_ head: [UInt8]) -> Bool {
    var position = 0
    func varint() -> Int? {
      var value = 0
      for shift in stride(from: 0, to: 28, by: 7) {
        guard position < head.count else { return nil }
        let byte = Int(head[position])
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80 { return value }
      }
      return nil
    }
    let part = 2
    guard varint() == 1 << 3 | part, varint() != nil, varint() == 1 << 3 | part, let name = varint() else { return false }
    position += name
    return varint() == 2 << 3 | part
  }

  private mutating func read(stack reader: inout ProtobufReader, _ bytes: [UInt8]) throws(ProtobufFault) {
    while let key = try reader.nextKey() {
      switch key {
      case 1 << 3 | 2: name = reader.text(try reader.part()).text
      case 3 << 3 | 2:
        guard glyphs.count < Self.maximumGlyphCount else { throw .overBudget }
        var part = reader.reader(of: try reader.part())
        if let glyph = try Self.glyph(&part, bytes) { glyphs.append(glyph) } else { faultCount += 1 }
      default: try reader.skip(key)
      }
    }
  }

  private static func glyph(_ reader: inout ProtobufReader, _ bytes: [UInt8]) throws(ProtobufFault) -> Glyph? {
    var (codePoint, width, height, left, top, advance) = (UInt64?.none, UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    var bitmap = 0..<0
    while let key = try reader.nextKey() {
      switch key {
      case 1 << 3: codePoint = try reader.varint()
      case 2 << 3 | 2: bitmap = try reader.part()
      case 3 << 3: width = try reader.varint()
      case 4 << 3: height = try reader.varint()
      case 5 << 3: left = try reader.varint()
      case 6 << 3: top = try reader.varint()
      case 7 << 3: advance = try reader.varint()
      default: try reader.skip(key)
      }
    }
    guard let codePoint, codePoint <= 0x10FFFF, width <= maximumSide, height <= maximumSide, advance <= maximumSide * 4,
      let left = offset(left), let top = offset(top)
    else { return nil }
    let (columns, rows) = (Int(width) + 2 * border, Int(height) + 2 * border)
    guard bitmap.isEmpty || bitmap.count == columns * rows else { return nil }
    return Glyph(
      codePoint: UInt32(truncatingIfNeeded: codePoint), width: Int(width), height: Int(height), left: left, top: top,
      advance: Int(advance), bitmap: Array(bytes[bitmap]))
  }

  /// A zigzag number of a sensible size.
  private static func offset(_ raw: UInt64) -> Int? {
    let value = Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
    return value.magnitude <= 4096 ? Int(value) : nil
  }
}
