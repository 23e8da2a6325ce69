import Overlook
import OverlookInput
import OverlookPlatform
import Testing

/// Moving markers by hand.
@MainActor @Suite(.serialized) struct MarkerDragTests {
  private let stage: MarkerStage
  private let tip = ScreenPoint(x: 200, y: 200)
  private let grip = ScreenPoint(x: 200, y: 180)

  init() throws {
    stage = try MarkerStage()
  }

  private func draggable(_ title: String = "A") -> Marker {
    let marker = stage.marker(title, at: tip)
    marker.isDraggable = true
    return marker
  }

  private func seen(_ marker: Marker) -> ScreenPoint { stage.map.projection.point(for: marker.position) }

  private func takeHold() {
    stage.loop.send(.buttonPressed(.left, grip, []))
    stage.loop.advance(by: 0.6)
  }

  @Test func aLongPressTakesHoldAndTheMarkerFollows_MK13_MD14_MD15_MD16() {
    let marker = draggable()
    let camera = stage.map.camera
    stage.drag(from: grip, to: ScreenPoint(x: 260, y: 120), holdSeconds: 0.6)
    #expect(stage.log.take() == ["begin A", "drag A", "end A"])
    // It keeps its distance from the pointer.
    #expect(abs(seen(marker).x - 260) < 1e-6 && abs(seen(marker).y - 140) < 1e-6)
    #expect(stage.map.camera == camera)
  }

  @Test func aMarkerIsNotDraggableByItself_MK13() {
    let marker = stage.marker("A", at: tip)
    #expect(!marker.isDraggable)
    let place = marker.position
    stage.drag(from: grip, to: ScreenPoint(x: 260, y: 120), holdSeconds: 0.6)
    #expect(stage.log.take() == ["long press"] && marker.position == place)
  }

  @Test func withoutALongPressTheMapIsMoved_MK13() {
    let marker = draggable()
    let place = marker.position
    stage.drag(from: grip, to: ScreenPoint(x: 260, y: 180))
    #expect(stage.log.take().isEmpty && marker.position == place)
    #expect(abs(seen(marker).x - 260) < 1)
  }

  @Test func escapePutsTheMarkerBack_MD16() {
    let marker = draggable()
    let place = marker.position
    takeHold()
    stage.loop.send(.pointerMoved(ScreenPoint(x: 300, y: 100)))
    stage.loop.advance(by: 0.1)
    stage.loop.send(.keyPressed(.escape, []))
    stage.loop.send(.pointerMoved(ScreenPoint(x: 350, y: 100)))
    stage.loop.send(.buttonReleased(.left, ScreenPoint(x: 350, y: 100), []))
    stage.loop.advance(by: 0.5)
    #expect(marker.position == place && stage.log.take() == ["begin A", "drag A", "end A"])
  }

  @Test func whenTheWindowLosesTheKeyboardTheMarkerStaysWhereItIs_MD16() {
    let marker = draggable()
    takeHold()
    stage.loop.send(.pointerMoved(ScreenPoint(x: 300, y: 180)))
    stage.loop.send(.focusLost)
    stage.loop.advance(by: 0.1)
    #expect(abs(seen(marker).x - 300) < 1e-6 && stage.log.take() == ["begin A", "drag A", "end A"])
  }

  @Test func aMarkerThatIsRemovedIsLetGo_MD16() {
    let marker = draggable()
    takeHold()
    marker.map = nil
    stage.loop.send(.pointerMoved(ScreenPoint(x: 300, y: 180)))
    stage.loop.send(.buttonReleased(.left, ScreenPoint(x: 300, y: 180), []))
    stage.loop.advance(by: 0.5)
    #expect(stage.log.take() == ["begin A", "end A"])
  }

  @Test func clearingTheMapInACallbackLetsTheMarkerGo_MD16() {
    _ = draggable()
    stage.log.onLine = { [map = stage.map] line in if line == "drag A" { map.clear() } }
    stage.drag(from: grip, to: ScreenPoint(x: 260, y: 120), holdSeconds: 0.6)
    #expect(stage.log.take() == ["begin A", "drag A", "end A"] && stage.map.overlayCount == 0)
  }

  @Test func removingTheMarkerAsTheDragBeginsEndsIt() {
    let marker = draggable()
    stage.log.onLine = { line in if line == "begin A" { marker.map = nil } }
    stage.drag(from: grip, to: ScreenPoint(x: 260, y: 120), holdSeconds: 0.6)
    #expect(stage.log.take() == ["begin A", "end A"])
  }

  @Test func aMarkerThatIsNoLongerDraggableIsLetGo_MK13() {
    let marker = draggable()
    takeHold()
    marker.isDraggable = false
    let place = marker.position
    stage.loop.send(.pointerMoved(ScreenPoint(x: 300, y: 180)))
    stage.loop.advance(by: 0.1)
    #expect(marker.position == place && stage.log.take() == ["begin A", "end A"])
  }

  @Test func aMapThatGoesAwayDuringADragLeavesItsMarkersWhole() throws {
    let marker = Marker()
    marker.isDraggable = true
    do {
      let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
      map.mapType = .none
      let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
      marker.map = map
      loop.renderFrame()
      map.selectedMarker = marker
      loop.send(.buttonPressed(.left, ScreenPoint(x: 200, y: 140), []))
      loop.advance(by: 0.6)
      loop.close()
    }
    #expect(marker.map == nil)
    marker.position = LocationCoordinate(latitude: 1, longitude: 2)
    marker.map = stage.map
    #expect(stage.map.overlayCount == 1)
  }

  @Test func aPlaceAboveTheHorizonMovesNothing_MD15() {
    stage.map.maximumViewingAngle = { _ in 85 }
    stage.map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 6, viewingAngle: 84)
    let marker = draggable()
    takeHold()
    let place = marker.position
    stage.loop.send(.pointerMoved(ScreenPoint(x: 200, y: -200)))
    stage.loop.advance(by: 0.1)
    #expect(marker.position == place && stage.log.take() == ["begin A"])
  }
}
