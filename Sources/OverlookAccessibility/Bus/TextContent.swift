/// The text of an element as the bus counts it: in Unicode scalars.
struct TextContent {
  let text: String
  let scalars: [Unicode.Scalar]
  let cursor: Int
  let selection: Range<Int>
  let isEditable: Bool

  init(_ node: AccessibleTree.Node) {
    if case .edited(let text, let cursor, let selection)? = node.element.value {
      let offsets = ScalarOffsets(text)
      self.text = text
      self.cursor = offsets.scalars(before: cursor)
      self.selection = offsets.scalars(before: selection.lowerBound)..<offsets.scalars(before: selection.upperBound)
      isEditable = true
    } else {
      text = node.spokenName
      cursor = 0
      selection = 0..<0
      isEditable = false
    }
    scalars = Array(text.unicodeScalars)
  }

  /// A part of it; an end below 0 stands for the end of the text.
  func part(_ start: Int, _ end: Int) -> String {
    let last = end < 0 ? scalars.count : min(end, scalars.count)
    let first = min(max(start, 0), last)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[first..<last])
    return String(view)
  }

  /// The range in characters for one in scalars.
  func characters(_ start: Int, _ end: Int) -> Range<Int> {
    let offsets = ScalarOffsets(text)
    let (a, b) = (offsets.characters(before: min(start, end)), offsets.characters(before: max(start, end)))
    return a..<b
  }

  /// The letter, the word with what follows it, or the whole line at a place.
  func range(at offset: Int, isLetter: Bool, isWord: Bool) -> Range<Int> {
    guard offset >= 0, offset < scalars.count else { return scalars.count..<scalars.count }
    if isLetter { return offset..<offset + 1 }
    guard isWord else { return 0..<scalars.count }
    func isSpace(_ index: Int) -> Bool { scalars[index].properties.isWhitespace }
    func begins(_ index: Int) -> Bool { index == 0 || !isSpace(index) && isSpace(index - 1) }
    var start = offset
    while start > 0, !begins(start) { start -= 1 }
    var end = offset + 1
    while end < scalars.count, !begins(end) { end += 1 }
    return start..<end
  }
}
