import OverlookText

/// A line of text with a cursor, a selection and a way back: what a person does to a text field, as values. Places are counted in
/// characters as a person sees them (grapheme clusters), 0 ... `count`.
public struct EditedText: Hashable, Sendable {
  /// How the cursor goes.
  public enum Movement: Hashable, Sendable {
    /// By a character, in the order of reading.
    case back, forward
    /// By a character as it is seen, where text runs both ways.
    case left, right
    /// To the beginning of a word, or the end of one, in the order of reading.
    case wordBack, wordForward
    /// The same to the side: in a line that is read from right to left, left is forward.
    case wordLeft, wordRight
    /// To the ends of the line.
    case start, end
  }

  private struct Version: Hashable, Sendable {
    var characters: [Character]
    var anchor: Int
    var cursor: Int
  }

  /// The most characters that the line may have.
  public let limit: Int
  /// What is not moved of a selection.
  public private(set) var anchor = 0
  /// Where typed text goes.
  public private(set) var cursor = 0
  private var characters: [Character] = []
  private var past: [Version] = []
  private var future: [Version] = []

  private static let historyLimit = 200

  /// A line of `text`, cut to `limit` characters, with the cursor at its end.
  public init(_ text: String = "", limit: Int = 256) {
    self.limit = max(limit, 0)
    characters = Array(Self.cleaned(text, limit: self.limit))
    cursor = characters.count
    anchor = cursor
  }

  /// The line.
  public var text: String { String(characters) }
  /// In characters.
  public var count: Int { characters.count }
  /// What is selected, as a range of characters; empty for none.
  public var selection: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }
  /// What is selected.
  public var selectedText: String { String(characters[selection]) }

  /// The line before a place.
  public func text(upTo place: Int) -> String { String(characters[..<min(max(place, 0), count)]) }

  /// The characters, and where their places are seen.
  var letters: [Character] { characters }
  var places: VisualPlaces { VisualPlaces(characters) }

  /// Puts text in the place of the selection: in one line, without control characters, as much of it as has room.
  public mutating func insert(_ text: String) {
    let room = limit - count + selection.count
    let added = Array(Self.cleaned(text, limit: room))
    guard !added.isEmpty || !selection.isEmpty else { return }
    remember()
    let start = selection.lowerBound
    characters.replaceSubrange(selection, with: added)
    // What was added may have become one character with its neighbours.
    let before = String(characters[..<(start + added.count)]).count
    characters = Array(String(characters))
    cursor = min(before, count)
    anchor = cursor
  }

  /// Takes away the selection, or what lies between the cursor and where it would go.
  public mutating func delete(_ movement: Movement) {
    let range = selection.isEmpty ? min(cursor, place(after: movement))..<max(cursor, place(after: movement)) : selection
    guard !range.isEmpty else { return }
    remember()
    characters.removeSubrange(range)
    characters = Array(String(characters))
    cursor = min(range.lowerBound, count)
    anchor = cursor
  }

  /// Moves the cursor; `extends`: the selection goes along. Without it, a selection collapses to the end that is moved to.
  public mutating func move(_ movement: Movement, extends: Bool = false) {
    if !extends, !selection.isEmpty, let end = selectionEnd(movement) {
      cursor = end
    } else {
      cursor = place(after: movement)
    }
    if !extends { anchor = cursor }
  }

  /// Puts the cursor at a place.
  public mutating func place(cursor wanted: Int, extends: Bool = false) {
    cursor = min(max(wanted, 0), count)
    if !extends { anchor = cursor }
  }

  /// Selects all.
  public mutating func selectAll() {
    anchor = 0
    cursor = count
  }

  /// Selects the word at a place.
  public mutating func selectWord(at place: Int) {
    self.place(cursor: place)
    guard count > 0 else { return }
    var (start, end) = (cursor, cursor)
    while start > 0, Self.isWord(characters[start - 1]) { start -= 1 }
    while end < count, Self.isWord(characters[end]) { end += 1 }
    (anchor, cursor) = (start, end)
  }

  /// Goes back before the last change; false when there is none.
  @discardableResult public mutating func undo() -> Bool {
    guard let version = past.popLast() else { return false }
    future.append(Version(characters: characters, anchor: anchor, cursor: cursor))
    restore(version)
    return true
  }

  /// Takes back an `undo`; false when there is none.
  @discardableResult public mutating func redo() -> Bool {
    guard let version = future.popLast() else { return false }
    past.append(Version(characters: characters, anchor: anchor, cursor: cursor))
    restore(version)
    return true
  }

  private mutating func restore(_ version: Version) {
    (characters, anchor, cursor) = (version.characters, version.anchor, version.cursor)
  }

  private mutating func remember() {
    past.append(Version(characters: characters, anchor: anchor, cursor: cursor))
    if past.count > Self.historyLimit { past.removeFirst() }
    future.removeAll()
  }

  /// The end of the selection to which it collapses; nil for movements that go on from the cursor.
  private func selectionEnd(_ movement: Movement) -> Int? {
    switch movement {
    case .back: return selection.lowerBound
    case .forward: return selection.upperBound
    case .left, .right:
      let places = places
      let ends = [selection.lowerBound, selection.upperBound].sorted { places.edge(of: $0) < places.edge(of: $1) }
      return movement == .left ? ends[0] : ends[1]
    default: return nil
    }
  }

  private func place(after movement: Movement) -> Int {
    switch movement {
    case .back: return max(cursor - 1, 0)
    case .forward: return min(cursor + 1, count)
    case .left, .right:
      let places = places
      return places.place(atEdge: places.edge(of: cursor) + (movement == .left ? -1 : 1))
    case .start: return 0
    case .end: return count
    case .wordLeft: return place(after: places.isRightToLeft ? .wordForward : .wordBack)
    case .wordRight: return place(after: places.isRightToLeft ? .wordBack : .wordForward)
    case .wordBack:
      var place = cursor
      while place > 0, !Self.isWord(characters[place - 1]) { place -= 1 }
      while place > 0, Self.isWord(characters[place - 1]) { place -= 1 }
      return place
    case .wordForward:
      var place = cursor
      while place < count, !Self.isWord(characters[place]) { place += 1 }
      while place < count, Self.isWord(characters[place]) { place += 1 }
      return place
    }
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }

  private static let maximumScalars = 32
  /// Scalars of an inserted text that are looked at, those that are left out among them.
  private static let maximumRead = 1 << 16

  /// At most so many characters, each of at most 32 scalars: line breaks and tabs become spaces; other control characters and
  /// those that are not seen, as marks of direction, nothing. Reads no more than the beginning of a long text.
  private static func cleaned(_ text: String, limit: Int) -> String {
    let room = max(limit, 0).multipliedReportingOverflow(by: maximumScalars)
    let most = room.overflow ? Int.max : room.partialValue
    var kept = String.UnicodeScalarView()
    var count = 0
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars.prefix(max(maximumRead, most)) where count <= most {
      defer { last = scalar }
      if scalar == "\n", last == "\r" { continue }
      let isBreak = scalar == "\t" || Character(scalar).isNewline
      guard isBreak || !isUnseen(scalar) else { continue }
      kept.append(isBreak ? " " : scalar)
      count += 1
    }
    return String(String(kept).prefix(max(limit, 0)).map(shortened))
  }

  private static func shortened(_ character: Character) -> Character {
    guard character.unicodeScalars.count > maximumScalars else { return character }
    return String(String.UnicodeScalarView(character.unicodeScalars.prefix(maximumScalars))).first ?? " "
  }

  /// Control characters, and formatting that is a character of its own without a look: the cursor would stand still on it.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: true
    case .format: ScriptTables.isDefaultIgnorable(scalar.value) && !scalar.properties.isGraphemeExtend && scalar != "\u{200D}"
    default: false
    }
  }
}
