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

/// What a controller told since it was asked last.
@MainActor private final class EventLog {
  private let controller: CameraController
  private var events: [CameraEvent] = []

  init(_ controller: CameraController) {
    self.controller = controller
    controller.onEvent = { [weak self] in self?.events.append($0) }
  }

  func take() -> [CameraEvent] {
    controller.deliverEvents()
    defer { events = [] }
    return events
  }
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
    let log = EventLog(controller)
    let goal = CameraPosition(latitude: 1, longitude: 2, zoom: 3)
    controller.setCamera(goal)
    _ = controller.step(now: 0)
    #expect(log.take() == [.willMove(byGesture: false), .didChange(goal), .idle(goal)])
    #expect(controller.step(now: 1) == false)
    #expect(log.take().isEmpty)
    controller.setCamera(goal)
    #expect(log.take() == [.willMove(byGesture: false), .didChange(goal)], "also when it is the same")
  }

  @Test("a gesture and its drift are one movement")
  func joinsAGestureAndItsDrift() {
    let controller = makeController(bearing: 0, tilt: 0)
    let log = EventLog(controller)
    controller.beginGesture()
    #expect(log.take().isEmpty, "a press alone moves nothing")
    controller.apply(.pan(from: ScreenPoint(x: 0, y: 0), to: ScreenPoint(x: 10, y: 0)))
    controller.apply(.pan(from: ScreenPoint(x: 10, y: 0), to: ScreenPoint(x: 30, y: 0)))
    #expect(log.take() == [.willMove(byGesture: true), .didChange(controller.camera)])
    #expect(!controller.needsStep)
    _ = controller.step(now: 0)
    #expect(log.take().isEmpty, "the button is still held")
    controller.endGesture()
    controller.start(.inertia(CameraVelocity(panX: 2_000)), now: 0, byGesture: true)
    #expect(controller.step(now: 0.1))
    #expect(log.take() == [.didChange(controller.camera)])
    while controller.step(now: 10) {}
    #expect(log.take() == [.didChange(controller.camera), .idle(controller.camera)])
  }

  @Test("a gesture that takes over from an animation is announced")
  func announcesAChangeOfCause() {
    let controller = makeController()
    let log = EventLog(controller)
    controller.start(.ease(to: CameraPosition(latitude: 0, longitude: 0, zoom: 5), seconds: 1), now: 0)
    _ = controller.step(now: 0.5)
    let between = controller.camera
    controller.beginGesture()
    controller.apply(.tilt(byDegrees: -1))
    controller.endGesture()
    _ = controller.step(now: 0.6)
    #expect(
      log.take() == [
        .willMove(byGesture: false), .didChange(between), .willMove(byGesture: true), .didChange(controller.camera),
        .idle(controller.camera),
      ])
  }

  @Test func takesChangesWhileItHandsEventsOver() {
    let controller = makeController()
    var told: [CameraEvent] = []
    controller.onEvent = { event in
      told.append(event)
      guard case .didChange = event else { return }
      controller.setCamera(CameraPosition(latitude: 5, longitude: Double(told.count), zoom: 3))
      controller.deliverEvents()
    }
    let goal = CameraPosition(latitude: 1, longitude: 2, zoom: 3)
    controller.setCamera(goal)
    controller.deliverEvents()
    #expect(told == [.willMove(byGesture: false), .didChange(goal)], "events are handed over one round at a time")
    controller.onEvent = { told.append($0) }
    controller.deliverEvents()
    #expect(told.last == .didChange(controller.camera) && told.count == 3)
  }

  @Test func willMoveComesBeforeTheChange() {
    let controller = makeController()
    let before = controller.camera
    var seen: CameraPosition?
    controller.onEvent = { if case .willMove = $0 { seen = controller.camera } }
    controller.setCamera(CameraPosition(latitude: 1, longitude: 2, zoom: 3))
    #expect(seen == before && controller.camera != before)
    _ = controller.step(now: 0)
    controller.deliverEvents()
    seen = nil
    controller.apply(.tilt(byDegrees: 5))
    #expect(seen?.viewingAngle == 0 && controller.camera.viewingAngle == 5)
  }

  @Test func aNewMovementDoesNotOvertakeTheEndOfTheOneBefore() {
    let controller = makeController()
    var told: [CameraEvent] = []
    var hasFollowed = false
    controller.onEvent = { event in
      told.append(event)
      guard case .didChange = event, !hasFollowed else { return }
      hasFollowed = true
      controller.setCamera(CameraPosition(latitude: 3, longitude: 4, zoom: 5))
    }
    let first = CameraPosition(latitude: 1, longitude: 2, zoom: 3)
    controller.setCamera(first)
    _ = controller.step(now: 0)
    controller.deliverEvents()
    controller.deliverEvents()
    #expect(
      told == [
        .willMove(byGesture: false), .didChange(first), .idle(first), .willMove(byGesture: false), .didChange(controller.camera),
      ])
  }

  @Test func aMotionThatLeadsNowhereIsToldOfLikeAnyOther() {
    let controller = makeController()
    let log = EventLog(controller)
    let camera = controller.camera
    controller.start(.ease(to: camera, seconds: 0.5), now: 0)
    while controller.step(now: 1) {}
    #expect(log.take() == [.willMove(byGesture: false), .didChange(camera), .idle(camera)])
  }

  @Test func whoIsToldOfAMoveMayStartAnother() {
    let controller = makeController()
    var outcomes: [MotionOutcome] = []
    let goal = CameraPosition(latitude: 3, longitude: 4, zoom: 5)
    controller.onEvent = { event in
      guard case .willMove = event else { return }
      controller.start(.ease(to: goal, seconds: 1), now: 1) { outcomes.append($0) }
    }
    controller.start(.ease(to: CameraPosition(latitude: 1, longitude: 2, zoom: 3), seconds: 0.5), now: 0)
    _ = controller.step(now: 1)
    #expect(outcomes.isEmpty && controller.isMoving)
    while controller.step(now: 2) {}
    #expect(outcomes == [.finished] && controller.camera == goal)
  }
}

/// Cameras, updates and motions with numbers that are not finite leave the camera alone.
@MainActor @Suite struct InvalidCameraTests {
  @Test func nothingMovesForWhatIsNotFinite() {
    let nowhere = CameraPosition(latitude: .nan, longitude: 0, zoom: 5)
    let updates: [CameraUpdate] = [
      .zoom(by: 1, at: ScreenPoint(x: .nan, y: 0)), .zoom(by: 1, at: ScreenPoint(x: 0, y: .infinity)), .setCamera(nowhere),
      .fit(.world, edgeInsets: EdgeInsets(top: .nan)),
    ]
    for update in updates {
      let controller = makeController()
      let before = controller.camera
      controller.apply(update: update)
      #expect(controller.camera == before, "\(update)")
      controller.start(.update(update, seconds: 0), now: 0)
      _ = controller.step(now: 1)
      #expect(controller.camera == before, "\(update), animated")
    }
    let motions: [CameraMotion] = [
      .ease(to: nowhere, seconds: 0), .fly(to: nowhere),
      .ease(to: CameraPosition(latitude: 1, longitude: 1, zoom: .infinity), seconds: 0),
    ]
    for motion in motions {
      let controller = makeController()
      let before = controller.camera
      controller.setCamera(nowhere)
      controller.start(motion, now: 0)
      _ = controller.step(now: 100)
      #expect(controller.camera == before, "\(motion)")
    }
  }

  @Test func partsAreSetWithinTheirRangesAndKeptForWhatIsNotFinite() {
    var camera = CameraPosition(latitude: 10, longitude: 20, zoom: 5, bearing: 30, viewingAngle: 40)
    #expect(camera.isValid)
    camera.zoom += 1
    camera.bearing -= 40
    camera.viewingAngle += 100
    camera.target.longitude += 350
    camera.target.latitude = 89
    #expect(camera.zoom == 6 && camera.bearing == 350 && camera.viewingAngle == 85)
    #expect(camera.target == LocationCoordinate(latitude: Mercator.maximumLatitude, longitude: 10))
    let before = camera
    camera.zoom = .nan
    camera.bearing = .infinity
    camera.viewingAngle = -.infinity
    camera.target = .invalid
    #expect(camera == before)
  }
}

/// What is asked of a camera before its view has a size.
@MainActor @Suite struct EarlyCameraTests {
  private let bounds = CoordinateBounds(
    southWest: LocationCoordinate(latitude: 40, longitude: 5), northEast: LocationCoordinate(latitude: 50, longitude: 15))

  @Test func updatesThatNeedASizeWaitForItInTheirOrder() {
    let (early, late) = (CameraController(size: nil), CameraController(size: size))
    #expect(!early.hasSize && late.hasSize)
    for controller in [early, late] {
      controller.setPadding(EdgeInsets(top: 0, left: 200, bottom: 0, right: 0))
      controller.apply(update: .fit(bounds))
      controller.apply(update: .zoom(by: -0.5))
    }
    #expect(early.camera != late.camera)
    early.setSize(size)
    #expect(early.camera == late.camera && early.padding == late.padding && early.view == late.view)
  }

  @Test func aCameraThatIsSetLaterWins() {
    let controller = CameraController(size: nil)
    let camera = CameraPosition(latitude: 1, longitude: 2, zoom: 3)
    controller.apply(update: .fit(bounds))
    controller.setCamera(camera)
    controller.setSize(size)
    #expect(controller.camera == camera)
  }

  @Test func whatNeedsNoSizeIsDoneAtOnce() {
    let controller = CameraController(size: nil)
    controller.apply(update: .zoom(to: 7))
    #expect(controller.camera.zoom == 7)
  }
}
