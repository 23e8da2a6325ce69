import Glibc
import OverlookGeometry

/// How the Earth's axis stands: obliquity of the ecliptic, nutation and sidereal time (J. Meeus, "Astronomical Algorithms", chapters 12
/// and 22; terms of the IAU theory of 1980 above 0.05"). Radians.
struct EarthAxis {
  /// Nutation in longitude.
  let nutation: Double
  /// True obliquity.
  let obliquity: Double
  /// Apparent sidereal time of Greenwich.
  let siderealTime: Double

  private static let arcsecond = Angle.radiansPerDegree / 3600

  init(_ time: AstronomicalTime) {
    let t = time.centuries
    let node = (125.04452 - 1934.136261 * t) * Angle.radiansPerDegree
    let sun = (280.4665 + 36_000.7698 * t) * Angle.radiansPerDegree
    let moon = (218.3165 + 481_267.8813 * t) * Angle.radiansPerDegree
    let sunAnomaly = (357.52772 + 35_999.05034 * t) * Angle.radiansPerDegree
    let moonAnomaly = (134.96298 + 477_198.867398 * t) * Angle.radiansPerDegree
    let first = Waves(SIMD4(node, 2 * sun, 2 * moon, 2 * node))
    let second = Waves(SIMD4(sunAnomaly, moonAnomaly, 2 * sun + sunAnomaly, 0))
    let inLongitude =
      SIMD4(-17.1996 - 0.01742 * t, -1.3187, -0.2274, 0.2062) * first.sine + SIMD4(0.1426, 0.0712, -0.0517, 0) * second.sine
    let inObliquity = SIMD4(9.2025, 0.5736, 0.0977, -0.0895) * first.cosine + SIMD4(0, 0, 0.0224, 0) * second.cosine
    let mean = 84_381.448 - t * (46.8150 + t * (0.00059 - t * 0.001813))
    nutation = inLongitude.sum() * Self.arcsecond
    obliquity = (mean + inObliquity.sum()) * Self.arcsecond
    let days = time.universalDays
    let universal = days / 36_525
    let meanSidereal = 280.46061837 + 360.98564736629 * days + universal * universal * (0.000387933 - universal / 38_710_000)
    siderealTime =
      meanSidereal.truncatingRemainder(dividingBy: 360) * Angle.radiansPerDegree + nutation * cos(obliquity)
  }
}
