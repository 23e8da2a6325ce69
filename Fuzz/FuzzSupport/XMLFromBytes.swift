/// Makes XML that is well-formed out of any bytes, from a list of words: random bytes alone hardly ever reach what lies behind an
/// XML parser.
///
/// Each byte is an instruction: begin an element, end one, write an attribute or a text. Words and texts are taken by the byte
/// behind it.
package struct XMLFromBytes {
  private let elements: [[UInt8]]
  private let attributes: [[UInt8]]
  private let texts: [[UInt8]]

  package init(elements: [String], attributes: [String], texts: [String]) {
    self.elements = elements.map { Array($0.utf8) }
    self.attributes = attributes.map { Array($0.utf8) }
    self.texts = texts.map { Self.escaped(Array($0.utf8)[...]) }
  }

  /// The document that `bytes` spell, inside `root`.
  package func document(_ bytes: ArraySlice<UInt8>, root: String) -> [UInt8] {
    var writer = Writer(root: root, capacity: bytes.count * 8)
    var rest = bytes
    while let instruction = rest.popFirst(), let argument = rest.popFirst() {
      switch instruction & 7 {
      case 0, 1, 2: writer.begin(elements[Int(argument) % elements.count])
      case 3:
        for _ in 0...(argument & 3) { writer.end() }
      case 4:
        // The same attribute twice is an error of the document; it may come up.
        guard let value = rest.popFirst() else { break }
        writer.attribute(attributes[Int(argument) % attributes.count], texts[Int(value) % texts.count])
      case 5:
        writer.text(Self.escaped(rest.prefix(Int(argument))))
        rest = rest.dropFirst(Int(argument))
      default: writer.text(texts[Int(argument) % texts.count])
      }
    }
    return writer.finished()
  }

  private struct Writer {
    var output: [UInt8]
    var open: [[UInt8]] = []
    var isInTag = false

    init(root: String, capacity: Int) {
      output = []
      output.reserveCapacity(capacity)
      open.append(Array(root.utf8.prefix { $0 != 0x20 }))
      output.append(0x3C)
      output += root.utf8
      output.append(0x3E)
    }

    mutating func closeTag() {
      if isInTag { output.append(0x3E) }
      isInTag = false
    }

    mutating func begin(_ name: [UInt8]) {
      closeTag()
      output.append(0x3C)
      output += name
      open.append(name)
      isInTag = true
    }

    /// The outermost element stays open to the end.
    mutating func end() {
      guard open.count > 1 else { return }
      finishOne()
    }

    mutating func attribute(_ name: [UInt8], _ value: [UInt8]) {
      guard isInTag else { return }
      output.append(0x20)
      output += name
      output += [0x3D, 0x22]
      output += value
      output.append(0x22)
    }

    mutating func text(_ bytes: [UInt8]) {
      closeTag()
      output += bytes
    }

    mutating func finished() -> [UInt8] {
      while !open.isEmpty { finishOne() }
      return output
    }

    private mutating func finishOne() {
      closeTag()
      guard let name = open.popLast() else { return }
      output += [0x3C, 0x2F]
      output += name
      output.append(0x3E)
    }
  }

  /// Bytes beyond ASCII stay as they are, and need not be UTF-8.
  private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case 0x3C: result += Array("&lt;".utf8)
      case 0x26: result += Array("&amp;".utf8)
      case 0x22: result += Array("&quot;".utf8)
      case 0x09, 0x0A, 0x0D, 0x20...0xFF: result.append(byte)
      default: result.append(0x3F)
      }
    }
    return result
  }
}
