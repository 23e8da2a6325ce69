import OverlookCamera
import OverlookGeometry
import Testing

@MainActor @Suite struct FollowingCameraTests {
  private static let size = ScreenSize(width: 1000, height: 700)
  private static let start = LocationCoordinate(latitude: 53.55, longitude: 13.26)
  private static let meters = Mercator.metersPerWorldUnit(atLatitude: 53.55)

  private final class Leader: CameraGuide {
    var following: FollowingCamera
    var glide: GlidingPlace
    var turnMeters: (Double) -> Double? = { _ in nil }
    var speed = 14.0
    var insets = EdgeInsets.zero
    var takenByGesture: [Bool] = []
    var isFollowing = true

    init(_ perspective: FollowingPerspective, at place: WorldPoint) {
      following = FollowingCamera(perspective)
      glide = GlidingPlace(.init(place: place, course: 90, metersPerSecond: 14), now: 0)
    }

    func camera(at now: Double, in view: ViewTransform, limits: CameraLimits) -> CameraPosition? {
      guard isFollowing else { return nil }
      let state = glide.state(at: now)
      let subject = FollowingCamera.Subject(
        place: state.place, course: state.course, metersPerSecond: speed, turnMeters: turnMeters(now))
      if glide.rests(at: now), following.rests(at: subject, in: view, insets: insets) { return nil }
      return following.camera(at: now, of: subject, in: view, insets: insets, limits: limits)
    }

    func cameraWasTaken(byGesture: Bool) {
      takenByGesture.append(byGesture)
      isFollowing = false
    }
  }

  private static func place(_ seconds: Double, speed: Double = 14) -> WorldPoint {
    let origin = WorldPoint(start)
    return WorldPoint(x: origin.x + seconds * speed / meters, y: origin.y)
  }

  private func makeController(_ camera: CameraPosition) -> CameraController {
    CameraController(camera: camera, size: Self.size)
  }

  /// The positions of a drive east at 14 m/s with a fix a second.
  private func drive(_ controller: CameraController, _ leader: Leader, frames: Int) -> [CameraPosition] {
    controller.guide = leader
    var cameras: [CameraPosition] = []
    for frame in 0..<frames {
      let now = Double(frame) / 60
      if frame > 0, frame % 60 == 0 {
        leader.glide.take(.init(place: Self.place(now), course: 90, metersPerSecond: 14), now: now)
      }
      _ = controller.step(now: now)
      cameras.append(controller.camera)
    }
    return cameras
  }

  @Test func theTravellerIsSeenInTheLowerThirdWithTheWayAheadUp() throws {
    let controller = makeController(CameraPosition(target: Self.start, zoom: 15))
    let leader = Leader(.tilted, at: Self.place(0))
    let last = try #require(drive(controller, leader, frames: 600).last)
    #expect(abs(last.bearing - 90) < 0.1 && abs(last.viewingAngle - 55) < 0.5 && abs(last.zoom - 16.7) < 0.05)
    let seen = try #require(controller.view.screenPoint(for: Self.place(599.0 / 60)))
    #expect(abs(seen.x - 500) < 1 && abs(seen.y - 490) < 1, "\(seen)")
    leader.following.perspective = .topDownNorthUp
    for frame in 600..<1000 { _ = controller.step(now: Double(frame) / 60) }
    #expect(abs(controller.camera.bearing.remainder(dividingBy: 360)) < 0.1 && controller.camera.viewingAngle < 0.1)
  }

  @Test func whatIsCoveredMovesTheTraveller() throws {
    let controller = makeController(CameraPosition(target: Self.start, zoom: 15))
    let leader = Leader(.topDownNorthUp, at: Self.place(0))
    leader.insets = EdgeInsets(top: 100, left: 300, bottom: 0, right: 0)
    _ = drive(controller, leader, frames: 300)
    let seen = try #require(controller.view.screenPoint(for: Self.place(299.0 / 60)))
    #expect(abs(seen.x - 650) < 1 && abs(seen.y - 400) < 1, "\(seen)")
  }

  @Test(arguments: [FollowingPerspective.tilted, .topDownHeadingUp, .topDownNorthUp])
  func nothingJumpsOnTheWayThereNorAtATurn(_ perspective: FollowingPerspective) {
    let controller = makeController(CameraPosition(latitude: 53.552, longitude: 13.262, zoom: 14, bearing: 300))
    let leader = Leader(perspective, at: Self.place(0))
    // A turn at 20 s, and the next one 900 m behind it.
    leader.turnMeters = { $0 < 20 ? (20 - $0) * 14 : 900 - ($0 - 20) * 14 }
    let cameras = drive(controller, leader, frames: 1800)
    var worst = 0.0
    for (before, after) in zip(cameras, cameras.dropFirst()) {
      let shift = SphericalGeometry.distance(from: before.target, to: after.target)
      let turn = abs(Angle.shortestTurn(fromDegrees: before.bearing, toDegrees: after.bearing))
      #expect(abs(after.zoom - before.zoom) < 0.12 && turn < 6 && abs(after.viewingAngle - before.viewingAngle) < 2)
      worst = max(worst, shift)
    }
    #expect(worst < 18, "metres in a sixtieth of a second, on the way there")
    // Once there, place and zoom change evenly.
    for index in 120..<1797 {
      let (a, b, c) = (cameras[index], cameras[index + 1], cameras[index + 2])
      let change = abs(
        SphericalGeometry.distance(from: a.target, to: b.target) - SphericalGeometry.distance(from: b.target, to: c.target))
      #expect(change < 0.15, "\(index)")
    }
  }

  @Test func aTurnIsLookedAtFromNearer() {
    func goal(_ meters: Double?, _ speed: Double = 14) -> FollowingGoal {
      FollowingGoal(
        .tilted, metersPerSecond: speed, turnMeters: meters, visible: Self.size, latitude: 53)
    }
    #expect(goal(20).zoom > goal(200).zoom && goal(200).zoom > goal(2000).zoom - 1e-9)
    #expect(goal(20).viewingAngle < goal(2000).viewingAngle)
    #expect(goal(nil, 35).zoom < goal(nil, 14).zoom - 1)
    // Numbers that are none change nothing.
    #expect(goal(.nan, .nan).zoom.isFinite && goal(.infinity, -.infinity).viewingAngle.isFinite)
  }

  @Test func aFarStartIsFlownToAndEndsAtTheTraveller() throws {
    let controller = makeController(CameraPosition(latitude: -33, longitude: 151, zoom: 10))
    let leader = Leader(.tilted, at: Self.place(0))
    let cameras = drive(controller, leader, frames: 1200)
    #expect((cameras.map(\.zoom).min() ?? 0) < 6)
    let seen = try #require(controller.view.screenPoint(for: Self.place(1199.0 / 60)))
    #expect(abs(seen.x - 500) < 1 && abs(seen.y - 490) < 1, "\(seen)")
  }

  @Test func whoStandsLetsTheCameraRestAndAGestureTakesIt() {
    let controller = makeController(CameraPosition(target: Self.start, zoom: 15))
    let leader = Leader(.tilted, at: Self.place(0))
    leader.speed = 0
    leader.glide = GlidingPlace(.init(place: Self.place(0), course: 90), now: 0)
    controller.guide = leader
    var events: [CameraEvent] = []
    controller.onEvent = { events.append($0) }
    var restless = 0
    for frame in 0..<900 {
      if controller.step(now: Double(frame) / 60) { restless += 1 }
      controller.deliverEvents()
    }
    #expect(restless < 600 && !controller.step(now: 20) && !controller.needsStep)
    #expect(events.filter { $0 == .willMove(byGesture: false) }.count == 1)
    #expect(events.filter { if case .idle = $0 { true } else { false } }.count == 1)
    controller.apply(.pan(from: ScreenPoint(x: 3, y: 4), to: ScreenPoint(x: 50, y: 60)))
    #expect(leader.takenByGesture == [true])
    let panned = controller.camera
    _ = controller.step(now: 30)
    #expect(controller.camera == panned)
  }

  @Test func theProgramTakesTheCameraToo() {
    let controller = makeController(CameraPosition(target: Self.start, zoom: 15))
    let leader = Leader(.tilted, at: Self.place(0))
    controller.guide = leader
    _ = controller.step(now: 0)
    controller.start(.ease(to: CameraPosition(target: Self.start, zoom: 12), seconds: 1), now: 0.1)
    #expect(leader.takenByGesture == [false])
    leader.isFollowing = true
    controller.setCamera(CameraPosition(target: Self.start, zoom: 12))
    #expect(leader.takenByGesture == [false, false])
    leader.isFollowing = true
    controller.setPadding(EdgeInsets(top: 10, left: 0, bottom: 0, right: 0))
    controller.setSize(ScreenSize(width: 300, height: 200))
    #expect(leader.isFollowing, "another size is no other camera")
  }

  @Test func aDampedNumberArrivesWithoutGoingBeyond() {
    var value = DampedValue(0)
    var last = 0.0
    for _ in 0..<300 {
      value.step(to: 10, seconds: 1.0 / 60, rate: 4)
      #expect(value.value >= last && value.value <= 10)
      last = value.value
    }
    #expect(value.rests(at: 10, within: 0.01))
    var whole = DampedValue(0)
    whole.step(to: 10, seconds: 5, rate: 4)
    #expect(abs(whole.value - last) < 1e-9, "the steps do not matter")
    whole.step(to: .nan, seconds: 1, rate: 4)
    #expect(whole.value.isFinite)
  }
}
