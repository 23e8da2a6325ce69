import Observation
package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// The controls of one view: their order, who has the pointer and the keyboard, and what of them is drawn.
@MainActor package final class ControlLayer: ControlContext {
  /// A control and what the layer knows of it.
  final class Entry {
    let control: any Control
    /// Whether a change of what it read when it was drawn will be told.
    var isObserved = false
    /// Whether what it draws is kept until then.
    let isKept: Bool
    let standing: (any StandingControl)?
    var recording = CanvasRecording()
    /// In which it was recorded.
    var recordedArea: ControlArea?
    /// Consecutive steps in which it moved.
    var streak = 0

    init(_ control: any Control) {
      self.control = control
      isKept = control is any KeptControl
      standing = control as? any StandingControl
    }
  }

  /// A point's control and the part of it that lies there.
  struct Hit {
    let control: any Control
    let part: ControlPart
    /// Whether left and right are exchanged for it.
    let isMirrored: Bool
  }

  /// A button that went down on a control.
  struct Press {
    let control: any Control
    let button: PointerButton
    /// Of the view.
    let point: ScreenPoint
    let isMirrored: Bool
    /// When it becomes a long press; nil once it did, or moved.
    var longPressTime: Double?
  }

  /// How deep controls may lie on controls.
  static let maximumDepth = 16
  /// What moves for so many steps in a row is named in the panel of figures.
  package static let restlessSteps = 600
  static let longPressSeconds = 0.5
  static let tooltipSeconds = 0.6
  /// A press that moved so far is no long press; two presses farther apart are no double click.
  static let slopPoints = 5.0
  static let doubleClickSeconds = 0.4

  /// Called when something looks different.
  package var onChange: () -> Void = {}
  /// Reads and writes the system's clipboard.
  package var readClipboard: () -> String? = { nil }
  package var writeClipboard: (String) -> Void = { _ in }
  /// The view. It is mirrored where this is, or where the language of the interface is read from right to left; its insets are those of
  /// the view either way.
  package var area = ControlArea(size: ScreenSize(width: 0, height: 0)) {
    didSet { if area != oldValue { onChange() } }
  }

  /// Nothing is shown but these and what is modal, as in a view that has no room for more; nil, the default, for all.
  package var only: [any Control]? {
    didSet { onChange() }
  }

  /// From below.
  private(set) var entries: [Entry] = []
  var press: Press?
  /// Of the control under the pointer, while no button is held.
  var hovered: (any Control)?
  /// Of the view.
  var hoverPoint = ScreenPoint(x: 0, y: 0)
  /// When the tooltip of what is hovered appears; nil for never.
  var tooltipTime: Double?
  var isTooltipShown = false
  package internal(set) var focused: (any Control)?
  /// The modal control that was shown last, and what had the keyboard before.
  weak var followedModal: (any Control)?
  weak var focusBeforeModal: (any Control)?
  /// What controls are called by those who cannot see them.
  let accessibleNumbers = AccessibleNumbers()
  /// Whether the last event was a key, whose text comes next, and what had the keyboard when it went down.
  var isTyping = false
  weak var focusBeforeKey: (any Control)?
  var lastClick: (seconds: Double, point: ScreenPoint, count: Int)?
  private var isMoving = false
  /// Whether something changed between the last step and what was drawn behind it.
  private var hasLateChange = false
  /// Controls of which something changed that they read. Any thread may change it.
  private let changes: Mailbox<ObjectIdentifier>
  private(set) lazy var plainContext = LayerContext(self, isMirrored: false)
  private(set) lazy var mirroredContext = LayerContext(self, isMirrored: true)

  /// `wake` is called on any thread when a control changed.
  package init(wake: @escaping @Sendable () -> Void) {
    changes = Mailbox(wake: wake)
  }

  // MARK: The list

  /// The controls, from below.
  package var controls: [any Control] { entries.map(\.control) }

  /// Adds a control above those of its level; nothing happens when it is here.
  package func add(_ control: any Control) {
    guard !entries.contains(where: { $0.control === control }) else { return }
    let index = entries.firstIndex { $0.control.level > control.level } ?? entries.count
    entries.insert(Entry(control), at: index)
    onChange()
  }

  /// Takes a control away: what goes on with it is cancelled.
  package func remove(_ control: any Control) {
    guard let index = entries.firstIndex(where: { $0.control === control }) else { return }
    entries.remove(at: index)
    forgetAbsent()
    onChange()
  }

  /// Ends what goes on with controls that are no longer here.
  func forgetAbsent() {
    if let press, !isPresent(press.control) {
      self.press = nil
      press.control.handle(.cancelled, in: context(press.isMirrored))
    }
    if let hovered, !isPresent(hovered) { leaveHovered() }
    if let focused, !isPresent(focused) { focus(nil) }
  }

  /// Whether a control is here or lies on one that is.
  func isPresent(_ control: any Control) -> Bool {
    entries.contains { isOn(control, $0.control) }
  }

  /// Whether a control is another, or lies on it.
  func isOn(_ control: any Control, _ root: any Control, depth: Int = 0) -> Bool {
    root === control || depth < Self.maximumDepth && root.children.contains { isOn(control, $0, depth: depth + 1) }
  }

  // MARK: Context

  package var clipboard: String? {
    get { readClipboard() }
    set { if let newValue { writeClipboard(newValue) } }
  }

  package func setNeedsDisplay() { onChange() }

  package func focus(_ control: (any Control)?) {
    guard focused !== control, control.map(isPresent) ?? true else { return }
    let old = focused
    focused = control
    if let old { old.handle(.focused(false), in: context(of: old)) }
    // The old one may have given the keyboard to a third.
    if focused === control, let control { control.handle(.focused(true), in: context(of: control)) }
    guard let control else { return onChange() }
    let area = area(isMirrored(control))
    for entry in entries { reveal(control, in: entry.control, area, depth: 0) }
    onChange()
  }

  /// Tells those that `control` lies on, the outermost first; true when it lies on `root` or is it.
  @discardableResult private func reveal(
    _ control: any Control, in root: any Control, _ area: ControlArea, depth: Int
  ) -> Bool {
    if root === control { return true }
    guard depth < Self.maximumDepth, isOn(control, root, depth: depth) else { return false }
    root.reveal(control, in: area)
    for child in root.children { reveal(control, in: child, area, depth: depth + 1) }
    return true
  }

  // MARK: Frames

  /// Advances what moves to `now`; true when a frame is due.
  package func step(now: Double) -> Bool {
    let changed = Set(changes.drain())
    for entry in entries where changed.contains(ObjectIdentifier(entry.control)) { entry.isObserved = false }
    let wasMoving = isMoving
    isMoving = false
    if focused != nil || modal !== followedModal { followModal() }
    // A copy: those that are called may add and remove others.
    for entry in entries {
      var moves = false
      forEach(entry.control) { moves = $0.step(now: now) || moves }
      entry.streak = moves ? entry.streak + 1 : 0
      isMoving = isMoving || moves
    }
    if let press, let time = press.longPressTime, time <= now {
      self.press?.longPressTime = nil
      press.control.handle(.longPressed(placed(press.point, press.isMirrored)), in: context(press.isMirrored))
    }
    if let tooltipTime, tooltipTime <= now {
      self.tooltipTime = nil
      isTooltipShown = true
      return true
    }
    // The last frame of a movement is one, too.
    defer { hasLateChange = false }
    return isMoving || wasMoving || hasLateChange || !changed.isEmpty
  }

  /// The type of a control that has moved for long, or on which another has; nil while none has.
  package var restlessName: String? {
    entries.first { $0.streak >= Self.restlessSteps }.map { "\(type(of: $0.control))" }
  }

  /// Whether a control moves by itself.
  package var needsFrame: Bool { isMoving }

  /// When `step` is to be called though nothing happens.
  package var nextDeadline: Double? {
    guard let time = press?.longPressTime else { return tooltipTime }
    return tooltipTime.map { min($0, time) } ?? time
  }

  /// Draws the controls; `isPicture`: only those that belong into pictures of the map.
  package func draw(on canvas: Canvas, isPicture: Bool = false) {
    // What changed since the step is drawn as it is now; the view has a frame of it, too, where this is a picture.
    for change in changes.drain() {
      entries.first { ObjectIdentifier($0.control) == change }?.isObserved = false
      hasLateChange = true
    }
    for entry in entries where isShown(entry) && (!isPicture || entry.control.isPartOfPictures) { draw(entry, on: canvas) }
    guard isTooltipShown, let hovered, let text = hovered.tooltip.map(InterfaceText.retold) else { return }
    let area = area(isMirrored)
    canvas.mirrored(isMirrored, in: ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: area.size)) {
      Tooltip.draw(text, at: area.placed(hoverPoint), on: canvas, in: area)
    }
  }

  /// Where modal controls lie in the view, with those that lie on them.
  package var raisedRects: [ScreenRect] {
    var rects: [ScreenRect] = []
    for entry in entries where entry.control.isModal && viewRect(of: entry.control) != nil {
      forEach(entry.control) { if let rect = viewRect(of: $0) { rects.append(rect) } }
    }
    return rects
  }

  /// Calls `body` with where controls lie in the view that stand on every view.
  package func forEachStandingRect(_ body: (ScreenRect) -> Void) {
    for entry in entries where isShown(entry) {
      guard let standing = entry.standing else { continue }
      let area = area(isMirrored(entry.control))
      if let rect = standing.standingFrame(in: area) { body(area.placed(rect)) }
    }
  }

  func isShown(_ entry: Entry) -> Bool {
    guard let only else { return true }
    return entry.control.isModal || only.contains { $0 === entry.control }
  }

  private func draw(_ entry: Entry, on canvas: Canvas) {
    func draw() {
      // Here, so that a change of the language is told.
      let isMirrored = isMirrored && entry.control.isMirrored
      let area = self.area(isMirrored)
      canvas.mirrored(isMirrored, in: ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: area.size)) {
        self.draw(entry.control, on: canvas, in: area, depth: 0)
      }
    }
    let area = self.area(isMirrored && entry.control.isMirrored)
    if entry.isObserved {
      // Each time would add to those who are told of one change, and allocate in a steady frame.
      guard entry.isKept else { return draw() }
      if entry.recordedArea == area, canvas.replay(entry.recording) { return }
    }
    entry.isObserved = true
    func drawObserved() {
      withObservationTracking(draw) { [changes, key = ObjectIdentifier(entry.control)] in changes.post(key) }
    }
    guard entry.isKept else { return drawObserved() }
    canvas.record(into: &entry.recording, drawObserved)
    entry.recordedArea = area
  }

  /// A control and those on it, which are not shown where it is not.
  private func draw(_ control: any Control, on canvas: Canvas, in area: ControlArea, depth: Int) {
    guard control.frame(in: area) != nil else { return }
    control.draw(on: canvas, in: area)
    guard depth < Self.maximumDepth else { return }
    let clip = control.childClip(in: area)
    if let clip { canvas.pushClip(clip) }
    for child in control.children where clip.map({ Self.isSeen(child, in: $0, area) }) ?? true {
      draw(child, on: canvas, in: area, depth: depth + 1)
    }
    if clip != nil { canvas.popClip() }
  }

  /// Whether something of a control lies within `clip`: a page has more controls than fit.
  private static func isSeen(_ control: any Control, in clip: ScreenRect, _ area: ControlArea) -> Bool {
    guard let frame = control.frame(in: area) else { return false }
    return frame.maxX > clip.origin.x && frame.origin.x < clip.maxX && frame.maxY > clip.origin.y && frame.origin.y < clip.maxY
  }

  /// A control and those on it, from below.
  func forEach(_ control: any Control, depth: Int = 0, _ body: (any Control) -> Void) {
    body(control)
    guard depth < Self.maximumDepth else { return }
    for child in control.children { forEach(child, depth: depth + 1, body) }
  }
}
