import OverlookCamera
import OverlookGeometry
import Testing

private let size = ScreenSize(width: 1000, height: 600)

@MainActor private func makeController(
  zoom: Double = 14, bearing: Double = 40, tilt: Double = 50, latitude: Double = 40, limits: CameraLimits = CameraLimits()
) -> CameraController {
  CameraController(
    camera: CameraPosition(latitude: latitude, longitude: 20, zoom: zoom, bearing: bearing, viewingAngle: tilt), size: size,
    limits: limits)
}

@MainActor private func events(_ controller: CameraController) -> [CameraEvent] {
  var events: [CameraEvent] = []
  controller.drainEvents { events.append($0) }
  return events
}

extension CameraController {
  fileprivate func ground(_ point: ScreenPoint) -> LocationCoordinate { Projection(view).coordinate(for: point) }

  fileprivate func seen(_ coordinate: LocationCoordinate) -> ScreenPoint { Projection(view).point(for: coordinate) }
}

private func expectSame(_ a: ScreenPoint, _ b: ScreenPoint, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(abs(a.x - b.x) < 1e-4 && abs(a.y - b.y) < 1e-4, "\(a) \(b)", sourceLocation: sourceLocation)
}

@MainActor @Suite struct CameraGestureTests {
  @Test func panKeepsTheGroundUnderThePointer() {
    let controller = makeController()
    let ground = controller.ground(ScreenPoint(x: 300, y: 400))
    controller.apply(.pan(from: ScreenPoint(x: 300, y: 400), to: ScreenPoint(x: 520, y: 210)))
    expectSame(controller.seen(ground), ScreenPoint(x: 520, y: 210))
    #expect(controller.camera.zoom == 14 && controller.camera.bearing == 40)
  }

  @Test func zoomAndTurnKeepTheGroundUnderThePointer() {
    let point = ScreenPoint(x: 800, y: 150)
    for delta in [CameraDelta.zoom(by: 1.5, about: point), .zoom(by: -4, about: point), .rotate(byDegrees: 77, about: point)] {
      let controller = makeController()
      let ground = controller.ground(point)
      controller.apply(delta)
      expectSame(controller.seen(ground), point)
    }
  }

  @Test func zoomsAndTurnsAboutTheFocusOtherwise() {
    let controller = makeController()
    controller.setPadding(EdgeInsets(top: 0, left: 400, bottom: 0, right: 0))
    let target = controller.camera.target
    controller.apply(.zoom(by: 1, about: nil))
    controller.apply(.rotate(byDegrees: 10, about: nil))
    controller.apply(.tilt(byDegrees: 5))
    #expect(SphericalGeometry.distance(from: target, to: controller.camera.target) < 1e-3)
    #expect(controller.camera.zoom == 15 && abs(controller.camera.bearing - 50) < 1e-9 && controller.camera.viewingAngle == 55)
  }

  @Test func tiltStopsAtTheLimitOfTheZoom() {
    let controller = makeController(zoom: 13, tilt: 0)
    controller.apply(.tilt(byDegrees: 89))
    #expect(controller.camera.viewingAngle == 47.5)
    controller.apply(.zoom(by: -3, about: ScreenPoint(x: 1, y: 1)))
    #expect(controller.camera.viewingAngle == 30)
    controller.apply(.tilt(byDegrees: -89))
    #expect(controller.camera.viewingAngle == 0)
  }

  @Test func zoomStopsAtTheLimitsOfTheMap() throws {
    var limits = CameraLimits()
    try limits.setZoomRange(minimum: 3, maximum: 15)
    let controller = makeController(limits: limits)
    controller.apply(.zoom(by: 50, about: nil))
    #expect(controller.camera.zoom == 15)
    controller.apply(.zoom(by: -50, about: nil))
    #expect(controller.camera.zoom == 3)
  }

  @Test("a camera outside a new range is clamped by its next move")
  func clampsWithTheNextMove() throws {
    let controller = makeController()
    try controller.limits.setZoomRange(minimum: 16, maximum: 20)
    #expect(controller.camera.zoom == 14)
    controller.apply(.zoom(by: 0.1, about: nil))
    #expect(controller.camera.zoom == 16)
  }

  @Test func doesNotLeapFromTheHorizon() {
    var limits = CameraLimits()
    limits.maximumViewingAngle = { _ in 85 }
    let controller = makeController(zoom: 16, tilt: 85, limits: limits)
    let before = controller.camera
    let sky = ScreenPoint(x: 500, y: 20)
    controller.apply(.pan(from: sky, to: ScreenPoint(x: 700, y: 500)))
    #expect(controller.camera == before)

    // Dragging from the ground into the sky moves no farther than the hold on the ground reaches: eight eye distances.
    controller.apply(.pan(from: ScreenPoint(x: 500, y: 500), to: sky))
    let farthest = 10 * controller.view.eyeDistancePoints / controller.view.pointsPerWorld
    let (a, b) = (WorldPoint(before.target), WorldPoint(controller.camera.target))
    #expect(abs(a.x - b.x) < farthest && abs(a.y - b.y) < farthest && a != b)

    for delta in [CameraDelta.zoom(by: 0.1, about: sky), .rotate(byDegrees: 1, about: sky)] {
      let start = WorldPoint(controller.camera.target)
      controller.apply(delta)
      let end = WorldPoint(controller.camera.target)
      #expect(abs(start.x - end.x) < farthest / 5 && abs(start.y - end.y) < farthest / 5)
    }
  }

  @Test func staysOnTheWorldToNorthAndSouthAndGoesRoundToEastAndWest() {
    let controller = makeController(zoom: 2, bearing: 0, tilt: 0, latitude: 0)
    for _ in 0..<20 { controller.apply(.pan(from: ScreenPoint(x: 0, y: 0), to: ScreenPoint(x: 0, y: 500))) }
    #expect(abs(controller.camera.target.latitude - Mercator.maximumLatitude) < 1e-9)
    for _ in 0..<20 { controller.apply(.pan(from: ScreenPoint(x: 0, y: 0), to: ScreenPoint(x: 100, y: 0))) }
    // 2000 points of 1024 to the west of 20 degrees east.
    #expect(abs(Angle.shortestTurn(fromDegrees: controller.camera.target.longitude, toDegrees: 20 - 2000 * 360 / 1024.0)) < 1e-6)
  }

  @Test("resizing and padding keep the camera")
  func keepsTheCameraWhenResized() {
    let controller = makeController()
    let before = controller.camera
    controller.setSize(ScreenSize(width: 400, height: 900))
    controller.setPadding(EdgeInsets(top: 50, left: 0, bottom: 0, right: 0))
    #expect(controller.camera == before)
    expectSame(controller.seen(before.target), ScreenPoint(x: 200, y: 475))
    controller.setSize(ScreenSize(width: .nan, height: -1))
    #expect(controller.size == ScreenSize(width: 1, height: 1))
  }

  @Test func countsAVersionPerChange() {
    let controller = makeController()
    let version = controller.version
    controller.apply(.tilt(byDegrees: 0))
    controller.setSize(size)
    #expect(controller.version == version)
    controller.apply(.tilt(byDegrees: -1))
    #expect(controller.version == version + 1)
  }
}

@MainActor @Suite struct CameraEventTests {
  @Test("an explicit camera is announced once and idle at once")
  func announcesAnExplicitCamera() {
    let controller = makeController()
    let goal = CameraPosition(latitude: 1, longitude: 2, zoom: 3)
    controller.setCamera(goal)
    _ = controller.step(now: 0)
    #expect(events(controller) == [.willMove(byGesture: false), .didChange(goal), .idle(goal)])
    #expect(controller.step(now: 1) == false)
    #expect(events(controller).isEmpty)
    controller.setCamera(goal)
    #expect(events(controller) == [.willMove(byGesture: false), .didChange(goal)], "also when it is the same")
  }

  @Test("a gesture and its drift are one movement")
  func joinsAGestureAndItsDrift() {
    let controller = makeController(bearing: 0, tilt: 0)
    controller.beginGesture()
    #expect(events(controller).isEmpty, "a press alone moves nothing")
    controller.apply(.pan(from: ScreenPoint(x: 0, y: 0), to: ScreenPoint(x: 10, y: 0)))
    controller.apply(.pan(from: ScreenPoint(x: 10, y: 0), to: ScreenPoint(x: 30, y: 0)))
    #expect(events(controller) == [.willMove(byGesture: true), .didChange(controller.camera)])
    #expect(!controller.needsStep)
    _ = controller.step(now: 0)
    #expect(events(controller).isEmpty, "the button is still held")
    controller.endGesture()
    controller.start(.inertia(CameraVelocity(panX: 2_000)), now: 0, byGesture: true)
    #expect(controller.step(now: 0.1))
    #expect(events(controller) == [.didChange(controller.camera)])
    while controller.step(now: 10) {}
    #expect(events(controller) == [.didChange(controller.camera), .idle(controller.camera)])
  }

  @Test("a gesture that takes over from an animation is announced")
  func announcesAChangeOfCause() {
    let controller = makeController()
    controller.start(.ease(to: CameraPosition(latitude: 0, longitude: 0, zoom: 5), seconds: 1), now: 0)
    _ = controller.step(now: 0.5)
    let between = controller.camera
    controller.beginGesture()
    controller.apply(.tilt(byDegrees: -1))
    controller.endGesture()
    _ = controller.step(now: 0.6)
    #expect(
      events(controller) == [
        .willMove(byGesture: false), .didChange(between), .willMove(byGesture: true), .didChange(controller.camera),
        .idle(controller.camera),
      ])
  }

  @Test func takesChangesWhileItHandsEventsOver() {
    let controller = makeController()
    controller.setCamera(CameraPosition(latitude: 1, longitude: 2, zoom: 3))
    var count = 0
    controller.drainEvents { _ in
      count += 1
      controller.setCamera(CameraPosition(latitude: 5, longitude: Double(count), zoom: 3))
      controller.drainEvents { _ in Issue.record("events are handed over one round at a time") }
    }
    #expect(count == 2)
    #expect(events(controller) == [.didChange(controller.camera)])
  }
}
