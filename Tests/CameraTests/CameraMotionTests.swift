import Glibc
import OverlookCamera
import OverlookGeometry
import Testing

private let size = ScreenSize(width: 1000, height: 600)
private let start = CameraPosition(latitude: 40, longitude: 20, zoom: 12, bearing: 350, viewingAngle: 20)

@MainActor private func makeController(_ camera: CameraPosition = start, limits: CameraLimits = CameraLimits())
  -> CameraController
{
  CameraController(camera: camera, size: size, limits: limits)
}

/// The camera of a motion at `time`, reached in `steps` steps.
@MainActor private func camera(of motion: CameraMotion, at time: Double, steps: Int = 1, from camera: CameraPosition = start)
  -> CameraPosition
{
  let controller = makeController(camera)
  controller.start(motion, now: 100)
  for step in 1...steps { _ = controller.step(now: 100 + time * Double(step) / Double(steps)) }
  return controller.camera
}

private let motions: [CameraMotion] = [
  .ease(to: CameraPosition(latitude: 10, longitude: -170, zoom: 6, bearing: 20, viewingAngle: 5), seconds: 0.8),
  .fly(to: CameraPosition(latitude: 10, longitude: -170, zoom: 10, bearing: 20, viewingAngle: 5), seconds: 0.8),
  .update(.zoom(by: 2, at: ScreenPoint(x: 10, y: 20)), seconds: 0.8),
  .update(.scrollBy(x: 50, y: 80), seconds: 0.8),
  .step(CameraStep(scrollX: 100, zoom: -1, bearing: 15, viewingAngle: 10), about: ScreenPoint(x: 700, y: 300), seconds: 0.8),
  .wheelZoom(by: 1.5, about: ScreenPoint(x: 700, y: 300)),
  .inertia(CameraVelocity(panX: 900, panY: -1_500, zoom: 3, bearing: 200, viewingAngle: -50), about: ScreenPoint(x: 700, y: 300)),
]

@MainActor @Suite struct CameraMotionTests {
  @Test func dependsOnTimeAloneNotOnFrames() {
    for motion in motions {
      for time in [0.03, 0.11, 0.19, 0.5] {
        #expect(camera(of: motion, at: time) == camera(of: motion, at: time, steps: 7), "\(motion)")
      }
    }
  }

  @Test func startsWhereTheCameraIsAndHasNoJumps() {
    for motion in motions {
      let controller = makeController()
      controller.start(motion, now: 0)
      var last = controller.view
      var isOver = false
      for frame in 0...9_000 where !isOver {
        isOver = !controller.step(now: Double(frame) / 10_000)
        let moved = last.screenPointClamped(for: last.nearestCopy(of: controller.view.center))
        #expect(abs(moved.x - last.focus.x) < 40 && abs(moved.y - last.focus.y) < 40, "\(motion) at \(frame)")
        #expect(abs(controller.camera.zoom - last.camera.zoom) < 0.05)
        last = controller.view
      }
      #expect(isOver)
    }
  }

  @Test func tellsHowItEnded() {
    for motion in motions {
      let controller = makeController()
      var outcomes: [MotionOutcome] = []
      controller.start(motion, now: 0) { outcomes.append($0) }
      #expect(controller.step(now: 0.01) && outcomes.isEmpty)
      #expect(controller.step(now: 30) && outcomes == [.finished])
      #expect(!controller.isMoving && !controller.step(now: 31) && outcomes.count == 1)
    }
  }

  @Test func isInterruptedInPlace() {
    let interruptions: [@MainActor (CameraController, MotionID) -> Void] = [
      { controller, _ in controller.stop() }, { controller, id in controller.cancel(id) },
      { controller, _ in controller.beginGesture() },
    ]
    for interrupt in interruptions {
      let controller = makeController()
      var outcome: MotionOutcome?
      let id = controller.start(motions[0], now: 0) { outcome = $0 }
      _ = controller.step(now: 0.4)
      let between = controller.camera
      interrupt(controller, id)
      #expect(outcome == .interrupted && !controller.isMoving && controller.camera == between)
      controller.endGesture()
      _ = controller.step(now: 0.8)
      #expect(controller.camera == between)
    }
  }

  @Test func isInterruptedByWhateverElseMovesTheCamera() {
    let interruptions: [@MainActor (CameraController) -> Void] = [
      { $0.setCamera(start) }, { $0.apply(.tilt(byDegrees: 1)) }, { $0.apply(update: .zoomIn) },
      { $0.start(motions[1], now: 0.4) },
    ]
    for interrupt in interruptions {
      let controller = makeController()
      var outcomes: [MotionOutcome] = []
      controller.start(motions[0], now: 0) { outcomes.append($0) }
      _ = controller.step(now: 0.4)
      interrupt(controller)
      #expect(outcomes == [.interrupted])
    }
  }

  @Test func cancelsOnlyTheMotionItNames() {
    let controller = makeController()
    let first = controller.start(motions[0], now: 0)
    let second = controller.start(motions[1], now: 0)
    #expect(first != second)
    controller.cancel(first)
    #expect(controller.isMoving)
  }

  @Test func mayBeChainedFromItsEnd() {
    let controller = makeController()
    controller.start(.ease(to: start.changing(zoom: 13), seconds: 1), now: 0) { _ in
      controller.start(.ease(to: start.changing(zoom: 14), seconds: 1), now: 1)
    }
    _ = controller.step(now: 1)
    #expect(controller.isMoving)
    var events: [CameraEvent] = []
    controller.onEvent = { events.append($0) }
    controller.deliverEvents()
    #expect(!events.contains(.idle(controller.camera)), "the next motion took over at once")
    _ = controller.step(now: 2)
    #expect(controller.camera.zoom == 14)
  }

  @Test func survivesAClockThatJumps() {
    let controller = makeController()
    controller.start(motions[0], now: 100)
    _ = controller.step(now: 50)
    #expect(controller.camera == start)
    _ = controller.step(now: .nan)
    _ = controller.step(now: .infinity)
    #expect(controller.isMoving)
    _ = controller.step(now: 1e300)
    #expect(!controller.isMoving)
  }

  @Test func arrivesAtOnceWithoutTime() {
    for seconds in [0, -1, .nan, .infinity] {
      let controller = makeController()
      controller.start(.ease(to: start.changing(zoom: 5), seconds: seconds), now: 3)
      _ = controller.step(now: 3)
      #expect(controller.camera.zoom == 5)
    }
  }
}

@MainActor @Suite struct EaseTests {
  @Test("bearing by the short way, target across the antimeridian")
  func goesTheShortWay() {
    let from = CameraPosition(latitude: 0, longitude: 170, zoom: 4, bearing: 350)
    let half = camera(
      of: .ease(to: CameraPosition(latitude: 0, longitude: -170, zoom: 4, bearing: 30), seconds: 1, easing: .linear), at: 0.5,
      from: from)
    #expect(abs(half.bearing - 10) < 1e-9)
    #expect(abs(abs(half.target.longitude) - 180) < 1e-9)
  }

  /// The line from the old target to the new one is seen to shrink towards one point of the screen, which does not move.
  @Test func zoomsAboutOneFixedPoint() throws {
    let from = CameraPosition(latitude: 0, longitude: 0, zoom: 5)
    let to = CameraPosition(latitude: 10, longitude: 12, zoom: 9)
    // c + (f - c) = fixed: f = (c1 2^9 - c0 2^5) / (2^9 - 2^5).
    let (c0, c1) = (WorldPoint(from.target), WorldPoint(to.target))
    let fixed = WorldPoint(x: (c1.x * 16 - c0.x) / 15, y: (c1.y * 16 - c0.y) / 15)
    let expected = try #require(ViewTransform(camera: from, size: size).screenPoint(for: fixed))
    for time in stride(from: 0.1, through: 0.9, by: 0.1) {
      let between = camera(of: .ease(to: to, seconds: 1), at: time, from: from)
      let point = try #require(ViewTransform(camera: between, size: size).screenPoint(for: fixed))
      #expect(abs(point.x - expected.x) < 1e-6 && abs(point.y - expected.y) < 1e-6)
    }
  }

  @Test("padding moves along")
  func movesPadding() {
    let controller = makeController()
    controller.start(
      .ease(to: start, padding: EdgeInsets(top: 0, left: 200, bottom: 0, right: 0), seconds: 1, easing: .linear), now: 0)
    _ = controller.step(now: 0.25)
    #expect(abs(controller.padding.left - 50) < 1e-9)
    _ = controller.step(now: 1)
    #expect(controller.padding.left == 200)
  }

  @Test("zoom and angle stop at the limits")
  func arrivesWithinTheLimits() {
    let end = camera(of: .ease(to: CameraPosition(latitude: 0, longitude: 0, zoom: 24, viewingAngle: 85), seconds: 1), at: 1)
    #expect(end.zoom == 22 && end.viewingAngle == 65)
    for time in stride(from: 0.0, to: 1, by: 0.05) {
      let between = camera(
        of: .ease(to: CameraPosition(latitude: 40, longitude: 20, zoom: 16, viewingAngle: 65), seconds: 1), at: time)
      #expect(between.viewingAngle <= CameraLimits.standardMaximumViewingAngle(atZoom: between.zoom) + 1e-9)
    }
  }

  @Test("an animated zoom about a point keeps it all the way")
  func keepsThePointOfAnUpdate() {
    let point = ScreenPoint(x: 111, y: 77)
    let ground = Projection(ViewTransform(camera: start, size: size)).coordinate(for: point)
    for time in stride(from: 0.1, through: 1, by: 0.1) {
      let between = camera(of: .update(.zoom(by: 3, at: point), seconds: 1), at: time)
      let seen = Projection(ViewTransform(camera: between, size: size)).point(for: ground)
      #expect(abs(seen.x - point.x) < 1e-4 && abs(seen.y - point.y) < 1e-4)
    }
  }

  /// 16 ms of an arrow key, again and again, while a zoom of 0.3 s runs: both arrive whole, and the zoom takes its time.
  @Test func letsAHeldKeyMoveBesideAStep() {
    let flat = CameraPosition(latitude: 0, longitude: 0, zoom: 10)
    let controller = makeController(flat)
    controller.start(.step(CameraStep(bearing: 20), seconds: 0.32), now: 0, byGesture: true)
    for frame in 1...40 {
      let now = Double(frame) * 0.016
      controller.start(.step(CameraStep(scrollX: 2), seconds: 0), now: now, byGesture: true)
      _ = controller.step(now: now)
      // t (2 - t) at half of the time is three quarters of the way.
      if frame == 10 { #expect(abs(controller.camera.bearing - 15) < 0.1) }
    }
    #expect(abs(controller.camera.bearing - 20) < 1e-9)
    let east = Angle.wrappedDegrees(controller.camera.target.longitude) * 262_144 / 360
    #expect(east > 70 && east <= 80.001)
  }

  @Test func stopsAnAnimationWhereItIsWhenAGestureSteps() {
    let controller = makeController()
    controller.start(.step(CameraStep(zoom: 1), seconds: 1), now: 0)
    _ = controller.step(now: 0.5)
    let between = controller.camera.zoom
    controller.start(.step(CameraStep(bearing: 1), seconds: 0.1), now: 0.5, byGesture: true)
    _ = controller.step(now: 2)
    #expect(controller.camera.zoom == between)
  }

  @Test func tellsAnInterruptionAfterTheChangeThatMadeIt() {
    let controller = makeController()
    let goal = CameraPosition(latitude: 1, longitude: 2, zoom: 3)
    var seen: CameraPosition?
    controller.start(motions[0], now: 0) { _ in seen = controller.camera }
    controller.setCamera(goal)
    #expect(seen == goal)
  }

  @Test func addsAStepToTheOneThatRuns() {
    let controller = makeController()
    controller.start(.step(CameraStep(zoom: 1), seconds: 0.3), now: 0)
    _ = controller.step(now: 0.1)
    controller.start(.step(CameraStep(zoom: 1), seconds: 0.3), now: 0.1)
    _ = controller.step(now: 0.4)
    #expect(abs(controller.camera.zoom - 14) < 1e-9)
  }
}

@MainActor @Suite struct FlyTests {
  private let to = CameraPosition(latitude: 48, longitude: 60, zoom: 13)
  private let from = CameraPosition(latitude: 40, longitude: 20, zoom: 12)

  @Test func endsExactlyWhereItWasSent() {
    #expect(camera(of: .fly(to: to, seconds: 2), at: 2, from: from) == to)
    let almost = camera(of: .fly(to: to, seconds: 2), at: 1.999_99, from: from)
    #expect(CameraPosition.areEqualForRendering(almost, to))
  }

  /// van Wijk and Nuij (2003), equation (6): ds^2 = rho^2 du^2 / w^2 + dw^2 / (rho^2 w^2). Along the optimal path the picture
  /// seems to move evenly, so pieces of equal s are equally long in this measure; and the time is their sum over 1.2 screens a
  /// second.
  @Test func movesThePictureEvenly() {
    let rho = 1.42
    let controller = makeController(from)
    controller.start(.fly(to: to), now: 0)
    var lengths: [Double] = []
    var last = controller.view
    var seconds = 0.0
    // The whole time is not told: find it as the time after which nothing moves.
    for step in 1...100_000 where controller.isMoving { seconds = Double(step) / 1000; _ = controller.step(now: seconds) }
    let again = makeController(from)
    again.start(.fly(to: to), now: 0)
    let count = 2_000
    for piece in 1..<count {
      _ = again.step(now: seconds * timeOfProgress(Double(piece) / Double(count)))
      let view = again.view
      let (w0, w1) = (1000 / last.pointsPerWorld, 1000 / view.pointsPerWorld)
      let du = (view.center.x - last.center.x, view.center.y - last.center.y)
      let way = (du.0 * du.0 + du.1 * du.1).squareRoot()
      let zoomed = log(w1 / w0) / rho
      let panned = rho * way / (w0 * w1).squareRoot()
      lengths.append((zoomed * zoomed + panned * panned).squareRoot())
      last = view
    }
    let sum = lengths.reduce(0, +)
    let mean = sum / Double(lengths.count)
    #expect(lengths.allSatisfy { abs($0 / mean - 1) < 0.02 })
    #expect(abs(sum / 1.2 / seconds - 1) < 0.01)
  }

  /// The flight's ease-in-out, turned round.
  private func timeOfProgress(_ progress: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Easing.easeInOut.progress(at: middle) < progress { low = middle } else { high = middle }
    }
    return low
  }

  @Test func goesOutAndInAgain() {
    let zooms = stride(from: 0.0, through: 1, by: 0.01).map { camera(of: .fly(to: to, seconds: 1), at: $0, from: from).zoom }
    let lowest = zooms.min() ?? 99
    // The widest view is about rho^2 u / 2 of the way: 40 degrees of longitude are 0.11 worlds, 1000 points show them at zoom 5.
    #expect(lowest > 4 && lowest < 6)
    let turn = zooms.firstIndex(of: lowest) ?? 0
    #expect(zooms[...turn].sorted(by: >) == Array(zooms[...turn]) && zooms[turn...].sorted() == Array(zooms[turn...]))
  }

  @Test func onlyZoomsWhenTheTargetStays() {
    let half = camera(of: .fly(to: from.changing(zoom: 16), seconds: 1), at: 0.5, from: from)
    #expect(abs(half.zoom - 14) < 1e-9)
    #expect(half.target == from.target)
    #expect(camera(of: .fly(to: from), at: 0.001, from: from) == from)
  }

  @Test func staysAboveTheLowestZoom() throws {
    var limits = CameraLimits()
    try limits.setZoomRange(minimum: 9, maximum: 20)
    let controller = CameraController(camera: from, size: size, limits: limits)
    controller.start(.fly(to: to, seconds: 1), now: 0)
    for step in 1...100 {
      _ = controller.step(now: Double(step) / 100)
      #expect(controller.camera.zoom >= 9)
    }
    #expect(controller.camera == to)
  }

  @Test func fliesAcrossTheAntimeridian() {
    let half = camera(
      of: .fly(to: CameraPosition(latitude: 0, longitude: -170, zoom: 4), seconds: 1), at: 0.5,
      from: CameraPosition(latitude: 0, longitude: 170, zoom: 4))
    #expect(abs(abs(half.target.longitude) - 180) < 1e-6)
  }
}

@MainActor @Suite struct InertiaTests {
  private let flat = CameraPosition(latitude: 0, longitude: 0, zoom: 10)

  /// 2000 points a second: speed 600, 600 / 750 = 0.8 s, 600 * 0.8 / 2 = 240 points.
  @Test func driftsByTheRules() {
    let controller = makeController(flat)
    controller.start(.inertia(CameraVelocity(panX: 2_000)), now: 0, byGesture: true)
    _ = controller.step(now: 0.799)
    #expect(controller.isMoving)
    _ = controller.step(now: 0.801)
    #expect(!controller.isMoving)
    // The ground follows the pointer to the right, so the target goes west.
    #expect(abs(controller.camera.target.longitude + 240 * 360 / 262_144.0) < 1e-9)
    #expect(controller.camera.target.latitude == 0)
  }

  /// Never faster than 1400 points a second: 1400 * (1400 / 750) / 2 = 1306.67 points.
  @Test func hasATopSpeed() {
    let end = camera(of: .inertia(CameraVelocity(panX: -1e6)), at: 60, from: flat)
    #expect(abs(end.target.longitude - 1400 * 1400 / 750 / 2 * 360 / 262_144) < 1e-9)
  }

  /// Bearing 300 degrees a second: 90, 0.3 s, 13.5 degrees. Zoom 10 levels a second: 3, 0.5 s, 0.75 levels.
  @Test func turnsAndZoomsOn() {
    let end = camera(of: .inertia(CameraVelocity(zoom: 10, bearing: 300)), at: 60, from: flat)
    #expect(abs(end.bearing - 13.5) < 1e-9 && abs(end.zoom - 10.75) < 1e-9)
  }

  @Test func driftsAlongTheGroundThatIsSeen() {
    let tilted = CameraPosition(latitude: 40, longitude: 20, zoom: 14, bearing: 90, viewingAngle: 45)
    let end = camera(of: .inertia(CameraVelocity(panY: 1_000)), at: 60, from: tilted)
    // Bearing 90, pulled down: the camera goes east, by 54 points of the screen, which are sqrt(2) times as much ground.
    #expect(abs(end.target.latitude - 40) < 1e-9)
    let way = WorldPoint(end.target).x - WorldPoint(tilted.target).x
    #expect(abs(way * 256 * 16_384 - 60 * 2.0.squareRoot()) < 1e-3)
  }

  @Test func staysStillWithoutSpeed() {
    for velocity in [CameraVelocity(), CameraVelocity(panX: .nan, zoom: .infinity, bearing: -.infinity)] {
      let controller = makeController(flat)
      controller.start(.inertia(velocity), now: 0, byGesture: true)
      _ = controller.step(now: 0)
      #expect(controller.camera == flat && !controller.isMoving)
    }
  }
}

@MainActor @Suite struct WheelZoomTests {
  private let point = ScreenPoint(x: 800, y: 100)

  @Test func takes200MillisecondsAboutThePointer() {
    let controller = makeController()
    let ground = Projection(controller.view).coordinate(for: point)
    controller.start(.wheelZoom(by: 1, about: point), now: 0, byGesture: true)
    for frame in 1...12 {
      _ = controller.step(now: Double(frame) / 60)
      let seen = Projection(controller.view).point(for: ground)
      #expect(abs(seen.x - point.x) < 1e-4 && abs(seen.y - point.y) < 1e-4)
    }
    #expect(abs(controller.camera.zoom - 13) < 1e-12 && !controller.isMoving)
  }

  @Test func addsUpAndKeepsItsSpeed() {
    let controller = makeController()
    var zooms: [Double] = []
    for millisecond in 0..<600 {
      let now = Double(millisecond) / 1000
      if millisecond.isMultiple(of: 50), millisecond < 250 { controller.start(.wheelZoom(by: 0.5, about: point), now: now) }
      _ = controller.step(now: now)
      zooms.append(controller.camera.zoom)
    }
    #expect(abs(controller.camera.zoom - 14.5) < 1e-9)
    let speeds = zip(zooms, zooms.dropFirst()).map { $1 - $0 }
    #expect(speeds.allSatisfy { $0 >= 0 }, "it never turns back")
    // A restart that forgot its speed would show a leap of several thousandths from one millisecond to the next.
    let leaps = zip(speeds, speeds.dropFirst()).map { abs($1 - $0) }
    #expect((leaps.max() ?? 1) < 0.000_6)
  }

  @Test func turnsRoundWithoutOvershoot() {
    let controller = makeController()
    controller.start(.wheelZoom(by: 1, about: point), now: 0)
    _ = controller.step(now: 0.1)
    let between = controller.camera.zoom
    controller.start(.wheelZoom(by: -2, about: point), now: 0.1)
    for millisecond in 101...400 {
      _ = controller.step(now: Double(millisecond) / 1000)
      #expect(controller.camera.zoom <= between)
    }
    #expect(abs(controller.camera.zoom - 11) < 1e-9)
  }
}
