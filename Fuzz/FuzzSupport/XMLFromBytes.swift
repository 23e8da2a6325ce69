/// Makes XML that is well-formed out of any bytes, from a list of words: random bytes alone hardly ever reach what lies behind an
/// XML parser.
///
/// Each byte is an instruction: begin an element, end one, write an attribute or a text. Words and texts are taken by the byte
/// behind it.
package struct XMLFromBytes {
  private let elements: [String]
  private let attributes: [String]
  private let texts: [String]

  package init(elements: [String], attributes: [String], texts: [String]) {
    self.elements = elements
    self.attributes = attributes
    self.texts = texts
  }

  /// The document that `bytes` spell, inside `root`.
  package func document(_ bytes: ArraySlice<UInt8>, root: String) -> [UInt8] {
    var output = "<\(root)>"
    var open: [String] = []
    var isInTag = false
    var rest = bytes
    func word(_ list: [String], _ index: UInt8) -> String { list.isEmpty ? "x" : list[Int(index) % list.count] }
    while let instruction = rest.popFirst(), let argument = rest.popFirst() {
      switch instruction & 7 {
      case 0, 1, 2:
        if isInTag { output += ">" }
        let name = word(elements, argument)
        output += "<\(name)"
        open.append(name)
        isInTag = true
      case 3:
        if isInTag { output += ">" }
        isInTag = false
        for _ in 0...(argument & 3) { if let name = open.popLast() { output += "</\(name)>" } }
      case 4:
        // The same attribute twice is an error of the document; it may come up.
        guard isInTag, let value = rest.popFirst() else { continue }
        output += " \(word(attributes, argument))=\"\(Self.escaped(word(texts, value)))\""
      case 5:
        if isInTag { output += ">" }
        isInTag = false
        let count = min(Int(argument), rest.count)
        output += Self.escaped(String(decoding: rest.prefix(count), as: UTF8.self))
        rest = rest.dropFirst(count)
      case 6 where isInTag:
        let count = min(Int(argument & 31), rest.count)
        output += " value=\"\(Self.escaped(String(decoding: rest.prefix(count), as: UTF8.self)))\""
        rest = rest.dropFirst(count)
      default:
        if isInTag { output += ">" }
        isInTag = false
        output += Self.escaped(word(texts, argument))
      }
    }
    if isInTag { output += ">" }
    while let name = open.popLast() { output += "</\(name)>" }
    let rootName = root.prefix { $0 != " " }
    return Array((output + "</\(rootName)>").utf8)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
