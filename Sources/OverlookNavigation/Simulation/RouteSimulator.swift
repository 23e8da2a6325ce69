import Foundation
package import OverlookGeometry
package import OverlookLocation
package import OverlookRouting
import OverlookSupport

/// Drives along a route as a receiver would tell it, as a value: the same fixes for the same seed.
package struct RouteSimulator: Sendable {
  /// How a drive differs from the plan.
  package struct Options: Hashable, Sendable {
    /// How much faster than planned, 0.01 ... 1000; default 1.
    package var factor = 1.0
    /// Metres of the noise to each side (one standard deviation), 0 ... 10,000; default 0.
    package var noise = 0.0
    /// Metres that all fixes lie to the right of the way, negative to the left; default 0.
    package var bias = 0.0
    /// Seconds between fixes, 0.01 ... 3600; default 1.
    package var interval = 1.0
    package var seed: UInt64 = 1

    package init() {}
  }

  private var track: RouteTrack
  private let options: Options
  private var random: SeededGenerator
  private var time: Double
  /// Metres from the start of the route.
  private var position = 0.0
  /// How the next maneuver is missed, or was: the metres that are still gone straight on.
  private var miss: (meters: Double, at: Double)?
  private var astray: (place: LocationCoordinate, course: Double, meters: Double)?

  /// Begins at the start of the route at a time, in seconds since 1970.
  package init(_ route: Route, options: Options = Options(), time: Double) throws(RoutingError) {
    track = try RouteTrack(route)
    var options = options
    options.factor = Self.bounded(options.factor, 0.01...1000, 1)
    options.noise = Self.bounded(options.noise, 0...10_000, 0)
    options.bias = Self.bounded(options.bias, -10_000...10_000, 0)
    options.interval = Self.bounded(options.interval, 0.01...3600, 1)
    self.options = options
    self.time = time.isFinite ? time : 0
    random = SeededGenerator(seed: options.seed)
  }

  private static func bounded(_ value: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
    value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : usual
  }

  /// Whether the end of the route is reached.
  package var hasArrived: Bool { position >= track.length && astray == nil }
  /// Metres from the start of the route to where the simulator is.
  package var distanceTravelled: Double { position }
  /// Seconds since 1970 of the next fix.
  package var now: Double { time }
  /// Degrees clockwise from north in which it goes, without noise.
  package var course: Double { astray?.course ?? track.place(at: position).bearing }
  /// Where it is, without noise.
  package var coordinate: LocationCoordinate { astray?.place ?? track.place(at: position).coordinate }

  /// The next fix; goes on from the end of the route, standing there.
  package mutating func next() -> LocationFix {
    let place = track.place(at: position)
    let isMoving = !hasArrived && (astray.map { $0.meters > 0 } ?? true)
    let course = astray?.course ?? place.bearing
    let speed = isMoving ? self.speed : 0
    let fix = fix(at: astray?.place ?? place.coordinate, course: course, speed: speed)
    advance(speed)
    return fix
  }

  /// Goes on along another route, from its start.
  package mutating func follow(_ route: Route) throws(RoutingError) {
    track = try RouteTrack(route)
    (position, astray, miss) = (0, nil, nil)
  }

  /// Leaves the route at the next maneuver: goes straight on over it for so many metres, and stands there.
  package mutating func missNextManeuver(by meters: Double) {
    let next = track.steps.first { $0.start > position + 1 }?.start ?? track.length
    miss = (max(meters, 0), next)
  }

  /// Metres a second.
  private var speed: Double { track.steps[track.stepIndex(at: position)].speed * options.factor }

  private mutating func advance(_ speed: Double) {
    let way = speed * options.interval
    time += options.interval
    if let (place, course, meters) = astray {
      let step = min(way, meters)
      astray = (
        SphericalGeometry.offset(from: place, distanceMeters: step, headingDegrees: course), course, meters - step
      )
      return
    }
    if let (meters, at) = miss, position + way >= at {
      let corner = track.place(at: at - 0.5)
      astray = (
        SphericalGeometry.offset(
          from: corner.coordinate, distanceMeters: position + way - at, headingDegrees: corner.bearing), corner.bearing, meters
      )
      (position, miss) = (at, nil)
      return
    }
    position = min(position + way, track.length)
  }

  private mutating func fix(at place: LocationCoordinate, course: Double, speed: Double) -> LocationFix {
    var seen = place
    if options.bias != 0 {
      seen = SphericalGeometry.offset(from: seen, distanceMeters: options.bias, headingDegrees: course + 90)
    }
    var told = course
    if options.noise > 0 {
      let (east, north) = (normal() * options.noise, normal() * options.noise)
      let meters = (east * east + north * north).squareRoot()
      seen = SphericalGeometry.offset(
        from: seen, distanceMeters: meters, headingDegrees: atan2(east, north) * Angle.degreesPerRadian)
      // What a receiver knows of the direction is the worse the slower it goes.
      told += normal() * min(options.noise * 10 / max(speed, 1), 60)
    }
    return LocationFix(
      seen, time: time, accuracy: max(options.noise * 1.5, 3), speed: speed, course: speed > 0 ? Angle.bearingDegrees(told) : nil)
  }

  /// Box and Muller (1958).
  private mutating func normal() -> Double {
    let radius = (-2 * log(Double.random(in: 1e-12..<1, using: &random))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }
}
