import Glibc
import OverlookGeometry

/// Smooths fixes without lagging behind them: a Kalman filter whose state is place and velocity on metres east and north, which are
/// measured by places, and by speed and course where a receiver says them (Doppler). A value; time comes with the fixes.
public struct LocationFilter: Hashable, Sendable {
  /// Why a fix was not taken.
  public enum Rejection: String, CaseIterable, Hashable, Sendable {
    /// It is no place on Earth, or its time is no number.
    case notFinite
    /// It is older than the last one, or as old.
    case outOfOrder
    /// So inexact that it says nothing: over 5 kilometres.
    case tooInexact
    /// So far from where it could be that nothing drives as fast.
    case jump
  }

  /// Place and velocity along one axis, and their covariance.
  private struct Axis: Hashable, Sendable {
    var place = 0.0
    var velocity = 0.0
    var (pp, pv, vv) = (0.0, 0.0, 0.0)

    mutating func predict(_ time: Double, noise: Double) {
      place += velocity * time
      // White noise of acceleration over the time (Bar-Shalom, Estimation with Applications, 6.2.2).
      let (t2, t3) = (time * time, time * time * time)
      pp += 2 * time * pv + t2 * vv + noise * t3 / 3
      pv += time * vv + noise * t2 / 2
      vv += noise * time
    }

    mutating func measure(place value: Double, variance: Double) {
      let sum = pp + variance
      let (gainP, gainV, error) = (pp / sum, pv / sum, value - place)
      place += gainP * error
      velocity += gainV * error
      vv -= gainV * pv
      pv -= gainV * pp
      pp -= gainP * pp
    }

    mutating func measure(velocity value: Double, variance: Double) {
      let sum = vv + variance
      let (gainP, gainV, error) = (pv / sum, vv / sum, value - velocity)
      place += gainP * error
      velocity += gainV * error
      pp -= gainP * pv
      pv -= gainV * pv
      vv -= gainV * vv
    }
  }

  /// Metres east and north of a place, on a sphere: right within a few kilometres.
  private struct Plane {
    let origin: LocationCoordinate
    let metersPerDegree = 111_195.0
    let shrink: Double

    init(_ origin: LocationCoordinate) {
      self.origin = origin
      shrink = max(cos(origin.latitude * Angle.radiansPerDegree), 1e-6)
    }

    func meters(_ place: LocationCoordinate) -> (east: Double, north: Double) {
      (
        Angle.wrappedDegrees(place.longitude - origin.longitude) * metersPerDegree * shrink,
        (place.latitude - origin.latitude) * metersPerDegree
      )
    }

    func place(_ east: Double, _ north: Double) -> LocationCoordinate {
      LocationCoordinate(
        latitude: min(max(origin.latitude + north / metersPerDegree, -90), 90),
        longitude: Angle.wrappedDegrees(origin.longitude + east / metersPerDegree / shrink))
    }
  }

  /// Metres per second; a train may go as fast, a car not.
  private static let fastest = 140.0
  private static let unknownAccuracy = 10.0
  /// Metres.
  private static let worstAccuracy = 5000.0
  private static let bestAccuracy = 0.5
  /// Seconds without a fix after which the next one begins anew.
  private static let longestGap = 60.0
  /// Fixes in a row that jump to places near each other: then the jump was real.
  private static let jumpsToBelieve = 3
  /// Older fixes in a row, in their order: then the clock was ahead before them.
  private static let lateToBelieve = 3
  /// Of acceleration, (m/s²)²/Hz: a car that brakes and turns.
  private static let noise = 4.0
  /// Of a speed by Doppler, metres per second.
  private static let speedDeviation = 0.5

  private var origin: LocationCoordinate?
  private var east = Axis()
  private var north = Axis()
  private var time = 0.0
  private var jumps: [LocationFix] = []
  /// Of the fixes since the last one that was taken that are older than it: the time of the last, and how many come in their order.
  private var lateTime = 0.0
  private var lateCount = 0

  /// A filter that has seen nothing.
  public init() {}

  /// Takes a fix: the smoothed one for the same moment, or why it was not taken, which changes nothing of what was known.
  public mutating func update(_ fix: LocationFix) -> Result<LocationFix, RejectedFix> {
    guard fix.coordinate.isValid, fix.time.isFinite else { return .failure(RejectedFix(.notFinite)) }
    let accuracy = Self.accuracy(of: fix)
    guard accuracy <= Self.worstAccuracy else { return .failure(RejectedFix(.tooInexact)) }
    guard let origin, fix.time - time <= Self.longestGap else {
      return .success(begin(fix, accuracy))
    }
    let elapsed = fix.time - time
    guard elapsed > 0 else { return late(fix, accuracy) }
    let (x, y) = Plane(origin).meters(fix.coordinate)
    let (dx, dy) = (x - east.place, y - north.place)
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance <= Self.fastest * elapsed + 3 * accuracy + 3 * (east.pp + north.pp).squareRoot() else {
      return jump(fix, accuracy)
    }
    (jumps, lateCount) = ([], 0)
    time = fix.time
    east.predict(elapsed, noise: Self.noise)
    north.predict(elapsed, noise: Self.noise)
    // The accuracy is of both axes together.
    let variance = accuracy * accuracy / 2
    east.measure(place: x, variance: variance)
    north.measure(place: y, variance: variance)
    measureVelocity(fix)
    if abs(east.place) + abs(north.place) > 20_000 { move() }
    return .success(smoothed(fix))
  }

  private mutating func measureVelocity(_ fix: LocationFix) {
    guard let speed = Self.speed(of: fix) else { return }
    guard let course = fix.course, course.isFinite else {
      guard speed < 0.5 else { return }
      // It stands.
      east.measure(velocity: 0, variance: 0.1)
      north.measure(velocity: 0, variance: 0.1)
      return
    }
    let direction = course * Angle.radiansPerDegree
    // Slow ones have courses of less worth.
    let deviation = Self.speedDeviation + (speed < 2 ? 1 : 0)
    east.measure(velocity: speed * sin(direction), variance: deviation * deviation)
    north.measure(velocity: speed * cos(direction), variance: deviation * deviation)
  }

  private mutating func begin(_ fix: LocationFix, _ accuracy: Double) -> LocationFix {
    origin = fix.coordinate
    time = fix.time
    (jumps, lateCount) = ([], 0)
    let variance = accuracy * accuracy / 2
    east = Axis(pp: variance, pv: 0, vv: 400)
    north = east
    measureVelocity(fix)
    return smoothed(fix)
  }

  /// What is older than the last one is not believed until several follow each other: a clock that was ahead has been set right.
  private mutating func late(_ fix: LocationFix, _ accuracy: Double) -> Result<LocationFix, RejectedFix> {
    lateCount = lateCount > 0 && fix.time > lateTime ? lateCount + 1 : 1
    lateTime = fix.time
    guard fix.time < time, lateCount >= Self.lateToBelieve else { return .failure(RejectedFix(.outOfOrder)) }
    return .success(begin(fix, accuracy))
  }

  /// What is too far away is not believed until several agree.
  private mutating func jump(_ fix: LocationFix, _ accuracy: Double) -> Result<LocationFix, RejectedFix> {
    if let last = jumps.last {
      let distance = SphericalGeometry.distance(from: last.coordinate, to: fix.coordinate)
      if fix.time <= last.time || distance > Self.fastest * (fix.time - last.time) + 3 * accuracy { jumps = [] }
    }
    jumps.append(fix)
    guard jumps.count >= Self.jumpsToBelieve else { return .failure(RejectedFix(.jump)) }
    return .success(begin(fix, accuracy))
  }

  private func smoothed(_ fix: LocationFix) -> LocationFix {
    guard let origin else { return fix }
    var result = fix
    result.coordinate = Plane(origin).place(east.place, north.place)
    result.accuracy = max((east.pp + north.pp).squareRoot(), Self.bestAccuracy / 2)
    let speed = (east.velocity * east.velocity + north.velocity * north.velocity).squareRoot()
    // Before a second fix nothing is known of a velocity that the receiver does not say.
    guard east.vv + north.vv < 100 else {
      result.speed = Self.speed(of: fix)
      result.course = fix.course.flatMap { $0.isFinite ? Angle.bearingDegrees($0) : nil }
      return result
    }
    result.speed = speed
    result.course = speed < 0.5 ? nil : Angle.bearingDegrees(atan2(east.velocity, north.velocity) * Angle.degreesPerRadian)
    return result
  }

  /// Takes the plane along, before it is no plane any more.
  private mutating func move() {
    guard let origin else { return }
    self.origin = Plane(origin).place(east.place, north.place)
    (east.place, north.place) = (0, 0)
  }

  private static func accuracy(of fix: LocationFix) -> Double {
    guard let accuracy = fix.accuracy, accuracy.isFinite, accuracy > 0 else {
      return fix.accuracy == .infinity ? .infinity : unknownAccuracy
    }
    return max(accuracy, bestAccuracy)
  }

  private static func speed(of fix: LocationFix) -> Double? {
    fix.speed.flatMap { $0.isFinite && (0...fastest).contains($0) ? $0 : nil }
  }
}

/// A fix that a filter did not take.
public struct RejectedFix: Error, Hashable, Sendable {
  /// Why.
  public let reason: LocationFilter.Rejection

  init(_ reason: LocationFilter.Rejection) {
    self.reason = reason
  }
}
