@testable import Overlook
import Testing

/// The parts of the camera as numbers that are animated one by one.
@MainActor @Suite struct MapLayerTests {
  private let start = CameraPosition(latitude: 10, longitude: 20, zoom: 8, bearing: 10, viewingAngle: 5)

  @Test func numbersAreClampedAndWrapped() throws {
    let map = MapFixture(camera: start).map
    try map.setMinZoom(2, maxZoom: 18)
    LayerTransaction.withoutAnimation {
      map.layer.cameraLatitude = 89
      map.layer.cameraLongitude = 190
      map.layer.cameraBearing = -90
      map.layer.cameraZoomLevel = 30
      map.layer.cameraViewingAngle = 80
    }
    #expect(abs(map.layer.cameraLatitude - 85) < 1e-9 && abs(map.layer.cameraLongitude + 170) < 1e-9)
    #expect(map.layer.cameraBearing == 270 && map.layer.cameraZoomLevel == 18 && map.layer.cameraViewingAngle == 65)
    let before = map.camera
    LayerTransaction.withoutAnimation {
      map.layer.cameraLatitude = .nan
      map.layer.cameraZoomLevel = .infinity
    }
    #expect(map.camera == before)
  }

  @Test func aNumberThatIsSetIsAnimatedOverAQuarterOfASecond() {
    var fixture = MapFixture(camera: start)
    fixture.map.layer.cameraZoomLevel = 10
    #expect(fixture.map.layer.cameraZoomLevel == 8 && fixture.map.layer.goal(for: .cameraZoomLevel) == 10)
    #expect(!fixture.map.isAtRest)
    fixture.run(seconds: 0.15)
    #expect(fixture.map.camera.zoom > 8 && fixture.map.camera.zoom < 10)
    fixture.run(seconds: 0.2)
    #expect(fixture.map.camera.zoom == 10 && !fixture.map.layer.isAnimating)
    #expect(fixture.log.take() == ["willMove", "didChange", "idle"])
  }

  @Test func aTransactionHasOneTimeOneCourseAndOneEnd() {
    var fixture = MapFixture(camera: start)
    var outcomes: [MotionOutcome] = []
    LayerTransaction.animate(seconds: 1, easing: .linear, completion: { outcomes.append($0) }) {
      fixture.map.layer.cameraBearing = 350
      fixture.map.layer.cameraZoomLevel = 10
    }
    fixture.run(seconds: 1.0 / 60)
    fixture.run(seconds: 0.5)
    // Half of the way; the bearing goes the short way round, over north.
    #expect(abs(fixture.map.camera.zoom - 9) < 0.05)
    #expect(fixture.map.camera.bearing < 1 || fixture.map.camera.bearing > 359)
    #expect(outcomes.isEmpty)
    fixture.run(seconds: 0.6)
    #expect(outcomes == [.finished] && abs(fixture.map.camera.bearing - 350) < 1e-9)
  }

  @Test func paddingMovesInATransactionAndIsSetAtOnceOutside() {
    var fixture = MapFixture(camera: start)
    let map = fixture.map
    map.padding = EdgeInsets(left: 20)
    #expect(map.padding == EdgeInsets(left: 20) && !map.layer.isAnimating)
    LayerTransaction.animate(seconds: 1, easing: .linear) { map.padding = EdgeInsets(top: 40, left: 120) }
    #expect(map.padding == EdgeInsets(left: 20) && map.layer.goal(for: .paddingLeft) == 120)
    fixture.run(seconds: 1.0 / 60)
    fixture.run(seconds: 0.5)
    #expect(abs(map.padding.left - 70) < 3 && abs(map.padding.top - 20) < 2)
    // The target lies in the middle of what is visible all the while.
    let middle = map.projection.point(for: map.camera.target)
    #expect(abs(middle.x - (map.size.width + map.padding.left) / 2) < 0.01)
    #expect(abs(middle.y - (map.size.height + map.padding.top) / 2) < 0.01)
    fixture.run(seconds: 0.6)
    #expect(map.padding == EdgeInsets(top: 40, left: 120) && map.camera == start)
    LayerTransaction.animate(seconds: 1) { map.padding = .zero }
    map.padding = EdgeInsets(left: 7)
    fixture.run(seconds: 1.2)
    #expect(map.padding == EdgeInsets(left: 7), "what is set at once stays")
    LayerTransaction.animate(seconds: 1) { map.padding = EdgeInsets(left: .nan) }
    fixture.run(seconds: 1.2)
    #expect(map.padding == .zero, "what is no number is none")
  }

  @Test func eachNumberHasAnAnimationOfItsOwn() {
    var fixture = MapFixture(camera: start)
    var outcomes: [String: MotionOutcome] = [:]
    fixture.map.layer.add(LayerAnimation(key: .cameraZoomLevel, from: 4, to: 6, seconds: 0.2)) { outcomes["zoom"] = $0 }
    fixture.map.layer.add(LayerAnimation(key: .cameraLatitude, to: 12, seconds: 1)) { outcomes["latitude"] = $0 }
    #expect(fixture.map.camera.zoom == 4, "it starts where it says")
    fixture.run(seconds: 0.4)
    #expect(outcomes == ["zoom": .finished] && fixture.map.camera.zoom == 6)
    fixture.map.layer.cameraLatitude = 0
    #expect(outcomes["latitude"] == .interrupted)
    fixture.run(seconds: 0.4)
    #expect(abs(fixture.map.camera.target.latitude) < 1e-9)
    fixture.map.layer.add(LayerAnimation(key: .init(rawValue: "opacity"), to: 1)) { outcomes["opacity"] = $0 }
    #expect(outcomes["opacity"] == .interrupted, "the layer has no such number")
  }

  @Test func anAnimationWithoutLengthIsToldOf() {
    var fixture = MapFixture(camera: start)
    LayerTransaction.withoutAnimation { fixture.map.layer.cameraZoomLevel = 8 }
    fixture.run(seconds: 0.1)
    #expect(fixture.log.take() == ["willMove", "didChange", "idle"])
  }

  @Test func aGestureStopsTheAnimationInPlace() {
    var fixture = MapFixture(camera: start)
    var outcome: MotionOutcome?
    LayerTransaction.animate(seconds: 2, completion: { outcome = $0 }) { fixture.map.layer.cameraZoomLevel = 12 }
    fixture.run(seconds: 0.5)
    fixture.send(.buttonPressed(.left, ScreenPoint(x: 400, y: 300), []))
    let held = fixture.map.camera
    #expect(outcome == .interrupted && held.zoom > 8 && held.zoom < 12)
    fixture.run(seconds: 0.5)
    #expect(fixture.map.camera == held)
  }

  @Test func anAnimationThatIsAddedEndsTheGesture() {
    var fixture = MapFixture(camera: start)
    fixture.send(.buttonPressed(.left, ScreenPoint(x: 400, y: 300), []))
    fixture.send(.pointerMoved(ScreenPoint(x: 500, y: 300)))
    var outcome: MotionOutcome?
    fixture.map.layer.add(LayerAnimation(key: .cameraZoomLevel, to: 9, seconds: 0.2)) { outcome = $0 }
    fixture.send(.pointerMoved(ScreenPoint(x: 600, y: 300)))
    fixture.run(seconds: 0.5)
    #expect(outcome == .finished && abs(fixture.map.camera.zoom - 9) < 1e-9)
  }

  @Test func aChangeEndsTheGesture() {
    var fixture = MapFixture(camera: start)
    fixture.send(.buttonPressed(.left, ScreenPoint(x: 400, y: 300), []))
    fixture.send(.pointerMoved(ScreenPoint(x: 500, y: 300)))
    LayerTransaction.withoutAnimation { fixture.map.layer.cameraZoomLevel = 9 }
    let set = fixture.map.camera
    fixture.send(.pointerMoved(ScreenPoint(x: 600, y: 300)))
    fixture.run(seconds: 0.5)
    #expect(fixture.map.camera == set)
    fixture.run(seconds: 0.1)
    #expect(fixture.map.isCameraMoving == false)
  }

  @Test func otherMovesTakeOver() {
    let moves: [@MainActor (MapView) -> Void] = [
      { $0.camera.zoom = 5 }, { $0.animate(toZoom: 5, seconds: 0) }, { $0.moveCamera(.zoom(to: 5)) }, { $0.stopAnimation() },
    ]
    for (number, move) in moves.enumerated() {
      var fixture = MapFixture(camera: start)
      var outcome: MotionOutcome?
      LayerTransaction.animate(seconds: 1, completion: { outcome = $0 }) { fixture.map.layer.cameraBearing = 90 }
      fixture.run(seconds: 0.2)
      move(fixture.map)
      fixture.run(seconds: 0.1)
      let bearing = fixture.map.camera.bearing
      fixture.run(seconds: 1.5)
      #expect(outcome == .interrupted && fixture.map.camera.bearing == bearing, "move \(number)")
    }
  }
}
