import OverlookGeometry
import OverlookLocation

/// Decides which fixes are used. Receivers repeat themselves, deliver late, jump, and say what cannot be.
struct FixGate: Sendable {
  enum Verdict: Sendable {
    /// Says nothing new, or what cannot be.
    case ignored
    /// Too vague to be matched with a route.
    case poor
    case usable(AcceptedFix)
  }

  /// Metres of accuracy above which nothing can be told of a road.
  static let poorMeters = 150.0
  private static let usualSigma = 8.0
  private static let leastSigma = 3.0
  /// Seconds that a receiver's clock may be ahead of ours between two fixes.
  private static let clockSlack = 60.0
  /// Fixes in a row that bear each other out, behind which what seemed wrong is believed.
  private static let witnesses = 3

  private(set) var last: AcceptedFix?
  /// Of the receiver's clock, at the last fix that was used.
  private var lastTime: Double?
  private var late: (time: Double, count: Int) = (0, 0)
  private var stray: (place: LocationCoordinate, now: Double, count: Int) = (.invalid, 0, 0)
  /// From where a course is taken that the receiver does not say.
  private var anchor: LocationCoordinate?
  private var madeCourse: Double?

  mutating func judge(_ fix: LocationFix, now: Double, limits: GuidanceLimits) -> Verdict {
    guard fix.coordinate.isValid else { return .ignored }
    let place = fix.coordinate.normalized
    guard let (elapsed, time) = interval(fix.time, now: now) else { return .ignored }
    let sigma = Self.sigma(fix.accuracy)
    guard sigma <= Self.poorMeters else { return .poor }
    var moved = 0.0
    var isJump = false
    if let last {
      moved = SphericalGeometry.distance(from: last.coordinate, to: place)
      if moved > limits.topSpeed * max(elapsed, 1) + 2 * (sigma + last.sigma) + 30 {
        guard isBorneOut(place, now: now, limits: limits) else { return .ignored }
        (isJump, madeCourse, anchor) = (true, nil, nil)
      }
    }
    stray.count = 0
    let speed = speed(fix.speed, moved: moved, elapsed: elapsed, sigma: sigma, isJump: isJump, limits: limits)
    let course = course(fix.course, place, sigma: sigma, speed: speed, limits: limits)
    let accepted = AcceptedFix(
      coordinate: place, now: now, time: fix.time.isFinite ? fix.time : now, sigma: sigma, speed: speed,
      hasSpeed: fix.speed == speed, course: course, elapsed: elapsed, moved: moved, isJump: isJump)
    last = accepted
    if let time { (lastTime, late.count) = (time, 0) }
    return .usable(accepted)
  }

  /// Seconds since the last fix that was used, with the time that those behind it are measured by where the fix is used and its time is no
  /// error; nil for one that is not newer.
  private mutating func interval(_ time: Double, now: Double) -> (elapsed: Double, time: Double?)? {
    let waited = last.map { max(now - $0.now, 0) } ?? 0
    guard time.isFinite, abs(time) < 1e12 else { return (waited, nil) }
    guard let before = lastTime else { return (waited, time) }
    let passed = time - before
    if passed <= 0 {
      // A clock that was set back goes on from there.
      late = time > late.time || late.count == 0 ? (time, late.count + 1) : (time, 1)
      return passed < 0 && late.count >= Self.witnesses ? (waited, time) : nil
    }
    late.count = 0
    // The time of one that is far ahead is no measure for those behind it.
    return passed <= waited + Self.clockSlack ? (passed, time) : (waited, nil)
  }

  private static func sigma(_ accuracy: Double?) -> Double {
    guard let accuracy, accuracy.isFinite, accuracy > 0 else { return usualSigma }
    return max(accuracy, leastSigma)
  }

  /// Whether fixes in a row say that the traveller is elsewhere.
  private mutating func isBorneOut(_ place: LocationCoordinate, now: Double, limits: GuidanceLimits) -> Bool {
    let reach = limits.topSpeed * max(now - stray.now, 1) + 100
    let agrees = stray.count > 0 && SphericalGeometry.distance(from: stray.place, to: place) <= reach
    stray = (place, now, agrees ? stray.count + 1 : 1)
    return stray.count >= Self.witnesses
  }

  private func speed(
    _ said: Double?, moved: Double, elapsed: Double, sigma: Double, isJump: Bool, limits: GuidanceLimits
  ) -> Double {
    if let said, said.isFinite, said >= 0, said <= limits.topSpeed { return said }
    guard let last, !isJump, elapsed > 0 else { return last?.speed ?? 0 }
    let made = min(moved / max(elapsed, 0.5), limits.topSpeed)
    // What lies within the error is no movement.
    let seen = moved < sigma * 0.5 && made < 1.5 ? 0 : made
    return last.speed + (seen - last.speed) * min(elapsed / 3, 1)
  }

  private mutating func course(
    _ said: Double?, _ place: LocationCoordinate, sigma: Double, speed: Double, limits: GuidanceLimits
  ) -> Double? {
    if let said, said.isFinite { return speed >= limits.courseSpeed ? Angle.bearingDegrees(said) : nil }
    guard let from = anchor else {
      anchor = place
      return nil
    }
    let distance = SphericalGeometry.distance(from: from, to: place)
    if distance >= max(12, 2.5 * sigma) {
      madeCourse = SphericalGeometry.heading(from: from, to: place)
      anchor = place
    }
    return speed >= limits.courseSpeed ? madeCourse : nil
  }
}
