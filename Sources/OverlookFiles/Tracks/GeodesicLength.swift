import Glibc
package import OverlookGeometry

/// Lengths on the ellipsoid of WGS 84.
package enum GeodesicLength {
  private static let axis = 6_378_137.0
  private static let flattening = 1 / 298.257_223_563

  /// Metres along the shortest way (Vincenty, Direct and Inverse Solutions of Geodesics on the Ellipsoid, 1975), to less than a
  /// millimetre; between places nearly opposite to each other that of a sphere, which is half a percent off.
  package static func meters(from a: LocationCoordinate, to b: LocationCoordinate) -> Double {
    guard a.isValid, b.isValid else { return 0 }
    let minor = axis * (1 - flattening)
    let difference = Angle.wrappedDegrees(b.longitude - a.longitude) * Angle.radiansPerDegree
    let first = atan((1 - flattening) * tan(a.latitude * Angle.radiansPerDegree))
    let second = atan((1 - flattening) * tan(b.latitude * Angle.radiansPerDegree))
    let (sin1, cos1, sin2, cos2) = (sin(first), cos(first), sin(second), cos(second))
    var lambda = difference
    for _ in 0..<100 {
      let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
      let across = cos1 * sin2 - sin1 * cos2 * cosLambda
      let sinSigma = (cos2 * sinLambda * cos2 * sinLambda + across * across).squareRoot()
      guard sinSigma > 0 else { return 0 }
      let cosSigma = sin1 * sin2 + cos1 * cos2 * cosLambda
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = cos1 * cos2 * sinLambda / sinSigma
      let cosAlpha2 = 1 - sinAlpha * sinAlpha
      let middle = cosAlpha2 > 1e-12 ? cosSigma - 2 * sin1 * sin2 / cosAlpha2 : 0
      let c = flattening / 16 * cosAlpha2 * (4 + flattening * (4 - 3 * cosAlpha2))
      let next =
        difference + (1 - c) * flattening * sinAlpha
        * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)))
      guard abs(next - lambda) > 1e-13 else {
        let u2 = cosAlpha2 * (axis * axis - minor * minor) / (minor * minor)
        let large = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
        let small = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
        let inner =
          cosSigma * (2 * middle * middle - 1) - small / 6 * middle * (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3)
        return minor * large * (sigma - small * sinSigma * (middle + small / 4 * inner))
      }
      lambda = next
      guard abs(lambda) <= .pi else { break }
    }
    return SphericalGeometry.distance(from: a, to: b)
  }
}
