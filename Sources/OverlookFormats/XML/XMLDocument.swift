/// The elements of an XML document, all of them in a few flat arrays: a tree of any shape is freed without recursion.
///
/// Names are local names: prefixes of namespaces are dropped, and so are attributes of the same local name but the first.
package final class XMLDocument: Sendable {
  struct Node: Sendable {
    var name: UInt32
    var firstChild: UInt32 = XMLDocument.none
    var nextSibling: UInt32 = XMLDocument.none
    var firstAttribute: UInt32
    var attributeCount: UInt16
    var firstPiece: UInt32 = XMLDocument.none
  }

  struct Attribute: Sendable {
    var name: UInt32
    var value: String
  }

  /// A run of an element's own text.
  struct Piece: Sendable {
    var start: Int
    var count: Int
    var next: UInt32
  }

  static let none = UInt32.max

  let names: [String]
  let nodes: [Node]
  let attributes: [Attribute]
  let pieces: [Piece]
  let text: [UInt8]

  init(names: [String], nodes: [Node], attributes: [Attribute], pieces: [Piece], text: [UInt8]) {
    self.names = names
    self.nodes = nodes
    self.attributes = attributes
    self.pieces = pieces
    self.text = text
  }

  /// The outermost element.
  package var root: XMLNode { XMLNode(document: self, index: 0) }
}

/// An element of an `XMLDocument`.
package struct XMLNode: Sendable {
  fileprivate let document: XMLDocument
  fileprivate let index: UInt32

  fileprivate init(document: XMLDocument, index: UInt32) {
    self.document = document
    self.index = index
  }

  private var node: XMLDocument.Node { document.nodes[Int(index)] }

  /// Without a prefix.
  package var name: String { document.names[Int(node.name)] }

  /// The element's own text, without that of the elements in it, white space at its ends removed.
  package var text: String {
    var bytes: [UInt8] = []
    var next = node.firstPiece
    while next != XMLDocument.none {
      let piece = document.pieces[Int(next)]
      if !bytes.isEmpty { bytes.append(0x20) }
      bytes.append(contentsOf: document.text[piece.start..<(piece.start + piece.count)])
      next = piece.next
    }
    return XMLText.trimmed(String(decoding: bytes, as: UTF8.self))
  }

  /// The value of an attribute, named without a prefix, white space at its ends removed.
  package func attribute(_ name: String) -> String? {
    let node = self.node
    let first = Int(node.firstAttribute)
    for attribute in document.attributes[first..<(first + Int(node.attributeCount))]
    where document.names[Int(attribute.name)] == name {
      return XMLText.trimmed(attribute.value)
    }
    return nil
  }

  /// The elements directly in this one, in their order.
  package var children: Children { Children(document: document, upcoming: node.firstChild) }

  /// The elements of this name directly in this one.
  package func children(_ name: String) -> [XMLNode] {
    children.filter { $0.name == name }
  }

  /// The first element of this name directly in this one.
  package func first(_ name: String) -> XMLNode? {
    children.first { $0.name == name }
  }

  /// The element that is reached by the first of each name.
  package func first(at path: String...) -> XMLNode? {
    var node = self
    for name in path {
      guard let next = node.first(name) else { return nil }
      node = next
    }
    return node
  }

  /// The text of the first element of this name directly in this one; nil when there is none or it is empty.
  package func text(of name: String) -> String? {
    guard let text = first(name)?.text, !text.isEmpty else { return nil }
    return text
  }

  /// The elements directly in one, which are walked without an array of them.
  package struct Children: Sequence, IteratorProtocol, Sendable {
    fileprivate let document: XMLDocument
    fileprivate var upcoming: UInt32

    package mutating func next() -> XMLNode? {
      guard upcoming != XMLDocument.none else { return nil }
      let node = XMLNode(document: document, index: upcoming)
      upcoming = document.nodes[Int(upcoming)].nextSibling
      return node
    }
  }
}

enum XMLText {
  /// `text` without the white space at its ends.
  static func trimmed(_ text: String) -> String {
    // Most texts have none, and are ASCII at their ends.
    if let first = text.utf8.first, let last = text.utf8.last, (0x21...0x7E).contains(first), (0x21...0x7E).contains(last) {
      return text
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return first == scalars.startIndex && scalars.index(after: last) == scalars.endIndex ? text : String(scalars[first...last])
  }

  /// `name` without the prefix of a namespace.
  static func localName(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }
}
