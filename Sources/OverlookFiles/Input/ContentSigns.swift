import OverlookFormats

/// What the first bytes of a file look like.
enum ContentSigns {
  /// The local name of the outermost element of XML; nil for anything else.
  static func rootName(_ head: [UInt8]) -> String? {
    let text = TextEncoding.ofXML(head).utf8(head).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    guard text.first == 0x3C else { return nil }
    var rest = Substring(String(decoding: text.prefix(16 << 10), as: UTF8.self))
    while let mark = rest.firstIndex(of: "<") {
      rest = rest[mark...].dropFirst()
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->") else { return nil }
        rest = rest[end.upperBound...]
      } else if let first = rest.first, first.isLetter || first == "_" {
        let name = rest.prefix { $0.isLetter || $0.isNumber || "_-.:".contains($0) }
        return name.split(separator: ":").last.map(String.init)
      }
    }
    return nil
  }
}
