import Glibc
package import OverlookGeometry

/// The camera that follows a traveller: from what is known of the traveller at a moment to where the camera is then, without a jump
/// in place, size, turn or tilt. Allocates nothing.
package struct FollowingCamera: Sendable {
  /// What the camera follows at a moment.
  package struct Subject: Sendable {
    package var place: WorldPoint
    /// Degrees clockwise from north; nil where it is not known.
    package var course: Double?
    package var metersPerSecond: Double
    /// To the next turn, in metres; nil where none is known.
    package var turnMeters: Double?

    package init(place: WorldPoint, course: Double?, metersPerSecond: Double, turnMeters: Double? = nil) {
      self.place = place
      self.course = course
      self.metersPerSecond = metersPerSecond
      self.turnMeters = turnMeters
    }
  }

  package var perspective: FollowingPerspective

  /// Per second.
  private static let zoomRate = 2.2
  private static let tiltRate = 2.5
  private static let turnRate = 4.5
  private static let anchorRate = 3.0

  private var zoom: DampedValue?
  private var tilt = DampedValue(0)
  private var bearing = DampedValue(0)
  private var anchorX = DampedValue(0)
  private var anchorY = DampedValue(0)
  private var lastTime = 0.0
  /// The way here from where the camera was; nil once it is over.
  private var arrival: Arrival?

  private struct Arrival: Sendable {
    let path: MotionPath
    let end: CameraPosition
    let start: Double
  }

  package init(_ perspective: FollowingPerspective) {
    self.perspective = perspective
  }

  /// Begins anew from where the camera is then.
  package mutating func begin() {
    zoom = nil
    arrival = nil
  }

  /// Where the camera is at `now`. `insets`: what of the view is covered.
  package mutating func camera(
    at now: Double, of subject: Subject, in view: ViewTransform, insets: EdgeInsets, limits: CameraLimits
  ) -> CameraPosition {
    let free = ScreenRect(
      x: insets.left, y: insets.top, width: max(view.size.width - insets.left - insets.right, 1),
      height: max(view.size.height - insets.top - insets.bottom, 1))
    let goal = FollowingGoal(
      perspective, metersPerSecond: subject.metersPerSecond, turnMeters: subject.turnMeters, visible: free.size,
      latitude: subject.place.coordinate.latitude)
    let point = ScreenPoint(
      x: free.origin.x + free.size.width * goal.anchor.x, y: free.origin.y + free.size.height * goal.anchor.y)
    let wantsBearing = perspective.turnsWithCourse ? subject.course ?? view.camera.bearing : 0
    let isFirst = zoom == nil
    step(to: goal, bearing: wantsBearing, point: point, now: now)
    let followed = position(of: subject.place, in: view, limits: limits)
    if isFirst { arrival = Self.arrival(at: followed, from: view, limits: limits, now: now) }
    return arriving(at: followed, in: view, limits: limits, now: now)
  }

  /// Whether the camera looks as it should, so that it rests while the traveller does.
  package func rests(at subject: Subject, in view: ViewTransform, insets: EdgeInsets) -> Bool {
    guard let zoom, arrival == nil else { return false }
    let free = ScreenSize(
      width: max(view.size.width - insets.left - insets.right, 1), height: max(view.size.height - insets.top - insets.bottom, 1))
    let goal = FollowingGoal(
      perspective, metersPerSecond: subject.metersPerSecond, turnMeters: subject.turnMeters, visible: free,
      latitude: subject.place.coordinate.latitude)
    let wantsBearing = perspective.turnsWithCourse ? subject.course ?? view.camera.bearing : 0
    return zoom.rests(at: goal.zoom, within: 0.002) && tilt.rests(at: goal.viewingAngle, within: 0.05)
      && abs(Angle.shortestTurn(fromDegrees: bearing.value, toDegrees: wantsBearing)) < 0.05 && abs(bearing.velocity) < 0.05
      && anchorX.rests(at: insets.left + free.width * goal.anchor.x, within: 0.25)
      && anchorY.rests(at: insets.top + free.height * goal.anchor.y, within: 0.25)
  }

  private mutating func step(to goal: FollowingGoal, bearing wantsBearing: Double, point: ScreenPoint, now: Double) {
    defer { lastTime = now }
    guard var zoom else {
      zoom = DampedValue(goal.zoom)
      tilt = DampedValue(goal.viewingAngle)
      bearing = DampedValue(wantsBearing)
      (anchorX, anchorY) = (DampedValue(point.x), DampedValue(point.y))
      return
    }
    // After a pause no more than a moment has passed for the camera.
    let seconds = min(max(now - lastTime, 0), 0.25)
    zoom.step(to: goal.zoom, seconds: seconds, rate: Self.zoomRate)
    self.zoom = zoom
    tilt.step(to: goal.viewingAngle, seconds: seconds, rate: Self.tiltRate)
    let turn = Angle.shortestTurn(fromDegrees: bearing.value, toDegrees: wantsBearing)
    bearing.step(to: bearing.value + turn, seconds: seconds, rate: Self.turnRate)
    // Kept small, for angles of days of roundabouts.
    bearing.shift(by: Angle.bearingDegrees(bearing.value) - bearing.value)
    anchorX.step(to: point.x, seconds: seconds, rate: Self.anchorRate)
    anchorY.step(to: point.y, seconds: seconds, rate: Self.anchorRate)
  }

  /// The camera that shows `place` at the anchor.
  private func position(of place: WorldPoint, in view: ViewTransform, limits: CameraLimits) -> CameraPosition {
    let wanted = limits.clamped(
      CameraPosition(
        target: place.coordinate, zoom: zoom?.value ?? view.camera.zoom, bearing: bearing.value, viewingAngle: max(tilt.value, 0))
    )
    let centered = ViewTransform(camera: wanted, size: view.size, padding: view.padding, ground: FlatGround())
    guard let ahead = centered.worldPoint(at: ScreenPoint(x: anchorX.value, y: anchorY.value)) else { return wanted }
    return wanted.withTarget(
      WorldPoint(x: 2 * centered.center.x - ahead.x, y: 2 * centered.center.y - ahead.y))
  }

  // MARK: Coming there

  private static func arrival(
    at camera: CameraPosition, from view: ViewTransform, limits: CameraLimits, now: Double
  ) -> Arrival? {
    if CameraPosition.areEqualForRendering(camera, view.camera) { return nil }
    let goal = view.nearestCopy(of: WorldPoint(camera.target))
    let (dx, dy) = ((goal.x - view.center.x) * view.pointsPerWorld, (goal.y - view.center.y) * view.pointsPerWorld)
    let screens = (dx * dx + dy * dy).squareRoot() / max(view.size.width, view.size.height)
    let isFar = screens > 2 || abs(camera.zoom - view.camera.zoom) > 4
    let motion: CameraMotion = isFar ? .fly(to: camera) : .ease(to: camera, seconds: 0.9)
    return Arrival(
      path: motion.path(from: view, limits: limits, continuing: nil, elapsed: 0), end: camera, start: now)
  }

  private mutating func arriving(
    at followed: CameraPosition, in view: ViewTransform, limits: CameraLimits, now: Double
  ) -> CameraPosition {
    guard let arrival else { return followed }
    let (elapsed, seconds) = (now - arrival.start, arrival.path.seconds)
    guard elapsed < seconds, seconds > 0 else {
      self.arrival = nil
      return followed
    }
    let base = arrival.path.state(at: max(elapsed, 0), view: view, limits: limits).camera
    // What the traveller has moved since the way was begun is made good on it.
    let part = Easing.easeInOut.progress(at: elapsed / seconds)
    let (end, target, here) = (WorldPoint(arrival.end.target), WorldPoint(followed.target), WorldPoint(base.target))
    var dx = target.x - end.x
    dx -= dx.rounded()
    return limits.clamped(
      CameraPosition(
        target: base.target, zoom: base.zoom + (followed.zoom - arrival.end.zoom) * part,
        bearing: base.bearing + Angle.shortestTurn(fromDegrees: arrival.end.bearing, toDegrees: followed.bearing) * part,
        viewingAngle: max(base.viewingAngle + (followed.viewingAngle - arrival.end.viewingAngle) * part, 0)
      ).withTarget(WorldPoint(x: here.x + dx * part, y: here.y + (target.y - end.y) * part)))
  }
}
