public import OverlookGeometry

/// What was done in a window of a known size, to be done again: events with times in seconds since the recording began.
///
/// The text form has one event per line, and every line ends in a line feed. Numbers are decimal; `#` begins a comment line;
/// empty lines are skipped:
/// ```
/// overlook-input 3
/// size 1280 800
/// 0.25 move 100 200
/// 0.5 press left 100 200 shift+control
/// 0.75 release left 100 200
/// 1 scroll 0 1 100 200
/// 1.25 key-down plus
/// 1.3 key-up plus
/// 1.4 key-down a shift
/// 1.4 text A%20
/// 1.6 key-repeat a shift
/// 1.9 pinch 1.02 -0.5 100 200
/// 2 leave
/// 2.5 drop 100 200 0 /tmp/a%20map.pmtiles /tmp/b.tif
/// 2.8 clipboard Helsinki
/// 2.8 key-down v control
/// 3 focus-lost
/// ```
/// `size` is that of the view in points. Positions are x and y in points; `scroll` has the detents in x and y and then the
/// position; `pinch` the factor and the degrees and then the position; `drop` the position, the count of files that were left out,
/// and the paths; `clipboard` what another program has copied by then, nothing where that was no text. Text and paths are
/// percent-encoded but for letters and digits of ASCII and `-._~/`. Modifiers (`shift`, `control`, `alt`, joined by `+`) come last
/// and are left out when there are none. Times never decrease. Version 2 lacks `clipboard`, version 1 also `text`, `key-repeat`,
/// `pinch` and `drop`.
public struct InputLog: Hashable, Sendable {
  /// The view's size in points when it was recorded.
  public let size: ScreenSize
  /// In order of time; the times are seconds since the recording began.
  public private(set) var events: [InputEvent]
  /// What other programs copied meanwhile, as far as it was pasted, in the same order and of the same clock.
  public private(set) var clipboardChanges: [ClipboardChange] = []

  /// A text that another program put into the clipboard.
  public struct ClipboardChange: Hashable, Sendable {
    /// Seconds since the recording began.
    public let timeSeconds: Double
    /// As it is pasted, at most `maximumClipboardBytes` of UTF-8; empty when the clipboard has no text any more.
    public let text: String
    /// How many of the events came before.
    public let eventCount: Int
  }

  /// The version of the text form that is written. Older ones are read, too.
  public static let version = 3
  /// More events than this are neither kept nor read.
  public static let maximumEventCount = 1_000_000
  /// A longer recording than this, in seconds, is neither kept nor read: one day.
  public static let maximumSeconds = 86_400.0
  /// More UTF-8 than this of one text of the clipboard is cut.
  public static let maximumClipboardBytes = 262_144
  /// Positions and scroll distances lie between this and its negative.
  static let maximumCoordinate = 1_000_000.0

  /// An empty log for a view of `size` points.
  public init(size: ScreenSize) {
    self.size = ScreenSize(width: Self.coordinate(size.width, atLeast: 0), height: Self.coordinate(size.height, atLeast: 0))
    events = []
  }

  /// Adds an event whose time is seconds since the beginning. Numbers are brought into range, a time earlier than the last
  /// event's becomes that, and a full log takes no more; true when the event was kept.
  @discardableResult public mutating func append(_ event: InputEvent) -> Bool {
    guard let time = time(of: event.timeSeconds) else { return false }
    let kind = Self.bounded(event.kind)
    if case .textCommitted("") = kind { return false }
    events.append(InputEvent(timeSeconds: time, kind: kind))
    return true
  }

  /// Adds a text that another program has copied after the last event, at a time in seconds since the beginning; empty for one that
  /// cannot be pasted. It is cut, and its time brought into order, as those of events; true when it was kept.
  @discardableResult public mutating func appendClipboard(_ text: String, at timeSeconds: Double) -> Bool {
    guard let time = time(of: timeSeconds) else { return false }
    clipboardChanges.append(ClipboardChange(timeSeconds: time, text: Self.pasted(text), eventCount: events.count))
    return true
  }

  /// The same for a text that was pasted while the last event was handled, and so had been copied before it.
  mutating func insertClipboard(_ text: String) {
    let before = clipboardChanges.last
    let time = max(before?.timeSeconds ?? 0, events.dropLast().last?.timeSeconds ?? 0)
    guard events.count + clipboardChanges.count < Self.maximumEventCount else { return }
    clipboardChanges.append(
      ClipboardChange(
        timeSeconds: time, text: Self.pasted(text), eventCount: max(before?.eventCount ?? 0, events.count - 1)))
  }

  static func pasted(_ text: String) -> String {
    CommittedText.cleaned(text, maximumBytes: maximumClipboardBytes, keepsLines: true)
  }

  /// A time at the end of the log; nil when that is full.
  private func time(of seconds: Double) -> Double? {
    guard events.count + clipboardChanges.count < Self.maximumEventCount else { return nil }
    let time = seconds.isFinite ? max(seconds, durationSeconds) : durationSeconds
    return time <= Self.maximumSeconds ? time : nil
  }

  /// Whether a button or a key is still down after the last event.
  package var endsHeld: Bool {
    var buttons: Set<PointerButton> = []
    var keys: Set<Key> = []
    for event in events {
      switch event.kind {
      case .buttonPressed(let button, _, _): buttons.insert(button)
      case .buttonReleased(let button, _, _): buttons.remove(button)
      case .keyPressed(let key, _): keys.insert(key)
      case .keyReleased(let key, _): keys.remove(key)
      case .focusLost:
        buttons.removeAll()
        keys.removeAll()
      case .pointerMoved, .pointerLeft, .scrolled, .pinched, .keyRepeated, .textCommitted, .filesDropped: break
      }
    }
    return !buttons.isEmpty || !keys.isEmpty
  }

  /// Seconds from the beginning to the last event, or the last change of the clipboard.
  public var durationSeconds: Double { max(events.last?.timeSeconds ?? 0, clipboardChanges.last?.timeSeconds ?? 0) }

  private static func coordinate(_ value: Double, atLeast minimum: Double = -maximumCoordinate) -> Double {
    value.isFinite ? min(max(value, minimum), maximumCoordinate) : 0
  }

  private static func bounded(_ point: ScreenPoint) -> ScreenPoint {
    ScreenPoint(x: coordinate(point.x), y: coordinate(point.y))
  }

  private static func bounded(_ kind: InputEvent.Kind) -> InputEvent.Kind {
    switch kind {
    case .pointerMoved(let point): .pointerMoved(bounded(point))
    case .buttonPressed(let button, let point, let modifiers): .buttonPressed(button, bounded(point), modifiers.known)
    case .buttonReleased(let button, let point, let modifiers): .buttonReleased(button, bounded(point), modifiers.known)
    case .scrolled(let x, let y, let point, let modifiers):
      .scrolled(x: coordinate(x), y: coordinate(y), at: bounded(point), modifiers.known)
    case .pinched(let scale, let degrees, let point, let modifiers):
      .pinched(
        scale: scale.isFinite && scale > 0 ? coordinate(scale, atLeast: 1 / maximumCoordinate) : 1, degrees: coordinate(degrees),
        at: bounded(point),
        modifiers.known)
    case .keyPressed(let key, let modifiers): .keyPressed(key, modifiers.known)
    case .keyRepeated(let key, let modifiers): .keyRepeated(key, modifiers.known)
    case .keyReleased(let key, let modifiers): .keyReleased(key, modifiers.known)
    case .textCommitted(let text): .textCommitted(CommittedText.cleaned(text))
    case .filesDropped(let drop, let point):
      .filesDropped(FileDrop(paths: drop.paths, omittedCount: min(drop.omittedCount, Self.maximumEventCount)), at: bounded(point))
    case .pointerLeft, .focusLost: kind
    }
  }
}

extension Modifiers {
  static let names: [(modifier: Modifiers, name: String)] = [(.shift, "shift"), (.control, "control"), (.alt, "alt")]

  var known: Modifiers { intersection([.shift, .control, .alt]) }
}

extension InputLog {
  /// The text form, which `init(parsing:)` reads back to the same value.
  public var text: String {
    var text = "overlook-input \(Self.version)\nsize \(Self.number(size.width)) \(Self.number(size.height))\n"
    var changes = clipboardChanges[...]
    for (index, event) in events.enumerated() {
      while let change = changes.first, change.eventCount <= index {
        text += Self.line(change)
        changes.removeFirst()
      }
      text += Self.line(event)
    }
    for change in changes { text += Self.line(change) }
    return text
  }

  private static func line(_ change: ClipboardChange) -> String {
    "\(number(change.timeSeconds)) clipboard" + (change.text.isEmpty ? "" : " " + PercentCoding.encoded(change.text)) + "\n"
  }

  /// One line of the text form, with its line feed.
  static func line(_ event: InputEvent) -> String {
    let what =
      switch event.kind {
      case .pointerMoved(let point): "move \(words(point))"
      case .pointerLeft: "leave"
      case .buttonPressed(let button, let point, let modifiers): "press \(button.rawValue) \(words(point))\(words(modifiers))"
      case .buttonReleased(let button, let point, let modifiers): "release \(button.rawValue) \(words(point))\(words(modifiers))"
      case .scrolled(let x, let y, let point, let modifiers):
        "scroll \(number(x)) \(number(y)) \(words(point))\(words(modifiers))"
      case .pinched(let scale, let degrees, let point, let modifiers):
        "pinch \(number(scale)) \(number(degrees)) \(words(point))\(words(modifiers))"
      case .keyPressed(let key, let modifiers): "key-down \(key.rawValue)\(words(modifiers))"
      case .keyRepeated(let key, let modifiers): "key-repeat \(key.rawValue)\(words(modifiers))"
      case .keyReleased(let key, let modifiers): "key-up \(key.rawValue)\(words(modifiers))"
      case .textCommitted(let text): "text \(PercentCoding.encoded(text))"
      case .filesDropped(let drop, let point):
        "drop \(words(point)) \(drop.omittedCount)" + drop.paths.map { " " + PercentCoding.encoded($0) }.joined()
      case .focusLost: "focus-lost"
      }
    return "\(number(event.timeSeconds)) \(what)\n"
  }

  private static func words(_ point: ScreenPoint) -> String {
    "\(number(point.x)) \(number(point.y))"
  }

  private static func words(_ modifiers: Modifiers) -> String {
    let names = Modifiers.names.filter { modifiers.contains($0.modifier) }.map(\.name)
    return names.isEmpty ? "" : " " + names.joined(separator: "+")
  }

  /// The shortest decimal that reads back to the same number.
  private static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
