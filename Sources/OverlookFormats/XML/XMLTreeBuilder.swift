/// Takes the events of a document in order and puts the tree together, within its limits.
final class XMLTreeBuilder: XMLEventHandler {
  private let limits: XMLLimits
  private let thing: String
  private var names: [String] = []
  private var nameNumbers: [String: UInt32] = [:]
  private var nodes: [XMLDocument.Node] = []
  private var attributes: [XMLDocument.Attribute] = []
  private var pieces: [XMLDocument.Piece] = []
  private var text: [UInt8] = []
  private var open: [OpenElement] = []

  /// An element whose end has not come yet.
  private struct OpenElement {
    var node: Int
    var lastChild: Int?
    var lastPiece: Int?
    var textByteCount = 0
  }

  init(limits: XMLLimits, thing: String) {
    self.limits = limits
    self.thing = thing
  }

  /// The document, once all of its events came.
  func document() throws(FormatError) -> XMLDocument {
    guard !nodes.isEmpty, open.isEmpty else { throw .truncated(thing) }
    return XMLDocument(names: names, nodes: nodes, attributes: attributes, pieces: pieces, text: text)
  }

  var isDone: Bool { false }

  func begin(_ element: XMLElement) throws(FormatError) {
    guard nodes.count < limits.elementCount else { throw .tooLarge(thing, fault: "more than \(limits.elementCount) elements") }
    guard names.count < limits.nameCount else { throw .tooLarge(thing, fault: "more than \(limits.nameCount) names") }
    guard attributes.count + element.attributeCount <= limits.attributeCount else {
      throw .tooLarge(thing, fault: "more than \(limits.attributeCount) attributes")
    }
    try begin(element.name, attributes: element.attributes)
  }

  /// An element begins; names still have their prefixes.
  private func begin(_ name: String, attributes pairs: [(name: String, value: String)]) throws(FormatError) {
    let first = attributes.count
    for (name, value) in pairs {
      // A declaration of a prefix is not an attribute of the element.
      guard name != "xmlns", !name.hasPrefix("xmlns:") else { continue }
      guard value.utf8.count <= limits.textByteCount else { throw tooMuchText() }
      attributes.append(XMLDocument.Attribute(name: number(ofLocalName: name), value: value))
    }
    let index = nodes.count
    nodes.append(
      XMLDocument.Node(
        name: number(ofLocalName: name), firstAttribute: UInt32(clamping: first),
        attributeCount: UInt16(clamping: attributes.count - first)))
    if let parent = open.indices.last {
      if let sibling = open[parent].lastChild {
        nodes[sibling].nextSibling = UInt32(clamping: index)
      } else {
        nodes[open[parent].node].firstChild = UInt32(clamping: index)
      }
      open[parent].lastChild = index
    }
    open.append(OpenElement(node: index))
  }

  func end() {
    _ = open.popLast()
  }

  /// Text of the element that is open, in pieces of any size.
  func append(_ bytes: some Collection<UInt8>) throws(FormatError) {
    guard let current = open.indices.last else { return }
    guard open[current].textByteCount + bytes.count <= limits.textByteCount else { throw tooMuchText() }
    let isBlank = bytes.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    if let last = open[current].lastPiece, pieces[last].start + pieces[last].count == text.count {
      // Indentation between the elements in this one would otherwise be most of what is held.
      let count = isBlank ? 1 : bytes.count
      if isBlank { text.append(0x20) } else { text.append(contentsOf: bytes) }
      pieces[last].count += count
      open[current].textByteCount += count
      return
    }
    guard !isBlank else { return }
    let index = pieces.count
    pieces.append(XMLDocument.Piece(start: text.count, count: bytes.count, next: XMLDocument.none))
    text.append(contentsOf: bytes)
    if let last = open[current].lastPiece {
      pieces[last].next = UInt32(clamping: index)
    } else {
      nodes[open[current].node].firstPiece = UInt32(clamping: index)
    }
    open[current].lastPiece = index
    open[current].textByteCount += bytes.count
  }

  private func number(ofLocalName name: String) -> UInt32 {
    let local = XMLText.localName(name)
    if let number = nameNumbers[local] { return number }
    let number = UInt32(clamping: names.count)
    names.append(local)
    nameNumbers[local] = number
    return number
  }

  private func tooMuchText() -> FormatError {
    .tooLarge(thing, fault: "an element has more than \(limits.textByteCount) bytes of text")
  }
}
