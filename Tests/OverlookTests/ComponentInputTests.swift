import Overlook
import OverlookInput
import OverlookPlatform
import Testing

/// What a component of an app takes part in besides frames: events below the controls, long presses, the end of a click, the rest of the
/// map, and the key that shows all.
@MainActor @Suite(.serialized) struct ComponentInputTests {
  private final class Taker: MapComponent {
    var takesKeys = false
    var takesLongPress = false
    var usesClicks = false
    var bounds = CoordinateBounds.empty
    var rests = true
    var log: [String] = []

    func update(_ frame: MapFrame) -> RedrawReasons { [] }
    var isAtRest: Bool { rests }
    var contentBounds: CoordinateBounds { bounds }

    func respond(to event: InputEvent, in map: MapView) -> EventDisposition? {
      guard takesKeys, case .keyPressed(let key, _) = event.kind else { return nil }
      log.append("key \(key)")
      return .handled
    }

    func tap(at point: ScreenPoint, in map: MapView) -> Bool { usesClicks }

    func didTap(usedBy user: (any MapComponent)?, in map: MapView) {
      log.append(user == nil ? "nobody" : user === self ? "me" : "another")
    }

    func longPress(at point: ScreenPoint, in map: MapView) -> Bool {
      log.append("long press")
      return takesLongPress
    }
  }

  private let stage: MarkerStage
  private let taker = Taker()

  init() throws {
    stage = try MarkerStage()
    stage.map.add(taker)
  }

  private func press(_ point: ScreenPoint) {
    stage.loop.send(.buttonPressed(.left, point, []))
    stage.loop.advance(by: 0.6)
    stage.loop.send(.buttonReleased(.left, point, []))
    stage.loop.advance(by: 0.6)
  }

  @Test func aKeyThatAComponentTakesDoesNotReachTheMap() {
    stage.map.camera.bearing = 40
    taker.takesKeys = true
    stage.loop.send(.keyPressed(.n, []))
    stage.loop.advance(by: 1)
    #expect(taker.log == ["key n"] && stage.map.camera.bearing == 40)
    taker.takesKeys = false
    stage.loop.send(.keyPressed(.n, []))
    stage.loop.advance(by: 1)
    #expect(stage.map.camera.bearing == 0)
  }

  @Test func aLongPressIsTheTopmostOfThoseThatWantIt() {
    let point = ScreenPoint(x: 200, y: 180)
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    marker.isDraggable = true
    taker.takesLongPress = true
    press(point)
    #expect(taker.log.first == "long press" && stage.log.take().isEmpty)
    taker.takesLongPress = false
    press(point)
    #expect(stage.log.take().first == "begin A")
  }

  @Test func everyComponentHearsWhoUsedAClick() {
    stage.click(ScreenPoint(x: 40, y: 40))
    let marker = stage.marker("A", at: ScreenPoint(x: 200, y: 200))
    stage.click(ScreenPoint(x: 200, y: 180))
    #expect(stage.map.selectedMarker === marker)
    stage.loop.advance(by: 1)
    // What is used above the marker deselects it.
    taker.usesClicks = true
    stage.click(ScreenPoint(x: 200, y: 180))
    #expect(stage.map.selectedMarker == nil)
    stage.loop.send(.keyPressed(.escape, []))
    stage.loop.advance(by: 0.1)
    #expect(taker.log == ["nobody", "another", "me", "nobody"])
  }

  @Test func theMapRestsWhenItsComponentsDo() {
    stage.loop.advance(by: 2)
    #expect(stage.map.isAtRest)
    taker.rests = false
    #expect(!stage.map.isAtRest)
  }

  @Test func theKeyThatShowsAllShowsWhatComponentsHave() {
    taker.bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: 40, longitude: 10), northEast: LocationCoordinate(latitude: 42, longitude: 13))
    stage.loop.send(.keyPressed(.home, []))
    stage.loop.advance(by: 2)
    let camera = stage.map.camera
    #expect(abs(camera.target.longitude - 11.5) < 0.01 && abs(camera.target.latitude - 41) < 0.1 && camera.zoom > 5)
  }
}
