import Glibc
package import OverlookGeometry

/// A place that is known once a second or so, and seen to move evenly between: it goes on at its speed, freely or along a way, and
/// what it turns out to be wrong by goes away without a jump. All of it follows from the last update and the time.
package struct GlidingPlace: Sendable {
  /// What is known at a moment.
  package struct Update: Sendable {
    package var place: WorldPoint
    /// Degrees clockwise from north; nil where it is not known.
    package var course: Double?
    package var metersPerSecond: Double
    package var accuracyMeters: Double
    /// The way that it is on, and how many metres from its start.
    package var path: TravelPath?
    package var pathMeters = 0.0

    package init(
      place: WorldPoint, course: Double? = nil, metersPerSecond: Double = 0, accuracyMeters: Double = 0, path: TravelPath? = nil,
      pathMeters: Double = 0
    ) {
      self.place = place
      self.course = course
      self.metersPerSecond = metersPerSecond.isFinite ? max(metersPerSecond, 0) : 0
      self.accuracyMeters = accuracyMeters.isFinite ? max(accuracyMeters, 0) : 0
      self.path = path
      self.pathMeters = pathMeters.isFinite ? pathMeters : 0
    }
  }

  /// What is shown at a moment.
  package struct State: Hashable, Sendable {
    package var place: WorldPoint
    /// Degrees clockwise from north, 0 ..< 360; nil where it was never known.
    package var course: Double?
    package var accuracyMeters: Double
    /// From the start of the way that it is on; nil on none.
    package var pathMeters: Double?
  }

  /// Per second: what is wrong is gone to a tenth after a second.
  static let rate = 4.0
  /// Seconds for which a speed is believed without another word, and those in which it comes to rest afterwards.
  static let trustSeconds = 1.4
  static let brakeSeconds = 0.5
  /// Metres per second below which it stands.
  package static let standingSpeed = 0.4
  /// Metres that are no glide.
  static let jumpMeters = 400.0

  private var update: Update
  private var start: Double
  private var metersPerWorld: Double
  private var east = DampedRest()
  private var south = DampedRest()
  private var turn = DampedRest()
  private var width = DampedRest()
  /// The course that is shown when the update has none.
  private var lastCourse: Double?

  /// A place as it is first known, at `now`, in seconds of any clock.
  package init(_ update: Update, now: Double) {
    self.update = update
    start = now
    metersPerWorld = Mercator.metersPerWorldUnit(atLatitude: update.place.coordinate.latitude)
    lastCourse = update.course
  }

  /// Takes over what is known at `now`.
  package mutating func take(_ next: Update, now: Double) {
    let shown = state(at: now)
    let speed = worldSpeed(at: now)
    let turning = turn.velocity(after: max(now - start, 0), rate: Self.rate)
    self.update = next
    start = now
    metersPerWorld = Mercator.metersPerWorldUnit(atLatitude: next.place.coordinate.latitude)
    (east, south, turn, width) = (DampedRest(), DampedRest(), DampedRest(), DampedRest())
    let (base, baseSpeed) = (place(after: 0), baseSpeed(after: 0))
    var dx = shown.place.x - base.x
    dx -= dx.rounded()
    let dy = shown.place.y - base.y
    let isJump = (dx * dx + dy * dy).squareRoot() * metersPerWorld > Self.jumpMeters
    if !isJump {
      east = DampedRest(offset: dx, velocity: speed.x - baseSpeed.x)
      south = DampedRest(offset: dy, velocity: speed.y - baseSpeed.y)
      width = DampedRest(offset: shown.accuracyMeters - next.accuracyMeters)
    }
    if let course = baseCourse(after: 0) {
      if let before = shown.course, !isJump {
        turn = DampedRest(offset: Angle.shortestTurn(fromDegrees: course, toDegrees: before), velocity: turning)
      }
      lastCourse = course
    }
  }

  /// What is shown at `now`.
  package func state(at now: Double) -> State {
    let seconds = max(now - start, 0)
    let base = place(after: seconds)
    let course = baseCourse(after: seconds) ?? lastCourse
    return State(
      place: WorldPoint(
        x: base.x + east.offset(after: seconds, rate: Self.rate), y: base.y + south.offset(after: seconds, rate: Self.rate)),
      course: course.map { Angle.bearingDegrees($0 + turn.offset(after: seconds, rate: Self.rate)) },
      accuracyMeters: max(update.accuracyMeters + width.offset(after: seconds, rate: Self.rate), 0),
      pathMeters: update.path.map { _ in update.pathMeters + travelled(after: seconds) })
  }

  /// Metres per second as they were last told, or 0 where that is too little.
  package var metersPerSecond: Double { update.metersPerSecond >= Self.standingSpeed ? update.metersPerSecond : 0 }

  /// Whether nothing is seen to move any more, until the next update.
  package func rests(at now: Double) -> Bool {
    let seconds = max(now - start, 0)
    if metersPerSecond > 0, seconds < Self.trustSeconds + 6 * Self.brakeSeconds { return false }
    let tolerance = 0.02 / metersPerWorld
    return abs(east.offset(after: seconds, rate: Self.rate)) < tolerance
      && abs(south.offset(after: seconds, rate: Self.rate)) < tolerance
      && abs(turn.offset(after: seconds, rate: Self.rate)) < 0.1 && abs(width.offset(after: seconds, rate: Self.rate)) < 0.1
      && abs(turn.velocity(after: seconds, rate: Self.rate)) < 0.1
  }

  // MARK: Where it would be if it were right

  /// Metres after a time without another word.
  private func travelled(after seconds: Double) -> Double {
    let beyond = seconds - Self.trustSeconds
    guard beyond > 0 else { return metersPerSecond * seconds }
    return metersPerSecond * (Self.trustSeconds + Self.brakeSeconds * (1 - exp(-beyond / Self.brakeSeconds)))
  }

  private func speed(after seconds: Double) -> Double {
    let beyond = seconds - Self.trustSeconds
    return beyond > 0 ? metersPerSecond * exp(-beyond / Self.brakeSeconds) : metersPerSecond
  }

  private func place(after seconds: Double) -> WorldPoint {
    if let place = update.path?.point(at: update.pathMeters + travelled(after: seconds)) { return place }
    guard let course = update.course else { return update.place }
    let way = travelled(after: seconds) / metersPerWorld
    let angle = course * Angle.radiansPerDegree
    return WorldPoint(x: update.place.x + sin(angle) * way, y: update.place.y - cos(angle) * way)
  }

  private func baseCourse(after seconds: Double) -> Double? {
    update.path?.course(at: update.pathMeters + travelled(after: seconds)) ?? update.course
  }

  /// World units a second.
  private func baseSpeed(after seconds: Double) -> WorldPoint {
    guard let course = baseCourse(after: seconds) else { return WorldPoint(x: 0, y: 0) }
    let (angle, speed) = (course * Angle.radiansPerDegree, speed(after: seconds) / metersPerWorld)
    return WorldPoint(x: sin(angle) * speed, y: -cos(angle) * speed)
  }

  private func worldSpeed(at now: Double) -> WorldPoint {
    let seconds = max(now - start, 0)
    let base = baseSpeed(after: seconds)
    return WorldPoint(
      x: base.x + east.velocity(after: seconds, rate: Self.rate), y: base.y + south.velocity(after: seconds, rate: Self.rate))
  }
}
