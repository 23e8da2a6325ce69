import OverlookGeometry

/// What is wrong with the text of an input log, and in which line, counted from 1.
public struct InputLogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Problem: Hashable, Sendable {
    /// The first line is not `overlook-input` and a number.
    case notAnInputLog
    /// The log is of another version of the format.
    case unsupportedVersion
    /// The second line is not `size` and two numbers that are not negative.
    case badSize
    /// The last line has no line feed: the file was cut.
    case cutShort
    /// A byte that is not UTF-8, or a control character.
    case notText
    /// A line is longer than any event.
    case lineTooLong
    /// The word after the time is no event.
    case unknownEvent
    /// The event has too few or too many words.
    case wrongWordCount
    /// A word that should be a number in range is not.
    case badNumber
    /// No such button.
    case unknownButton
    /// No such key.
    case unknownKey
    /// No such modifier, or one named twice.
    case unknownModifier
    /// The time is earlier than the line's before, or beyond the longest recording.
    case badTime
    /// A text, or a path, is not percent-encoded UTF-8 within the limits of an event.
    case badText
    /// More events than a log may hold.
    case tooManyEvents
  }

  /// Counted from 1.
  public let line: Int
  /// What is wrong there.
  public let problem: Problem

  package init(line: Int, problem: Problem) {
    self.line = line
    self.problem = problem
  }

  /// One line for the person who has the file.
  public var description: String {
    let what =
      switch problem {
      case .notAnInputLog: "this is no input log (it does not begin with \"overlook-input\")"
      case .unsupportedVersion: "this version of the format is unknown (versions 1 to \(InputLog.version) are)"
      case .badSize: "\"size\", a width and a height were expected"
      case .cutShort: "the file ends in the middle of a line"
      case .notText: "this is not plain text"
      case .lineTooLong: "the line is too long"
      case .unknownEvent: "unknown event"
      case .wrongWordCount: "too few or too many words"
      case .badNumber: "a number is missing or out of range"
      case .unknownButton: "unknown button"
      case .unknownKey: "unknown key"
      case .unknownModifier: "unknown modifier"
      case .badTime: "the time is out of order or out of range"
      case .badText: "a text or a path is not percent-encoded, or too long"
      case .tooManyEvents: "too many events (\(InputLog.maximumEventCount) at most)"
      }
    return "line \(line): \(what)"
  }
}

extension InputLog {
  /// Reads the text form; the file is refused whole at the first fault.
  public init(parsing bytes: some Sequence<UInt8>) throws(InputLogError) {
    var parser = InputLogParser()
    for byte in bytes { try parser.take(byte) }
    self = try parser.finish()
  }

  /// Reads the text form; the file is refused whole at the first fault.
  public init(parsing text: String) throws(InputLogError) {
    try self.init(parsing: text.utf8)
  }
}

/// Reads a log byte by byte and holds one line at a time, so that no file can make it hold more than its events.
private struct InputLogParser {
  private static let maximumHeaderBytes = 256
  /// Three for each byte of the paths of a drop, or of a text of the clipboard, and the rest of the line.
  private static let maximumLineBytes = 3 * FileDrop.maximumBytes + FileDrop.maximumCount + 256

  private var log: InputLog?
  private var hasHeader = false
  private var line: [UInt8] = []
  private var lineNumber = 1

  mutating func take(_ byte: UInt8) throws(InputLogError) {
    if byte != UInt8(ascii: "\n") {
      guard byte >= 0x20, byte != 0x7F else { throw fault(.notText) }
      guard line.count < (hasHeader ? Self.maximumLineBytes : Self.maximumHeaderBytes) else {
        throw fault(hasHeader ? .lineTooLong : .notAnInputLog)
      }
      line.append(byte)
      return
    }
    try finishLine()
    line.removeAll(keepingCapacity: true)
    lineNumber &+= 1
  }

  func finish() throws(InputLogError) -> InputLog {
    guard line.isEmpty else { throw fault(hasHeader ? .cutShort : .notAnInputLog) }
    guard let log else { throw fault(hasHeader ? .badSize : .notAnInputLog) }
    return log
  }

  private func fault(_ problem: InputLogError.Problem) -> InputLogError {
    InputLogError(line: lineNumber, problem: problem)
  }

  private mutating func finishLine() throws(InputLogError) {
    guard let text = String(validating: line, as: UTF8.self) else { throw fault(hasHeader ? .notText : .notAnInputLog) }
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    if !hasHeader {
      guard words.count == 2, words[0] == "overlook-input" else { throw fault(.notAnInputLog) }
      guard let version = Int(words[1]), (1...InputLog.version).contains(version) else { throw fault(.unsupportedVersion) }
      hasHeader = true
      return
    }
    guard let first = words.first, !first.hasPrefix("#") else { return }
    if log == nil {
      guard words.count == 3, first == "size", let width = number(words[1]), let height = number(words[2]), width >= 0,
        height >= 0
      else { throw fault(.badSize) }
      log = InputLog(size: ScreenSize(width: width, height: height))
      return
    }
    guard let time = number(words[0]) else { throw fault(.badNumber) }
    guard time >= (log?.durationSeconds ?? 0), time <= InputLog.maximumSeconds else { throw fault(.badTime) }
    guard words.count >= 2 else { throw fault(.wrongWordCount) }
    let isKept: Bool?
    if words[1] == "clipboard" {
      let text = try clipboard(words[2...])
      isKept = log?.appendClipboard(text, at: time)
    } else {
      let event = InputEvent(timeSeconds: time, kind: try kind(words[1], words[2...]))
      isKept = log?.append(event)
    }
    guard isKept == true else { throw fault(.tooManyEvents) }
  }

  private func clipboard(_ words: ArraySlice<Substring>) throws(InputLogError) -> String {
    guard let word = words.first else { return "" }
    try count(words, 1, modifiers: false)
    guard let text = PercentCoding.decoded(word), !text.isEmpty, InputLog.pasted(text) == text else { throw fault(.badText) }
    return text
  }

  private func kind(_ name: Substring, _ words: ArraySlice<Substring>) throws(InputLogError) -> InputEvent.Kind {
    switch name {
    case "move":
      try count(words, 2, modifiers: false)
      return .pointerMoved(try point(words))
    case "leave":
      try count(words, 0, modifiers: false)
      return .pointerLeft
    case "press":
      try count(words, 3)
      return .buttonPressed(try button(words), try point(words.dropFirst()), try modifiers(words.dropFirst(3)))
    case "release":
      try count(words, 3)
      return .buttonReleased(try button(words), try point(words.dropFirst()), try modifiers(words.dropFirst(3)))
    case "scroll":
      try count(words, 4)
      let distance = try point(words)
      return .scrolled(x: distance.x, y: distance.y, at: try point(words.dropFirst(2)), try modifiers(words.dropFirst(4)))
    case "pinch":
      try count(words, 4)
      let change = try point(words)
      guard change.x > 0 else { throw fault(.badNumber) }
      return .pinched(
        scale: change.x, degrees: change.y, at: try point(words.dropFirst(2)), try modifiers(words.dropFirst(4)))
    case "key-down":
      try count(words, 1)
      return .keyPressed(try key(words), try modifiers(words.dropFirst()))
    case "key-repeat":
      try count(words, 1)
      return .keyRepeated(try key(words), try modifiers(words.dropFirst()))
    case "key-up":
      try count(words, 1)
      return .keyReleased(try key(words), try modifiers(words.dropFirst()))
    case "text":
      try count(words, 1, modifiers: false)
      return .textCommitted(try text(words.first))
    case "drop":
      guard words.count >= 3 else { throw fault(.wrongWordCount) }
      return .filesDropped(try files(words.dropFirst(2)), at: try point(words))
    case "focus-lost":
      try count(words, 0, modifiers: false)
      return .focusLost
    default:
      throw fault(.unknownEvent)
    }
  }

  private func count(_ words: ArraySlice<Substring>, _ expected: Int, modifiers: Bool = true) throws(InputLogError) {
    guard words.count == expected || modifiers && words.count == expected + 1 else { throw fault(.wrongWordCount) }
  }

  private func point(_ words: ArraySlice<Substring>) throws(InputLogError) -> ScreenPoint {
    guard let first = words.first, let second = words.dropFirst().first, let x = number(first), let y = number(second) else {
      throw fault(.badNumber)
    }
    return ScreenPoint(x: x, y: y)
  }

  private func text(_ word: Substring?) throws(InputLogError) -> String {
    guard let word, let text = PercentCoding.decoded(word), !text.isEmpty, CommittedText.cleaned(text) == text else {
      throw fault(.badText)
    }
    return text
  }

  private func files(_ words: ArraySlice<Substring>) throws(InputLogError) -> FileDrop {
    guard let first = words.first, let omitted = Int(first), (0...InputLog.maximumEventCount).contains(omitted) else {
      throw fault(.badNumber)
    }
    let paths = words.dropFirst().compactMap { PercentCoding.decoded($0) }
    let drop = FileDrop(paths: paths, omittedCount: omitted)
    guard drop.paths.count == words.count - 1 else { throw fault(.badText) }
    return drop
  }

  private func button(_ words: ArraySlice<Substring>) throws(InputLogError) -> PointerButton {
    guard let word = words.first, let button = PointerButton(rawValue: String(word)) else { throw fault(.unknownButton) }
    return button
  }

  private func key(_ words: ArraySlice<Substring>) throws(InputLogError) -> Key {
    guard let word = words.first, let key = Key(rawValue: String(word)) else { throw fault(.unknownKey) }
    return key
  }

  private func modifiers(_ words: ArraySlice<Substring>) throws(InputLogError) -> Modifiers {
    guard let word = words.first else { return [] }
    var modifiers: Modifiers = []
    for name in word.split(separator: "+", omittingEmptySubsequences: false) {
      guard let known = Modifiers.names.first(where: { $0.name == name })?.modifier, !modifiers.contains(known) else {
        throw fault(.unknownModifier)
      }
      modifiers.insert(known)
    }
    return modifiers
  }

  /// A plain decimal within the range of coordinates; `Double` alone would take "nan", "inf" and hexadecimal.
  private func number(_ word: Substring) -> Double? {
    guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }), let value = Double(word),
      value.isFinite, abs(value) <= InputLog.maximumCoordinate
    else { return nil }
    return value
  }
}
