public import Observation
public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
public import OverlookInput
import OverlookSupport
import OverlookText

/// A line of text that a person edits: cursor, selection by pointer and Shift, words by Ctrl, clipboard (Ctrl+X, C, V), undo
/// (Ctrl+Z, Shift for redo), and characters that were composed. Text runs both ways: the cursor goes as it is seen, and a line
/// that is read from right to left lies at the right.
@MainActor @Observable public final class TextField: Control {
  /// Shown while the text is empty.
  public var prompt: String
  /// Where it lies.
  public var placement: ControlPlacement
  /// In points; default 240. 34 high.
  public var width = 240.0
  /// Whether it has a ground of its own; default true.
  public var hasCard = true
  /// Whether it can be used; default true.
  public var isEnabled = true
  /// What to say of it when the pointer rests on it; default nothing.
  public var tooltip: String?
  /// Among which controls it lies.
  public var level = ControlLevel.standard
  /// What it is called by those who cannot see what lies beside it; nil, the default, for its prompt.
  public var accessibleName: String?
  /// Called when a person changed the text.
  @ObservationIgnored public var onChange: @MainActor (String) -> Void = { _ in }
  /// Called on Enter.
  @ObservationIgnored public var onSubmit: @MainActor (String) -> Void = { _ in }
  /// Asked for keys that the field has no use for, such as up and down; true when used.
  @ObservationIgnored public var onKey: @MainActor (Key) -> Bool = { _ in false }

  /// The text with its cursor and selection.
  public private(set) var edited: EditedText
  /// What the pointer and the keyboard do with it.
  public var state: ControlState { interaction.state }
  @ObservationIgnored private let interaction = Interaction()
  /// From the left end of the text to what is seen first, in points.
  @ObservationIgnored private var scroll = 0.0
  /// Where the cursor can stand in the text that was drawn last.
  @ObservationIgnored private var carets = Carets()

  /// The places of a text, as they are seen.
  private struct Carets {
    var letters: [Character] = []
    var text = ""
    /// Of the fonts that it was measured with.
    var version = -1
    var places = VisualPlaces([])
    /// Of the edges between characters, in points from the left end of the text.
    var offsets = [0.0]
    /// Of the left end of the text, in points from that of the field.
    var indent = 0.0

    var width: Double { offsets[offsets.count - 1] }

    func offset(ofEdge edge: Int) -> Double { offsets[min(max(edge, 0), offsets.count - 1)] }

    func offset(of place: Int) -> Double { offset(ofEdge: places.edge(of: place)) }
  }

  private static let textSize = TypeScale.body
  private static let height = 34.0
  private static let padding = 10.0
  private static let caretWidth = 2.0

  /// A field with `text` in it, of at most `limit` characters.
  public init(_ text: String = "", prompt: String = "", limit: Int = 256, at placement: ControlPlacement) {
    edited = EditedText(text, limit: min(limit, 256))
    self.prompt = prompt
    self.placement = placement
  }

  /// What is in the field; setting it puts the cursor at its end and forgets what `undo` knew.
  public var text: String {
    get { edited.text }
    set { if newValue != edited.text { edited = EditedText(newValue, limit: edited.limit) } }
  }

  /// Whether it takes the keyboard.
  public var isFocusable: Bool { isEnabled }

  /// What it is called, and what is in it.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let name = accessibleName ?? (prompt.isEmpty ? tooltip ?? "" : prompt)
    return AccessibleElement(
      .field, name, detail: tooltip == name ? "" : tooltip ?? "",
      value: .edited(edited.text, cursor: edited.cursor, selection: edited.selection), states: isEnabled ? .enabled : [],
      actions: [.press])
  }

  /// Edits the text as a person does.
  public func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard isEnabled else { return false }
    switch action {
    case .press: onSubmit(edited.text)
    case .dismiss: return onKey(.escape)
    case .setText(let text):
      change {
        $0.selectAll()
        $0.insert(text)
      }
    case .setSelection(let range):
      edited.place(cursor: range.lowerBound, extends: false)
      if !range.isEmpty { edited.place(cursor: range.upperBound, extends: true) }
    default: return false
    }
    return true
  }

  /// Where it lies, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? {
    placement.rect(of: ScreenSize(width: width, height: Self.height), in: area)
  }

  /// What of it lies at a point.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { isEnabled ? .text : .surface }

  /// Takes an input; true when it was used.
  public func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    _ = interaction.take(input)
    guard isEnabled else { return false }
    switch input {
    case .pressed(.left, let point, let modifiers, let clicks):
      let place = place(at: point, context.area)
      switch clicks {
      case 2: edited.selectWord(at: place)
      case 3: edited.selectAll()
      default: edited.place(cursor: place, extends: modifiers.contains(.shift))
      }
      return true
    case .dragged(let point) where state.contains(.pressed):
      edited.place(cursor: place(at: point, context.area), extends: true)
      return true
    case .text(let text):
      change { $0.insert(text) }
      return true
    case .key(let key, let modifiers): return take(key, modifiers, context)
    default: return false
    }
  }

  private func take(_ key: Key, _ modifiers: Modifiers, _ context: any ControlContext) -> Bool {
    // Here left and right are those of the line, which is never mirrored.
    let key = context.area.isMirrored ? key.mirrored : key
    let extends = modifiers.contains(.shift)
    if modifiers.contains(.control), takeCommand(key, extends, context) { return true }
    let byWord = modifiers.contains(.control)
    switch key {
    case .left: edited.move(byWord ? .wordLeft : .left, extends: extends)
    case .right: edited.move(byWord ? .wordRight : .right, extends: extends)
    case .home: edited.move(.start, extends: extends)
    case .end: edited.move(.end, extends: extends)
    case .backspace: change { $0.delete(byWord ? .wordBack : .back) }
    case .delete: change { $0.delete(byWord ? .wordForward : .forward) }
    case .enter: onSubmit(edited.text)
    case .escape, .tab: return onKey(key)
    case .up, .down, .pageUp, .pageDown: _ = onKey(key)
    default: return Self.uses(key, modifiers)
    }
    return true
  }

  /// Whether a field that has the keyboard keeps a key for itself: letters come as text besides, and those that it has no use for
  /// (function keys, most letters with Ctrl) are commands of others.
  package static func uses(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard !key.isFunctionKey else { return false }
    return !modifiers.contains(.control) || key.rawValue.count > 1 || Command(key) != nil
  }

  /// What letters do with Ctrl.
  private enum Command {
    case selectAll, copy, cut, paste, undo, redo

    init?(_ key: Key) {
      switch key {
      case .a: self = .selectAll
      case .c: self = .copy
      case .x: self = .cut
      case .v: self = .paste
      case .z: self = .undo
      case .y: self = .redo
      default: return nil
      }
    }
  }

  private func takeCommand(_ key: Key, _ isShifted: Bool, _ context: any ControlContext) -> Bool {
    guard let command = Command(key) else { return false }
    switch command {
    case .selectAll: edited.selectAll()
    case .copy: if !edited.selection.isEmpty { context.clipboard = edited.selectedText }
    case .cut:
      guard !edited.selection.isEmpty else { return true }
      context.clipboard = edited.selectedText
      change { $0.insert("") }
    case .paste: if let text = context.clipboard { change { $0.insert(text) } }
    case .undo: change { _ = isShifted ? $0.redo() : $0.undo() }
    case .redo: change { $0.redo() }
    }
    return true
  }

  private func change(_ body: (inout EditedText) -> Void) {
    let before = edited.text
    body(&edited)
    if edited.text != before { onChange(edited.text) }
  }

  // MARK: Places and drawing

  /// Kept free of text at the end of the field, for a button that lies there; in points.
  @ObservationIgnored var trailingRoom = 0.0

  private func inner(in area: ControlArea) -> ScreenRect? {
    frame(in: area).map { frame in
      let all = frame.inset(x: Self.padding, y: 4)
      return ScreenRect(
        x: all.origin.x, y: all.origin.y, width: max(all.size.width - trailingRoom, 0), height: all.size.height)
    }
  }

  /// Where the cursor goes for a press at a point.
  private func place(at point: ScreenPoint, _ area: ControlArea) -> Int {
    guard let inner = inner(in: area), carets.letters == edited.letters else { return edited.count }
    // A line of text is never mirrored.
    let fromLeft = area.isMirrored ? inner.maxX - point.x : point.x - inner.origin.x
    let x = fromLeft - carets.indent + scroll
    let offsets = carets.offsets
    return carets.places.place(atEdge: offsets.indices.min { abs(offsets[$0] - x) < abs(offsets[$1] - x) } ?? 0)
  }

  private func measure(_ canvas: Canvas, width: Double, isMirrored: Bool) {
    if carets.letters != edited.letters || carets.version != canvas.textVersion {
      let places = edited.places
      carets = Carets(
        letters: edited.letters, text: edited.text, version: canvas.textVersion, places: places,
        offsets: canvas.edges(ofVerbatim: edited.letters, places, size: Self.textSize))
    }
    let room = width - carets.width - Self.caretWidth
    let isFromRight = carets.letters.isEmpty ? isMirrored : carets.places.isRightToLeft
    carets.indent = isFromRight ? max(room, 0) : 0
    let caret = carets.offset(of: edited.cursor)
    scroll = min(max(scroll, caret - width + Self.caretWidth), caret)
    scroll = max(min(scroll, -room), 0)
  }

  /// Draws it.
  public func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area), let inner = inner(in: area) else { return }
    let palette = area.palette
    if hasCard {
      canvas.fillCard(rect, radius: 8, palette: palette)
    } else {
      canvas.fillRoundedRect(rect, radius: 8, color: palette.inset)
    }
    if state.contains(.focused) { canvas.strokeFocusRing(rect.grown(by: -2), radius: 6, palette: palette) }
    measure(canvas, width: inner.size.width, isMirrored: area.isMirrored)
    canvas.pushClip(inner)
    canvas.unmirrored(in: inner) { drawText(in: inner, canvas, palette) }
    canvas.popClip()
  }

  private func drawText(in inner: ScreenRect, _ canvas: Canvas, _ palette: Palette) {
    let left = inner.origin.x + carets.indent - scroll
    if state.contains(.focused) { drawSelection(from: left, inner, canvas, palette) }
    if edited.count == 0 {
      drawPrompt(inner, canvas, palette)
    } else {
      canvas.verbatimText(
        carets.text, at: ScreenPoint(x: left, y: inner.middle.y), size: Self.textSize,
        color: palette.ink.withAlpha(isEnabled ? 1 : 0.4), anchor: TextAnchor(.left, .middle))
    }
    if state.contains(.focused) {
      let caret = canvas.alignedToPixels(left + carets.offset(of: edited.cursor))
      canvas.fillRect(
        ScreenRect(x: caret, y: inner.origin.y + 4, width: 1.5, height: inner.size.height - 8), color: palette.accent)
    }
  }

  private func drawSelection(from left: Double, _ inner: ScreenRect, _ canvas: Canvas, _ palette: Palette) {
    if edited.selection.isEmpty { return }
    for edges in carets.places.edges(of: edited.selection) {
      let (from, to) = (carets.offset(ofEdge: edges.lowerBound), carets.offset(ofEdge: edges.upperBound))
      canvas.fillRect(
        ScreenRect(x: left + from, y: inner.origin.y + 3, width: to - from, height: inner.size.height - 6),
        color: palette.selection)
    }
  }

  private func drawPrompt(_ inner: ScreenRect, _ canvas: Canvas, _ palette: Palette) {
    let prompt = InterfaceText.retold(self.prompt)
    let isRightToLeft = Canvas.isRightToLeft(prompt)
    canvas.text(
      canvas.fitted(prompt, size: Self.textSize, width: inner.size.width),
      at: ScreenPoint(x: isRightToLeft ? inner.maxX : inner.origin.x, y: inner.middle.y), size: Self.textSize,
      color: palette.dimInk, anchor: TextAnchor(isRightToLeft ? .right : .left, .middle))
  }
}

extension Key {
  fileprivate var isFunctionKey: Bool { rawValue.count > 1 && rawValue.hasPrefix("f") }
}
