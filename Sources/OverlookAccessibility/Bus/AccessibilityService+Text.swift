import OverlookStreams

// org.a11y.atspi.Text and EditableText.
extension AccessibilityService {
  func text(_ call: Call, _ node: AccessibleTree.Node) throws(Fault) -> Answer {
    let content = TextContent(node)
    switch call.member {
    case "GetText":
      let numbers = try call.integers("ii")
      return Answer(values: [.text(content.part(numbers[0], numbers[1]))])
    case "GetCharacterAtOffset":
      let offset = try call.integers("i")[0]
      let code = content.scalars.indices.contains(offset) ? content.scalars[offset].value : 0
      return Answer(values: [.integer(Int32(clamping: code))])
    case "GetStringAtOffset", "GetTextAtOffset":
      let numbers = try call.integers("iu")
      return Answer(
        values: piece(content, content.range(at: numbers[0], isLetter: numbers[1] == 0, isWord: isWord(numbers[1], call))))
    case "GetTextBeforeOffset", "GetTextAfterOffset":
      let numbers = try call.integers("iu")
      let isBefore = call.member == "GetTextBeforeOffset"
      let here = content.range(at: numbers[0], isLetter: numbers[1] == 0, isWord: isWord(numbers[1], call))
      let next = isBefore ? here.lowerBound - 1 : here.upperBound
      guard next >= 0 else { return Answer(values: piece(content, 0..<0)) }
      return Answer(values: piece(content, content.range(at: next, isLetter: numbers[1] == 0, isWord: isWord(numbers[1], call))))
    case "GetNSelections": return Answer(values: [.integer(content.selection.isEmpty ? 0 : 1)])
    case "GetSelection":
      let index = try call.integers("i")[0]
      let range = index == 0 ? content.selection : 0..<0
      return Answer(values: [.integer(Int32(clamping: range.lowerBound)), .integer(Int32(clamping: range.upperBound))])
    case "SetCaretOffset":
      let offset = try call.integers("i")[0]
      return select(offset, offset, content, node)
    case "AddSelection":
      let numbers = try call.integers("ii")
      return select(numbers[0], numbers[1], content, node)
    case "SetSelection":
      let numbers = try call.integers("iii")
      return select(numbers[1], numbers[2], content, node)
    case "RemoveSelection":
      _ = try call.integers("i")
      return select(content.cursor, content.cursor, content, node)
    case "GetCharacterExtents":
      _ = try call.integers("iu")
      return Answer(values: Array(repeating: .integer(-1), count: 4))
    case "GetRangeExtents":
      _ = try call.integers("iiu")
      return Answer(values: Array(repeating: .integer(-1), count: 4))
    case "GetOffsetAtPoint":
      _ = try call.integers("iiu")
      return Answer(values: [.integer(-1)])
    case "GetAttributes", "GetAttributeRun":
      return Answer(values: [
        .array(of: "{ss}", []), .integer(0), .integer(Int32(clamping: content.scalars.count)),
      ])
    case "GetDefaultAttributes", "GetDefaultAttributeSet": return Answer(values: [.array(of: "{ss}", [])])
    default: throw .unknownMethod(call.member)
    }
  }

  /// The kinds of pieces of the older calls are 1 and 2, of the newer one 1.
  private func isWord(_ kind: Int, _ call: Call) -> Bool { kind == 1 || kind == 2 && call.member != "GetStringAtOffset" }

  private func piece(_ content: TextContent, _ range: Range<Int>) -> [BusValue] {
    [
      .text(content.part(range.lowerBound, range.upperBound)), .integer(Int32(clamping: range.lowerBound)),
      .integer(Int32(clamping: range.upperBound)),
    ]
  }

  private func select(_ start: Int, _ end: Int, _ content: TextContent, _ node: AccessibleTree.Node) -> Answer {
    let isPossible = content.isEditable && min(start, end) >= 0 && max(start, end) <= content.scalars.count
    return Answer(
      values: [.flag(isPossible)], request: isPossible ? (node.id, .setSelection(content.characters(start, end))) : nil)
  }

  // MARK: EditableText

  func editableText(_ call: Call, _ node: AccessibleTree.Node) throws(Fault) -> Answer {
    let content = TextContent(node)
    switch call.member {
    case "SetTextContents": return write(try call.text(), node)
    case "InsertText":
      guard call.arguments.map(\.signature).joined() == "isi", case .integer(let offset) = call.arguments[0],
        case .text(let text) = call.arguments[1], case .integer(let length) = call.arguments[2]
      else { throw .invalidArguments }
      let place = Int(offset)
      guard place >= 0, place <= content.scalars.count else { return Answer(values: [.flag(false)]) }
      var inserted = String.UnicodeScalarView()
      inserted.append(contentsOf: text.unicodeScalars.prefix(length < 0 ? Int.max : Int(length)))
      return write(content.part(0, place) + String(inserted) + content.part(place, -1), node)
    case "DeleteText":
      let numbers = try call.integers("ii")
      let rest = numbers[1] < 0 ? "" : content.part(max(numbers[1], numbers[0]), -1)
      return write(content.part(0, max(numbers[0], 0)) + rest, node)
    // What is copied lies with the clipboard of the window, which keys reach.
    case "CopyText", "CutText", "PasteText": return Answer(values: call.member == "CopyText" ? [] : [.flag(false)])
    default: throw .unknownMethod(call.member)
    }
  }

  private func write(_ text: String, _ node: AccessibleTree.Node) -> Answer {
    guard node.element.states.contains(.enabled) else { return Answer(values: [.flag(false)]) }
    return Answer(values: [.flag(true)], request: (node.id, .setText(String(text.prefix(AccessibleTree.maximumTextCharacters)))))
  }
}
