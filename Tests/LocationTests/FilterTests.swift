import Foundation
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookLocation

@Suite struct FilterTests {
  private static let start = LocationCoordinate(latitude: 60, longitude: 25)
  private static let metersPerDegree = 111_195.0

  private static func place(_ east: Double, _ north: Double) -> LocationCoordinate {
    LocationCoordinate(
      latitude: start.latitude + north / metersPerDegree,
      longitude: start.longitude + east / metersPerDegree / cos(start.latitude * .pi / 180))
  }

  private static func meters(_ place: LocationCoordinate) -> (east: Double, north: Double) {
    (
      (place.longitude - start.longitude) * metersPerDegree * cos(start.latitude * .pi / 180),
      (place.latitude - start.latitude) * metersPerDegree
    )
  }

  /// A drive with straights, a turn of 90 degrees every 60 s, and two stops: place and velocity at each second.
  private static let drive: [(east: Double, north: Double, speed: Double, heading: Double)] = {
    var (east, north, speed, heading) = (0.0, 0.0, 0.0, 0.0)
    return (0..<600).map { second in
      let phase = second % 60
      let wanted = second % 300 > 270 ? 0 : phase > 50 ? 5.0 : 15
      for _ in 0..<10 {
        speed += min(max(wanted - speed, -0.25), 0.2)
        if phase >= 54, phase < 60, speed > 1 { heading += 90.0 / 60 }
        east += speed * sin(heading * .pi / 180) / 10
        north += speed * cos(heading * .pi / 180) / 10
      }
      return (east, north, speed, heading.truncatingRemainder(dividingBy: 360))
    }
  }()

  private struct Errors {
    var raw = 0.0
    var smooth = 0.0
    /// Metres by which the smoothed place lies behind the true one, along its way.
    var lag = 0.0
  }

  private static func errors(noise: Double, saysVelocity: Bool) -> Errors {
    var generator = SeededGenerator(seed: 7)
    func normal() -> Double {
      let (a, b) = (Double.random(in: 1e-9..<1, using: &generator), Double.random(in: 0..<1, using: &generator))
      return (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
    }
    var filter = LocationFilter()
    var (errors, count, moving) = (Errors(), 0.0, 0.0)
    for (second, truth) in drive.enumerated() {
      let fix = LocationFix(
        place(truth.east + noise * normal(), truth.north + noise * normal()), time: Double(second),
        accuracy: noise * 2.0.squareRoot(), speed: saysVelocity ? max(truth.speed + 0.3 * normal(), 0) : nil,
        course: saysVelocity && truth.speed > 0.5 ? Angle.bearingDegrees(truth.heading + 3 * normal()) : nil)
      guard case .success(let smooth) = filter.update(fix), second > 10 else { continue }
      let (x, y) = meters(smooth.coordinate)
      let (rawX, rawY) = meters(fix.coordinate)
      let (dx, dy) = (truth.east - x, truth.north - y)
      errors.smooth += dx * dx + dy * dy
      errors.raw += (rawX - truth.east) * (rawX - truth.east) + (rawY - truth.north) * (rawY - truth.north)
      count += 1
      guard truth.speed > 10 else { continue }
      errors.lag += dx * sin(truth.heading * .pi / 180) + dy * cos(truth.heading * .pi / 180)
      moving += 1
    }
    errors.raw = (errors.raw / count).squareRoot()
    errors.smooth = (errors.smooth / count).squareRoot()
    errors.lag /= moving
    return errors
  }

  /// With what a receiver says of its speed the error is less than half, and without it a seventh less; at 15 m/s the lag is below 0.1 s.
  @Test(arguments: [(4.0, true, 0.45), (10, true, 0.35), (4, false, 0.85), (10, false, 0.75)])
  func smoothedFixesAreNearerToTheTruthAndDoNotLag(noise: Double, saysVelocity: Bool, share: Double) {
    let errors = Self.errors(noise: noise, saysVelocity: saysVelocity)
    #expect(errors.smooth < errors.raw * share, "\(errors)")
    #expect(abs(errors.lag) < 15 * 0.1, "\(errors)")
  }

  private static func fix(_ time: Double, east: Double = 0, accuracy: Double? = 4) -> LocationFix {
    LocationFix(place(east, 0), time: time, accuracy: accuracy)
  }

  private static func reason(_ result: Result<LocationFix, RejectedFix>) -> LocationFilter.Rejection? {
    if case .failure(let error) = result { error.reason } else { nil }
  }

  @Test func whatMakesNoSenseIsNotTakenAndChangesNothing() {
    var filter = LocationFilter()
    for second in 0..<5 { _ = filter.update(Self.fix(Double(second), east: 10 * Double(second))) }
    let before = filter
    var bad = Self.fix(6)
    bad.coordinate = .invalid
    #expect(Self.reason(filter.update(bad)) == .notFinite)
    #expect(
      Self.reason(filter.update(Self.fix(.nan))) == .notFinite && Self.reason(filter.update(Self.fix(.infinity))) == .notFinite)
    #expect(Self.reason(filter.update(Self.fix(4))) == .outOfOrder && Self.reason(filter.update(Self.fix(-1e300))) == .outOfOrder)
    #expect(Self.reason(filter.update(Self.fix(5, accuracy: 10_000))) == .tooInexact)
    #expect(Self.reason(filter.update(Self.fix(5, accuracy: .infinity))) == .tooInexact)
    var untouched = before
    #expect(filter.update(Self.fix(5, east: 50)) == untouched.update(Self.fix(5, east: 50)))
    filter = before
    #expect(Self.reason(filter.update(Self.fix(5, east: 100_000))) == .jump)
    #expect(Self.reason(filter.update(Self.fix(6, east: 60))) == nil)
  }

  @Test(arguments: [0, -1, Double.nan]) func anAccuracyThatMakesNoSenseCountsAsNone(accuracy: Double) throws {
    func second(_ accuracy: Double?) throws -> LocationFix {
      var filter = LocationFilter()
      _ = filter.update(Self.fix(0, accuracy: accuracy))
      return try filter.update(Self.fix(1, east: 3, accuracy: accuracy)).get()
    }
    #expect(try second(accuracy) == second(nil))
  }

  @Test func aJumpIsBelievedWhenThePlaceStays() throws {
    var filter = LocationFilter()
    for second in 0..<5 { _ = filter.update(Self.fix(Double(second))) }
    let reasons = (5..<8).map { Self.reason(filter.update(Self.fix(Double($0), east: 100_000))) }
    #expect(reasons == [.jump, .jump, nil])
    let fix = try filter.update(Self.fix(8, east: 100_000)).get()
    #expect(abs(Self.meters(fix.coordinate).east - 100_000) < 1)
  }

  @Test func aClockThatWasFarAheadIsNotBelievedForEver() throws {
    var filter = LocationFilter()
    for time in [0, 1, 2, 3, 4, 1e9] { _ = filter.update(Self.fix(time)) }
    let reasons = (5...10).map { Self.reason(filter.update(Self.fix(Double($0), east: 10 * Double($0)))) }
    #expect(reasons == [.outOfOrder, .outOfOrder, nil, nil, nil, nil])
    // Fixes that come twice are none that follow each other.
    #expect((0..<20).allSatisfy { _ in Self.reason(filter.update(Self.fix(9, east: 90))) == .outOfOrder })
  }

  @Test func aSpeedThatNothingHasIsNotBelieved() throws {
    var filter = LocationFilter()
    for second in 0..<5 {
      var fix = Self.fix(Double(second))
      (fix.speed, fix.course) = (2778, 90)
      _ = filter.update(fix)
    }
    let fix = try filter.update(Self.fix(5)).get()
    #expect(abs(Self.meters(fix.coordinate).east) < 1 && (fix.speed ?? 0) < 1)
  }

  @Test func afterAnHourOfSilenceItBeginsAnew() throws {
    var filter = LocationFilter()
    for second in 0..<5 { _ = filter.update(Self.fix(Double(second), east: 20 * Double(second))) }
    let fix = try filter.update(Self.fix(3605, east: 50_000)).get()
    #expect(abs(Self.meters(fix.coordinate).east - 50_000) < 0.01 && fix.speed == nil)
  }

  @Test func whateverComesNothingIsInfinite() {
    var (filter, numbers) = (LocationFilter(), HostileNumbers(seed: 3))
    for _ in 0..<20_000 {
      let fix = LocationFix(
        LocationCoordinate(latitude: numbers.next(near: -90...90), longitude: numbers.next(near: -180...180)),
        time: numbers.next(near: 0...100), accuracy: numbers.next(near: 1...50), speed: numbers.next(near: 0...50),
        course: numbers.next(near: 0...360))
      guard case .success(let smooth) = filter.update(fix) else { continue }
      let isSound =
        smooth.coordinate.isValid && smooth.accuracy.map { $0.isFinite && $0 > 0 } == true
        && smooth.speed.map { $0.isFinite } != false && smooth.course.map { (0..<360).contains($0) } != false
      if !isSound { Issue.record("\(fix) gives \(smooth)") }
    }
  }
}
