import OverlookCamera
import OverlookGeometry

/// Turns events into what they ask of the view: a pure value with time in its arguments.
///
/// | input | output |
/// |---|---|
/// | left drag | pan, then inertia |
/// | wheel, touchpad | zoom about the pointer, eased or at once; Shift or Ctrl a quarter |
/// | pinch on a touchpad | zoom and turn about the pointer, at once |
/// | right drag, Ctrl and left drag | turn and tilt, then inertia; snaps to north |
/// | middle drag | the same about the point pressed |
/// | Shift and left drag | a box to zoom to; Escape cancels |
/// | double click | one level closer; with Shift, or of the right button, farther |
/// | click, 0.5 s press, right click | `tap`, `longPress`, `contextMenu` |
/// | arrows; with Shift | pan; turn and tilt, as long as they are held |
/// | + - PgUp PgDn | one level; with Shift two |
/// | N U R Home Esc F2 F3 F11 Ctrl+Q, back and forward | commands |
///
/// Numbers that are not finite are replaced by the last good ones; a release that never came is made up by the next press, and
/// `focusLost` ends everything.
package struct GestureRecognizer: Sendable {
  /// A button that is held.
  struct Press: Sendable {
    enum Drag: Sendable {
      case pan, boxZoom
      case turn(aboutPointer: Bool)
    }

    enum Phase: Sendable {
      /// Within the click tolerance since the press.
      case still
      case dragging
      /// Cancelled or not allowed; only waits for the release.
      case spent
    }

    let button: PointerButton
    let modifiers: Modifiers
    let drag: Drag
    let start: ScreenPoint
    let startSeconds: Double
    /// The second press of a double click.
    let isSecond: Bool
    var last: ScreenPoint
    var phase = Phase.still
    var longPressed = false
  }

  struct Click: Sendable {
    let button: PointerButton
    let point: ScreenPoint
    let timeSeconds: Double
  }

  /// What holds the camera at the moment.
  struct Holds: OptionSet, Sendable {
    let rawValue: UInt8
    static let drag = Holds(rawValue: 1)
    static let touchpad = Holds(rawValue: 2)
    static let keys = Holds(rawValue: 4)
  }

  var settings = GestureSettings()
  var time = 0.0
  var pointer = ScreenPoint(x: 0, y: 0)
  var press: Press?
  var samples = DragSamples()
  /// The click before, as long as a second one would make it double.
  var lastClick: Click?
  /// A right click that opens its menu unless a second one comes.
  var menu: Click?
  var holds: Holds = []
  var scrollDevice = ScrollDevice()
  var touchpadSeconds = 0.0
  var keys = HeldKeys()

  package init() {}

  /// Whether nothing is held, awaited or moving.
  package var isIdle: Bool { press == nil && holds.isEmpty && menu == nil && !keys.isMoving }

  /// When `step` wants to be called though no event comes: seconds of the events' clock; in the past for "at the next frame".
  package var nextDeadline: Double? {
    if keys.isMoving { return time }
    var deadline = Double.infinity
    if let press, press.awaitsLongPress { deadline = press.startSeconds + GestureNumbers.longPressSeconds }
    if let menu { deadline = min(deadline, menu.timeSeconds + GestureNumbers.doubleClickSeconds) }
    if holds.contains(.touchpad) { deadline = min(deadline, touchpadSeconds + GestureNumbers.scrollEndSeconds) }
    return deadline < .infinity ? deadline : nil
  }

  package mutating func handle(_ event: InputEvent, settings: GestureSettings) -> [GestureOutput] {
    var outputs: [GestureOutput] = []
    handle(event, settings: settings, into: &outputs)
    return outputs
  }

  /// Appends to `outputs`; the form that allocates nothing.
  package mutating func handle(_ event: InputEvent, settings: GestureSettings, into outputs: inout [GestureOutput]) {
    self.settings = settings
    advance(to: event.timeSeconds)
    expire(into: &outputs)
    switch event.kind {
    case .pointerMoved(let point):
      pointer = clean(point)
      moved(into: &outputs)
    case .pointerLeft:
      break
    case .buttonPressed(let button, let point, let modifiers):
      pointer = clean(point)
      pressed(button, modifiers, into: &outputs)
    case .buttonReleased(let button, let point, _):
      pointer = clean(point)
      released(button, into: &outputs)
    case .scrolled(_, let y, let point, let modifiers):
      pointer = clean(point)
      scrolled(y, modifiers, into: &outputs)
    case .pinched(let scale, let degrees, let point, _):
      pointer = clean(point)
      pinched(scale, degrees, into: &outputs)
    case .keyPressed(let key, let modifiers):
      keyPressed(key, modifiers, into: &outputs)
    case .keyReleased(let key, _):
      keys.release(key, at: time)
    // By its letter: it lies on other keys of other keyboards.
    case .textCommitted("/"): outputs.append(.command(.find))
    case .keyRepeated, .textCommitted, .filesDropped:
      // Held keys move by time, not by repeats.
      break
    case .focusLost:
      releaseEverything(into: &outputs)
      // A clock that once told nonsense must not hold for ever.
      if event.timeSeconds.isFinite { time = event.timeSeconds }
    }
  }

  package mutating func step(now: Double, settings: GestureSettings? = nil) -> [GestureOutput] {
    var outputs: [GestureOutput] = []
    step(now: now, settings: settings, into: &outputs)
    return outputs
  }

  /// What time alone brings about at `now`: the way of held keys, long presses, menus, and the end of a touchpad's stream. After all
  /// events that have come: a button counts as held only where its release is not among them, however long a frame kept them waiting.
  package mutating func step(now: Double, settings: GestureSettings? = nil, into outputs: inout [GestureOutput]) {
    if let settings { self.settings = settings }
    advance(to: now)
    noteHeld(into: &outputs)
    expire(into: &outputs)
    guard holds.contains(.keys) else { return }
    if let step = keys.take(now: time, settings: self.settings) { outputs.append(.motion(.step(step, seconds: 0))) }
    if !keys.isMoving { letGo(.keys, into: &outputs) }
  }

  /// The button that is held does nothing more: what was pressed has taken the pointer.
  package mutating func yieldPress() {
    press?.phase = .spent
  }

  /// Ends every gesture without inertia, as `focusLost` does: the view was hidden, or something else took the pointer.
  package mutating func cancel(into outputs: inout [GestureOutput]) {
    releaseEverything(into: &outputs)
  }
}

extension GestureRecognizer.Press {
  var awaitsLongPress: Bool {
    guard case .still = phase else { return false }
    return button != .middle && !longPressed
  }
}

extension GestureRecognizer {
  private mutating func advance(to seconds: Double) {
    if seconds.isFinite { time = max(time, seconds) }
  }

  private func clean(_ point: ScreenPoint) -> ScreenPoint {
    let limit = 1e6
    guard point.x.isFinite, point.y.isFinite else { return pointer }
    return ScreenPoint(x: min(max(point.x, -limit), limit), y: min(max(point.y, -limit), limit))
  }

  /// A button that has been held in place for so long is no click any more.
  private mutating func noteHeld(into outputs: inout [GestureOutput]) {
    guard let held = press, held.awaitsLongPress, time >= held.startSeconds + GestureNumbers.longPressSeconds else { return }
    press?.longPressed = true
    if held.button == .left { outputs.append(.longPress(held.start)) }
  }

  /// Brings about what was due before the present time, also when no step came in between.
  private mutating func expire(into outputs: inout [GestureOutput]) {
    if let click = menu, time >= click.timeSeconds + GestureNumbers.doubleClickSeconds {
      menu = nil
      outputs.append(.contextMenu(click.point))
    }
    if holds.contains(.touchpad), time >= touchpadSeconds + GestureNumbers.scrollEndSeconds { letGo(.touchpad, into: &outputs) }
  }

  private mutating func releaseEverything(into outputs: inout [GestureOutput]) {
    cancelDrag(into: &outputs)
    press = nil
    menu = nil
    lastClick = nil
    keys.releaseAll()
    if !holds.isEmpty { outputs.append(.ended) }
    holds = []
  }

  mutating func take(_ hold: Holds, into outputs: inout [GestureOutput]) {
    if holds.contains(hold) { return }
    holds.insert(hold)
    outputs.append(.began)
  }

  mutating func letGo(_ hold: Holds, into outputs: inout [GestureOutput]) {
    guard holds.contains(hold) else { return }
    holds.remove(hold)
    if holds.isEmpty { outputs.append(.ended) }
  }
}
