import Glibc

/// Shortest ways on the ellipsoid of WGS 84: how long, in which direction, where they lead, and what area they enclose.
///
/// The integrals of C. F. F. Karney, Algorithms for geodesics, Journal of Geodesy 87 (2013), equations 7, 8 and 59, by Gauss-Legendre
/// quadrature of 16 points in place of series, and the direction of the shortest way between two places by a bracketed secant.
/// Lengths err by less than 0.1 micrometres on the scale of a town and a micrometre around the Earth, also between places that are
/// nearly opposite to each other. Any thread.
package struct Geodesic: Hashable, Sendable {
  /// Metres.
  package let meters: Double
  /// Degrees clockwise from north in which the way starts, 0 ..< 360; 0 where it has no length.
  package let startBearing: Double
  /// Degrees clockwise from north in which it goes on at its end, 0 ..< 360.
  package let endBearing: Double
  /// Square metres between the way and the equator, positive where it goes east in the north.
  let areaToEquator: Double

  static let axis = 6_378_137.0
  static let flattening = 1 / 298.257_223_563
  static let minor = axis * (1 - flattening)
  static let eccentricity2 = flattening * (2 - flattening)
  static let secondEccentricity2 = eccentricity2 / (1 - eccentricity2)
  /// Half of a number that stands for nothing beside what it is added to.
  private static let tiny = 1e-150

  /// The shortest way between two places; nil where one of them is none.
  package init?(from a: LocationCoordinate, to b: LocationCoordinate) {
    guard a.isValid, b.isValid else { return nil }
    self.init(InverseProblem(a, b))
  }

  private init(_ problem: InverseProblem) {
    let course = problem.solved()
    meters = course.meters
    var (start, end) = (
      SIMD2(course.sinAlpha1, course.cosAlpha1), SIMD2(course.sinAlpha2, course.cosAlpha2)
    )
    if problem.isSwapped { (start, end) = (end, start) }
    if problem.isSwapped != problem.isFlipped { (start.y, end.y) = (-start.y, -end.y) }
    if problem.isWestward { (start.x, end.x) = (-start.x, -end.x) }
    func bearing(_ direction: SIMD2<Double>) -> Double {
      Angle.bearingDegrees(atan2(direction.x, direction.y) * Angle.degreesPerRadian)
    }
    (startBearing, endBearing) = meters > 0 ? (bearing(start), bearing(end)) : (0, 0)
    areaToEquator = course.area * (problem.isWestward != problem.isFlipped ? -1 : 1)
  }

  /// Where one comes after `meters`, started from a place in a direction in degrees; the longitude is in -180 ..< 180.
  package static func place(from: LocationCoordinate, bearing: Double, meters: Double) -> LocationCoordinate {
    guard from.isValid, bearing.isFinite, meters.isFinite, abs(meters) < 1e9 else { return .invalid }
    let alpha = bearing * Angle.radiansPerDegree
    let (sinBeta, cosBeta) = reduced(from.latitude)
    let (sinAlpha, cosAlpha) = (sin(alpha), cos(alpha))
    let sinAlpha0 = sinAlpha * cosBeta
    let cosAlpha0 = (cosAlpha * cosAlpha + sinAlpha * sinBeta * (sinAlpha * sinBeta)).squareRoot()
    let k2 = secondEccentricity2 * cosAlpha0 * cosAlpha0
    let sigma1 = atan2(sinBeta, cosAlpha * cosBeta)
    var sigma2 = sigma1 + meters / minor
    // Newton's way to the length; it triples the digits or better.
    for _ in 0..<6 {
      let rest = meters - minor * lengthIntegral(from: sigma1, to: sigma2, k2)
      let step = rest / (minor * (1 + k2 * sin(sigma2) * sin(sigma2)).squareRoot())
      sigma2 += step
      if abs(step) < 1e-15 { break }
    }
    let sinBeta2 = cosAlpha0 * sin(sigma2)
    let cosBeta2 = (sinAlpha0 * sinAlpha0 + cosAlpha0 * cosAlpha0 * (cos(sigma2) * cos(sigma2))).squareRoot()
    func omega(_ sigma: Double) -> Double { atan2(sinAlpha0 * sin(sigma), cos(sigma)) }
    var turn = omega(sigma2) - atan2(sinAlpha0 * sinBeta, cosAlpha * cosBeta)
    turn += (((sigma2 - sigma1) * (sinAlpha0 < 0 ? -1 : 1) - turn) / (2 * .pi)).rounded() * 2 * .pi
    let lambda = turn - flattening * sinAlpha0 * longitudeIntegral(from: sigma1, to: sigma2, k2)
    return LocationCoordinate(
      latitude: atan2(sinBeta2, (1 - flattening) * cosBeta2) * Angle.degreesPerRadian,
      longitude: Angle.wrappedDegrees(from.longitude + lambda * Angle.degreesPerRadian))
  }

  // MARK: Integrals

  /// Sine and cosine of the reduced latitude.
  static func reduced(_ latitude: Double) -> (Double, Double) {
    let phi = latitude * Angle.radiansPerDegree
    let (s, c) = ((1 - flattening) * sin(phi), abs(latitude) == 90 ? tiny : cos(phi))
    let size = (s * s + c * c).squareRoot()
    return (s / size, max(c / size, tiny))
  }

  /// Of the length, in minor axes (equation 7).
  static func lengthIntegral(from a: Double, to b: Double, _ k2: Double) -> Double {
    Quadrature.integral(from: a, to: b) { (1 + k2 * sin($0) * sin($0)).squareRoot() }
  }

  /// Of the longitude (equation 8).
  static func longitudeIntegral(from a: Double, to b: Double, _ k2: Double) -> Double {
    Quadrature.integral(from: a, to: b) { (2 - flattening) / (1 + (1 - flattening) * (1 + k2 * sin($0) * sin($0)).squareRoot()) }
  }

  /// Of the area (equation 61).
  static func areaIntegral(from a: Double, to b: Double, _ k2: Double) -> Double {
    func t(_ x: Double) -> Double { x < 1e-12 ? 1 + x : x + (1 / x + 1).squareRoot() * asinh(x.squareRoot()) }
    let whole = t(secondEccentricity2)
    return -Quadrature.integral(from: a, to: b) { sigma in
      let x = k2 * sin(sigma) * sin(sigma)
      let difference = secondEccentricity2 - x
      // The quotient is the slope of t, where both are the same: along a meridian over the pole.
      let quotient =
        difference > 1e-9 ? (whole - t(x)) / difference : (t(secondEccentricity2 + 1e-5) - t(secondEccentricity2 - 1e-5)) / 2e-5
      return quotient * sin(sigma) / 2
    }
  }

  /// Square metres of the sphere that has the ellipsoid's area, over 4 pi (equation 60).
  static let authalicRadius2: Double = {
    let e = eccentricity2.squareRoot()
    return axis * axis / 2 + minor * minor / 2 * atanh(e) / e
  }()
}

/// Quadrature by Gauss and Legendre.
private enum Quadrature {
  /// Nodes above 0 of 16 points with their weights: the zeros of the Legendre polynomial, found by Newton's method.
  static let points: [(node: Double, weight: Double)] = (0..<8).map { index in
    var x = cos(.pi * (Double(index) + 0.75) / 16.5)
    var slope = 1.0
    for _ in 0..<10 {
      var (before, now) = (1.0, x)
      for degree in 2...16 {
        (before, now) = (now, (Double(2 * degree - 1) * x * now - Double(degree - 1) * before) / Double(degree))
      }
      slope = 16 * (x * now - before) / (x * x - 1)
      x -= now / slope
    }
    return (x, 2 / ((1 - x * x) * slope * slope))
  }

  static func integral(from a: Double, to b: Double, _ body: (Double) -> Double) -> Double {
    // Beyond half a turn the points would lie too far from each other.
    let parts = max(1, min(64, Int(exactly: (abs(b - a) / 3.2).rounded(.up)) ?? 1))
    let length = (b - a) / Double(parts)
    var sum = 0.0
    for part in 0..<parts {
      let middle = a + (Double(part) + 0.5) * length
      for point in points {
        let offset = point.node * length / 2
        sum += point.weight * (body(middle - offset) + body(middle + offset))
      }
    }
    return sum * length / 2
  }
}

/// Two places, turned and mirrored so that the first lies in the south and farther from the equator, and the second east of it.
private struct InverseProblem {
  /// What became of the places on the way there.
  private(set) var isSwapped = false
  private(set) var isFlipped = false
  private(set) var isWestward = false
  /// Sines and cosines of the reduced latitudes.
  private var (sin1, cos1, sin2, cos2) = (0.0, 0.0, 0.0, 0.0)
  /// Radians between the places, 0 ... pi.
  private var lambda = 0.0

  /// A way as it was found.
  struct Course {
    var (sinAlpha1, cosAlpha1, sinAlpha2, cosAlpha2) = (0.0, 1.0, 0.0, 1.0)
    var (meters, area) = (0.0, 0.0)
  }

  init(_ a: LocationCoordinate, _ b: LocationCoordinate) {
    let degrees = Angle.wrappedDegrees(b.longitude - a.longitude)
    // Half a turn counts as one to the east.
    isWestward = degrees < 0 && degrees > -180
    lambda = min(abs(degrees), 180) * Angle.radiansPerDegree
    var (south, north) = (a.latitude, b.latitude)
    if abs(south) < abs(north) {
      isSwapped = true
      (south, north) = (north, south)
    }
    if south > 0 {
      isFlipped = true
      (south, north) = (-south, -north)
    }
    (sin1, cos1) = Geodesic.reduced(south)
    (sin2, cos2) = Geodesic.reduced(north)
    // On which side of the equator matters to the sign of an angle.
    if sin1 == 0 { sin1 = -1e-300 }
    if sin2 == 0 { sin2 = -1e-300 }
  }

  /// The direction at the second place, from that at the first.
  private func cosAlpha2(_ sinAlpha1: Double, _ cosAlpha1: Double) -> Double {
    let grown = cos1 < -sin1 ? (cos2 - cos1) * (cos1 + cos2) : (sin1 - sin2) * (sin1 + sin2)
    let part = cosAlpha1 * cos1
    return cos2 != cos1 || abs(sin2) != -sin1 ? max(part * part + grown, 0).squareRoot() / cos2 : abs(cosAlpha1)
  }

  private struct Arc {
    var sigma1, sigma2, omega12, lambda12, k2, sinAlpha0, cosAlpha0, sinAlpha2, cosAlpha2: Double
  }

  /// Where the way leads that starts `turn` radians right of east.
  private func arc(turn: Double) -> Arc {
    let (sinAlpha1, cosAlpha1) = (cos(turn), -sin(turn))
    return arc(sinAlpha1, cosAlpha1)
  }

  private func arc(_ sinAlpha1: Double, _ cosAlpha1: Double) -> Arc {
    let sinAlpha0 = sinAlpha1 * cos1
    let cosAlpha0 = (cosAlpha1 * cosAlpha1 + sinAlpha1 * sin1 * (sinAlpha1 * sin1)).squareRoot()
    let cosAlpha2 = cosAlpha2(sinAlpha1, cosAlpha1)
    let sigma1 = atan2(sin1, cosAlpha1 * cos1)
    let sigma2 = atan2(sin2, cosAlpha2 * cos2)
    let omega1 = atan2(sinAlpha0 * sin1, cosAlpha1 * cos1)
    let omega2 = atan2(sinAlpha0 * sin2, cosAlpha2 * cos2)
    let k2 = Geodesic.secondEccentricity2 * cosAlpha0 * cosAlpha0
    let (start, end) = (sigma1, max(sigma2, sigma1))
    let omega12 = max(omega2 - omega1, 0)
    return Arc(
      sigma1: start, sigma2: end, omega12: omega12,
      lambda12: omega12 - Geodesic.flattening * sinAlpha0 * Geodesic.longitudeIntegral(from: start, to: end, k2), k2: k2,
      sinAlpha0: sinAlpha0, cosAlpha0: cosAlpha0, sinAlpha2: cos2 != cos1 ? sinAlpha0 / cos2 : sinAlpha1, cosAlpha2: cosAlpha2)
  }

  func solved() -> Course {
    // Along a meridian, and along the equator where that is the shortest way.
    if lambda == 0 || cos1 <= 1e-149 {
      return course(arc(sin(lambda), cos(lambda)), sin(lambda), cos(lambda), isMeridian: true)
    }
    if lambda == .pi { return course(arc(0, -1), 0, -1, isMeridian: true) }
    if abs(sin1) < 1e-200, abs(sin2) < 1e-200, lambda <= (1 - Geodesic.flattening) * .pi {
      var course = Course()
      (course.sinAlpha1, course.cosAlpha1, course.sinAlpha2, course.cosAlpha2) = (1, 0, 1, 0)
      course.meters = Geodesic.axis * lambda
      return course
    }
    let turn = turnToStart()
    return course(arc(turn: turn), cos(turn), -sin(turn), isMeridian: false)
  }

  /// The start, in radians right of east, from which the way leads to the longitude of the second place. That longitude grows with the
  /// angle, so that what was tried stays between bounds.
  private func turnToStart() -> Double {
    var (low, high) = (-Double.pi / 2, Double.pi / 2)
    // On the sphere that is a little smaller for its longitudes.
    let wide = min(lambda * (1 + Geodesic.flattening), .pi)
    var turn = -atan2(cos1 * sin2 - sin1 * cos2 * cos(wide), cos2 * sin(wide))
    if !(turn > low && turn < high) { turn = 0 }
    var (lastTurn, lastError) = (turn, 0.0)
    var trial = turn
    for step in 0..<200 {
      let error = arc(turn: trial).lambda12 - lambda
      if error == 0 { return trial }
      if error > 0 { high = trial } else { low = trial }
      var next: Double
      if step == 0 {
        // A guess at the slope: some way to the side where the place lies.
        next = trial - error * 0.5
      } else {
        let slope = (error - lastError) / (trial - lastTurn)
        next = slope > 0 ? trial - error / slope : (low + high) / 2
      }
      (lastTurn, lastError) = (trial, error)
      if !(next > low && next < high) || step > 40 { next = (low + high) / 2 }
      if abs(next - trial) <= 1e-16 * max(abs(trial), 1e-3) { return next }
      trial = next
    }
    return trial
  }

  private func course(_ arc: Arc, _ sinAlpha1: Double, _ cosAlpha1: Double, isMeridian: Bool) -> Course {
    var course = Course()
    (course.sinAlpha1, course.cosAlpha1) = (sinAlpha1, cosAlpha1)
    (course.sinAlpha2, course.cosAlpha2) = (arc.sinAlpha2, arc.cosAlpha2)
    course.meters = Geodesic.minor * Geodesic.lengthIntegral(from: arc.sigma1, to: arc.sigma2, arc.k2)
    course.area = area(arc, course, isMeridian)
    return course
  }

  private func area(_ arc: Arc, _ course: Course, _ isMeridian: Bool) -> Double {
    let excess: Double
    if !isMeridian, cos(arc.omega12) > -0.7071, sin2 - sin1 < 1.75 {
      // Of the triangle on the sphere, without the difference of two angles that are nearly the same.
      let half = (sin: sin(arc.omega12), cos: 1 + cos(arc.omega12))
      excess = 2 * atan2(half.sin * (sin1 * (1 + cos2) + sin2 * (1 + cos1)), half.cos * (sin1 * sin2 + (1 + cos1) * (1 + cos2)))
    } else {
      excess = atan2(
        course.sinAlpha2 * course.cosAlpha1 - course.cosAlpha2 * course.sinAlpha1,
        course.cosAlpha2 * course.cosAlpha1 + course.sinAlpha2 * course.sinAlpha1)
    }
    let rest =
      Geodesic.axis * Geodesic.axis * Geodesic.eccentricity2 * arc.cosAlpha0 * arc.sinAlpha0
      * Geodesic.areaIntegral(from: arc.sigma1, to: arc.sigma2, arc.k2)
    return Geodesic.authalicRadius2 * excess + rest
  }
}
