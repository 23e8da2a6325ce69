import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import Testing

/// A control that keeps what it was told.
@MainActor private final class Probe: Control {
  var rect: ScreenRect?
  var inputs: [ControlInput] = []
  var isFocusable = false
  var isModal = false
  var level = ControlLevel.standard
  var tooltip: String?
  var children: [any Control] = []
  var usesKeys = true
  var onInput: (ControlInput) -> Void = { _ in }

  init(_ rect: ScreenRect?) { self.rect = rect }

  func frame(in area: ControlArea) -> ScreenRect? { rect }
  func draw(on canvas: Canvas, in area: ControlArea) {}
  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    inputs.append(input)
    onInput(input)
    if case .key = input { return usesKeys }
    return true
  }
}

@MainActor @Suite struct ControlLayerTests {
  private let layer: ControlLayer
  private let on = ScreenPoint(x: 50, y: 50)
  private let beside = ScreenPoint(x: 300, y: 200)

  init() {
    layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: ScreenSize(width: 400, height: 300))
  }

  private func probe(_ x: Double = 0, _ y: Double = 0) -> Probe {
    let probe = Probe(ScreenRect(x: x, y: y, width: 100, height: 100))
    layer.add(probe)
    return probe
  }

  private func send(_ kind: InputEvent.Kind, at seconds: Double = 0) -> EventDisposition {
    layer.respond(to: InputEvent(timeSeconds: seconds, kind: kind))
  }

  @Test func whatLiesOnAControlNeverReachesTheMap() {
    let probe = probe()
    for button in PointerButton.allCases {
      #expect(send(.buttonPressed(button, on, [])) == .captured)
      // The drag goes on beside the control.
      #expect(send(.pointerMoved(beside)) == .handled)
      #expect(send(.buttonReleased(button, beside, [])) == .handled)
    }
    #expect(send(.pointerMoved(on)) == .handled)
    #expect(send(.scrolled(x: 0, y: 1, at: on, [])) == .handled)
    #expect(send(.pinched(scale: 1.1, degrees: 2, at: on, [])) == .handled)
    #expect(probe.inputs.contains(.released(.right, beside, isInside: false)))
    #expect(send(.buttonPressed(.left, beside, [])) == .ignored)
    #expect(send(.scrolled(x: 0, y: 1, at: beside, [])) == .ignored)
    #expect(send(.pointerMoved(beside)) == .ignored)
  }

  @Test func theTopmostControlGetsTheInputByLevelAndOrder() {
    let (first, second) = (probe(), probe())
    let callout = Probe(ScreenRect(x: 0, y: 0, width: 100, height: 100))
    callout.level = .callout
    layer.add(callout)
    _ = send(.pointerMoved(on))
    #expect(second.inputs == [.pointerMoved(on)] && first.inputs.isEmpty && callout.inputs.isEmpty)
    let popover = Probe(ScreenRect(x: 0, y: 0, width: 100, height: 100))
    popover.level = .popover
    layer.add(popover)
    layer.add(probe(200, 200))
    _ = send(.pointerMoved(ScreenPoint(x: 51, y: 50)))
    #expect(second.inputs.last == .pointerLeft && popover.inputs == [.pointerMoved(ScreenPoint(x: 51, y: 50))])
  }

  @Test func aPressThatIsHeldBecomesALongOneUnlessItMoves() {
    let probe = probe()
    _ = send(.buttonPressed(.left, on, []), at: 10)
    #expect(layer.nextDeadline == 10.5)
    _ = layer.step(now: 10.4)
    #expect(!probe.inputs.contains(.longPressed(on)))
    _ = layer.step(now: 10.5)
    #expect(probe.inputs.last == .longPressed(on) && layer.nextDeadline == nil)
    _ = send(.buttonReleased(.left, on, []), at: 11)
    _ = send(.buttonPressed(.left, on, []), at: 12)
    _ = send(.pointerMoved(ScreenPoint(x: 60, y: 50)), at: 12.1)
    _ = layer.step(now: 13)
    #expect(probe.inputs.filter { $0 == .longPressed(on) }.count == 1)
  }

  @Test func quickPressesAtOnePlaceAreCounted() {
    let probe = probe()
    for seconds in [1.0, 1.2, 1.4, 5] {
      _ = send(.buttonPressed(.left, on, []), at: seconds)
      _ = send(.buttonReleased(.left, on, []), at: seconds + 0.05)
    }
    let clicks = probe.inputs.compactMap { if case .pressed(_, _, _, let clicks) = $0 { clicks } else { nil } }
    #expect(clicks == [1, 2, 3, 1])
  }

  @Test func tabGoesAroundAndKeysGoToTheFocusedControlFirst() {
    let (a, b, c) = (probe(), probe(120), probe(0, 120))
    (a.isFocusable, c.isFocusable) = (true, true)
    #expect(send(.keyPressed(.tab, [])) == .handled && layer.focused === a)
    #expect(send(.keyPressed(.n, [])) == .handled && a.inputs.last == .key(.n, []))
    #expect(send(.textCommitted("n")) == .handled && a.inputs.last == .text("n"))
    a.usesKeys = false
    #expect(send(.keyPressed(.n, [])) == .ignored)
    #expect(send(.keyPressed(.tab, [])) == .handled && layer.focused === c)
    #expect(a.inputs.last == .focused(false) && c.inputs.last == .focused(true))
    c.usesKeys = false
    #expect(send(.keyPressed(.tab, [])) == .handled && layer.focused === a)
    #expect(send(.keyPressed(.tab, .shift)) == .handled && layer.focused === c)
    #expect(b.inputs.isEmpty)
    #expect(send(.keyPressed(.escape, [])) == .handled && layer.focused == nil)
    #expect(send(.keyPressed(.escape, [])) == .ignored && send(.textCommitted("x")) == .ignored)
  }

  @Test func aPressBesideTakesTheKeyboardAway() {
    let probe = probe()
    probe.isFocusable = true
    _ = send(.buttonPressed(.left, on, []))
    _ = send(.buttonReleased(.left, on, []))
    #expect(layer.focused === probe)
    #expect(send(.buttonPressed(.left, beside, [])) == .ignored)
    #expect(layer.focused == nil)
  }

  @Test func aPressBesideAModalControlIsItsOwn() {
    let below = probe()
    let modal = Probe(ScreenRect(x: 200, y: 200, width: 50, height: 50))
    (modal.isModal, modal.level) = (true, .popover)
    layer.add(modal)
    #expect(send(.buttonPressed(.left, on, [])) == .handled)
    #expect(modal.inputs == [.pressedOutside(on)] && below.inputs.isEmpty)
    modal.rect = nil
    #expect(send(.buttonPressed(.left, on, [])) == .captured)
  }

  @Test func aControlMayRemoveItselfAndOthersWhileItIsCalled() {
    let (a, b) = (probe(), probe(120))
    b.isFocusable = true
    layer.focus(b)
    a.onInput = { [layer] input in
      if case .pressed = input {
        layer.remove(a)
        layer.remove(b)
      }
    }
    #expect(send(.buttonPressed(.left, on, [])) == .captured)
    #expect(layer.controls.isEmpty && layer.focused == nil)
    #expect(a.inputs.last == .cancelled)
    #expect(send(.buttonReleased(.left, on, [])) == .ignored)
  }

  @Test func lossOfTheWindowsFocusCancelsAPress() {
    let probe = probe()
    _ = send(.buttonPressed(.left, on, []))
    _ = send(.focusLost)
    #expect(probe.inputs.last == .cancelled)
  }

  @Test func theWheelGoesToTheNearestControlThatScrolls() {
    let outer = probe()
    let inner = Probe(ScreenRect(x: 10, y: 10, width: 80, height: 80))
    outer.children = [inner]
    _ = send(.scrolled(x: 0, y: 1, at: on, []))
    #expect(inner.inputs == [.scrolled(x: 0, y: 1, at: on)] && outer.inputs.isEmpty)
  }

  @Test func controlsThatContainThemselvesAreFollowedToADepth() {
    let probe = probe()
    probe.children = [probe]
    #expect(send(.buttonPressed(.left, on, [])) == .captured)
    #expect(!layer.step(now: 1))
    probe.children = []
  }

  @Test func aTooltipAppearsAfterAWhileAndGoesWithThePointer() {
    let probe = probe()
    probe.tooltip = "Zoom in"
    _ = send(.pointerMoved(on), at: 5)
    #expect(layer.nextDeadline == 5.6)
    #expect(!layer.step(now: 5.5))
    #expect(layer.step(now: 5.6))
    var changes = 0
    layer.onChange = { changes += 1 }
    _ = send(.pointerMoved(beside), at: 6)
    #expect(changes > 0 && layer.nextDeadline == nil)
  }

  @Test func aViewWithRoomForFewShowsTheseAndWhatIsModal() {
    let (shown, hidden) = (probe(), probe())
    layer.only = [shown]
    #expect(send(.buttonPressed(.left, on, [])) == .captured)
    _ = send(.buttonReleased(.left, on, []))
    #expect(!shown.inputs.isEmpty && hidden.inputs.isEmpty)
    let menu = probe()
    menu.isModal = true
    _ = send(.buttonPressed(.left, on, []))
    _ = send(.buttonReleased(.left, on, []))
    #expect(!menu.inputs.isEmpty && hidden.inputs.isEmpty)
    menu.rect = nil
    layer.only = nil
    _ = send(.buttonPressed(.left, on, []))
    #expect(!hidden.inputs.isEmpty)
  }
}
