import OverlookCamera
import OverlookGeometry
import OverlookInput
import Testing

@Suite struct GestureSettingsTests {
  /// Everything that a hand can do to the camera, one after the other.
  private func moveEverything(_ settings: GestureSettings) -> [GestureOutput] {
    var hand = Hand()
    hand.settings = settings
    hand.drag(from: ScreenPoint(0, 0), to: ScreenPoint(100, 50))
    hand.drag(.right, from: ScreenPoint(0, 0), to: ScreenPoint(100, 50))
    hand.drag(.middle, from: ScreenPoint(0, 0), to: ScreenPoint(100, 50))
    hand.drag(from: ScreenPoint(0, 0), to: ScreenPoint(100, 50), .control)
    hand.drag(from: ScreenPoint(0, 0), to: ScreenPoint(100, 50), .shift)
    hand.send(.scrolled(x: 0, y: 1, at: ScreenPoint(5, 5), []))
    hand.send(.scrolled(x: 0, y: 0.2, at: ScreenPoint(5, 5), []))
    hand.wait(1)
    hand.click(10, 10)
    hand.time += 0.1
    hand.click(10, 10)
    for key in [Key.plus, .minus, .pageUp, .pageDown] { hand.send(.keyPressed(key, [])) }
    for modifiers in [Modifiers(), .shift] {
      for key in [Key.left, .up] {
        hand.send(.keyPressed(key, modifiers))
        hand.wait(0.3)
        hand.send(.keyReleased(key, modifiers))
        hand.wait(2)
      }
    }
    return hand.take()
  }

  private func moves(_ output: GestureOutput) -> Set<String> {
    switch output {
    case .delta(.pan): ["scroll"]
    case .delta(.zoom), .motion(.wheelZoom), .boxZoom: ["zoom"]
    case .boxZoomChanged(let rect): rect == nil ? [] : ["zoom"]
    case .delta(.rotate), .snapToNorth: ["rotate"]
    case .delta(.tilt): ["tilt"]
    case .motion(.step(let step, _, _, _)):
      Set(
        [
          (step.scrollX != 0 || step.scrollY != 0, "scroll"), (step.zoom != 0, "zoom"), (step.bearing != 0, "rotate"),
          (step.viewingAngle != 0, "tilt"),
        ].filter(\.0).map(\.1))
    case .motion(.inertia(let v, _)):
      Set(
        [
          (v.panX != 0 || v.panY != 0, "scroll"), (v.zoom != 0, "zoom"), (v.bearing != 0, "rotate"),
          (v.viewingAngle != 0, "tilt"),
        ]
        .filter(\.0).map(\.1))
    default: []
    }
  }

  @Test(arguments: ["scroll", "zoom", "tilt", "rotate"]) func aSwitchTurnsOffItsFamilyAndNoOther(family: String) {
    var settings = GestureSettings()
    switch family {
    case "scroll": settings.scroll = false
    case "zoom": settings.zoom = false
    case "tilt": settings.tilt = false
    default: settings.rotate = false
    }
    let families = moveEverything(settings).reduce(into: Set<String>()) { $0.formUnion(moves($1)) }
    #expect(families == Set(["scroll", "zoom", "tilt", "rotate"]).subtracting([family]))
  }

  @Test func withAllOffNothingMovesTheCamera() {
    var settings = GestureSettings()
    (settings.scroll, settings.zoom, settings.tilt, settings.rotate) = (false, false, false, false)
    let outputs = moveEverything(settings)
    #expect(!outputs.contains(.began))
    #expect(outputs.allSatisfy { moves($0).isEmpty })
    #expect(outputs.contains(.tap(ScreenPoint(10, 10))), "clicks are no movements")
  }

  @Test func aSwitchTurnedOffDuringADragEndsIt() {
    var hand = Hand()
    hand.press(0, 0)
    hand.move(20, 0)
    _ = hand.take()
    hand.settings.scroll = false
    hand.move(40, 0)
    #expect(hand.take() == [.ended])
    hand.move(60, 0)
    hand.release(60, 0)
    #expect(hand.take().isEmpty)
  }

  @Test func withoutScrollingDuringZoomTheMiddleOfTheViewIsHeld() {
    var settings = GestureSettings()
    settings.allowScrollGesturesDuringRotateOrZoom = false
    for output in moveEverything(settings) {
      switch output {
      case .delta(.zoom(_, let about)), .delta(.rotate(_, let about)), .motion(.step(_, let about, _, _)): #expect(about == nil)
      case .motion(.wheelZoom): Issue.record("a wheel zoom is always about a point")
      default: break
      }
    }
  }

  @MainActor @Test func defaultsAreThoseOfTheTable() {
    let settings = UISettings()
    #expect(settings.scrollGestures && settings.zoomGestures && settings.tiltGestures && settings.rotateGestures)
    #expect(settings.consumesGesturesInView && settings.indoorPicker && settings.trafficIncidentCards)
    #expect(settings.allowScrollGesturesDuringRotateOrZoom)
    #expect(!settings.compassButton && !settings.myLocationButton)
    #expect(settings.gestures == GestureSettings())
  }

  @MainActor @Test func allGesturesCanBeSetAtOnceAndButtonsStay() {
    let settings = UISettings()
    settings.compassButton = true
    var changes = 0
    settings.onChange = { changes += 1 }
    settings.setAllGesturesEnabled(false)
    let gestures = settings.gestures
    #expect(!gestures.scroll && !gestures.zoom && !gestures.tilt && !gestures.rotate)
    #expect(settings.compassButton && settings.indoorPicker)
    #expect(changes == 4)
    settings.setAllGesturesEnabled(false)
    #expect(changes == 4)
  }
}
