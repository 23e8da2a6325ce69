import OverlookFormats

/// How the characters of a text file are written.
enum TextEncoding: Hashable, Sendable {
  case utf8, utf16LittleEndian, utf16BigEndian, latin1, windows1252, latin9

  /// By a byte order mark; nil without one.
  static func marked(_ head: [UInt8]) -> TextEncoding? {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if head.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if head.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    if head.count >= 4, head[0] == 0x3C, head[1] == 0, head[3] == 0 { return .utf16LittleEndian }
    if head.count >= 4, head[0] == 0, head[1] == 0x3C, head[2] == 0 { return .utf16BigEndian }
    return nil
  }

  /// By the name that an XML declaration or a .cpg file gives; nil for one that is not known.
  static func named(_ name: String) -> TextEncoding? {
    switch name.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "utf8", "65001": .utf8
    case "utf16", "utf16le": .utf16LittleEndian
    case "utf16be": .utf16BigEndian
    case "iso88591", "latin1", "88591", "28591": .latin1
    case "iso885915", "latin9", "885915": .latin9
    case "windows1252", "cp1252", "1252", "ansi1252", "ansi": .windows1252
    case "ascii", "usascii": .utf8
    default: nil
    }
  }

  /// Of an XML file, by its mark or its declaration.
  static func ofXML(_ head: [UInt8]) -> TextEncoding {
    if let marked = marked(head) { return marked }
    let line = String(decoding: head.prefix(200).prefix { $0 != 0x3E }, as: UTF8.self)
    guard line.hasPrefix("<?xml"), let range = line.firstRange(of: "encoding=") else { return .utf8 }
    let name = line[range.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" }
    return named(String(name)) ?? .utf8
  }

  /// Of text that says nothing of it: UTF-8 unless its bytes are none, then what Windows writes in western Europe.
  static func guessed(_ head: [UInt8]) -> TextEncoding {
    if let marked = marked(head) { return marked }
    // The last character may be cut.
    for drop in 0..<min(4, head.count + 1) where String(validating: head.dropLast(drop), as: UTF8.self) != nil { return .utf8 }
    return .windows1252
  }

  /// The character of a byte in one of the encodings of one byte a character.
  func scalar(_ byte: UInt8) -> Unicode.Scalar {
    switch self {
    case .windows1252 where (0x80..<0xA0).contains(byte): Self.windows[Int(byte) - 0x80]
    case .latin9: Self.latin9Changes[byte] ?? Unicode.Scalar(byte)
    default: Unicode.Scalar(byte)
    }
  }

  /// WHATWG Encoding Standard, index windows-1252, bytes 0x80 to 0x9F.
  private static let windows: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}", "\u{2030}", "\u{160}",
    "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}",
    "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]

  private static let latin9Changes: [UInt8: Unicode.Scalar] = [
    0xA4: "\u{20AC}", 0xA6: "\u{160}", 0xA8: "\u{161}", 0xB4: "\u{17D}", 0xB8: "\u{17E}", 0xBC: "\u{152}", 0xBD: "\u{153}",
    0xBE: "\u{178}",
  ]

  /// `bytes` as UTF-8.
  func utf8(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .utf8: return bytes
    case .latin1, .windows1252, .latin9:
      if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: bytes.lazy.map(scalar))
      return Array(String(text).utf8)
    case .utf16LittleEndian, .utf16BigEndian:
      let isBig = self == .utf16BigEndian
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { (i: Int) -> UInt16 in
        let low = UInt16(bytes[isBig ? i + 1 : i])
        let high = UInt16(bytes[isBig ? i : i + 1])
        return low | high << 8
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
  }
}

/// The bytes of another source as UTF-8.
final class DecodedSource: ByteSource {
  private let source: any ByteSource
  private let encoding: TextEncoding
  private var left: [UInt8] = []

  init(_ source: any ByteSource, _ encoding: TextEncoding) { (self.source, self.encoding) = (source, encoding) }

  var byteCount: UInt64? { source.byteCount }

  func read(_ count: Int) throws(FormatError) -> [UInt8] {
    let block = left + (try source.read(max(count, 4)))
    guard !block.isEmpty else { return [] }
    // A character of UTF-16 is two bytes, or four where the first two are half a pair.
    var whole = block.count
    if encoding == .utf16LittleEndian || encoding == .utf16BigEndian {
      guard block.count >= 2 else {
        left = []
        return Array("\u{FFFD}".utf8)
      }
      whole -= whole % 2
      let high = block[encoding == .utf16BigEndian ? whole - 2 : whole - 1]
      if (0xD8...0xDB).contains(high), whole > 2 { whole -= 2 }
    }
    left = Array(block[whole...])
    return encoding.utf8(Array(block[..<whole]))
  }
}

extension FileInput {
  /// The text of the file in UTF-8.
  func textSource(_ encoding: TextEncoding) throws(FormatError) -> any ByteSource {
    let source = try source()
    return encoding == .utf8 ? source : DecodedSource(source, encoding)
  }
}
