import Glibc

/// The transverse Mercator projection of an ellipsoid: places to metres east and north, and back.
///
/// Krüger's series in the third flattening n to its fourth power, as the EPSG guidance note 7-2 (IOGP 373-7-2, section 3.5.3.1,
/// "JHS formulas") and the Finnish recommendation JHS 197 give it. Within 3,000 km of the central meridian it is exact to less
/// than a millimetre; coordinates farther than 80 degrees of longitude from that meridian have no image.
package struct TransverseMercator: Hashable, Sendable {
  /// Degrees.
  private let centralMeridian: Double
  private let eccentricity: Double
  /// Metres a radian on the central meridian, the scale factor included.
  private let radius: Double
  private let falseEasting: Double
  /// Less the way from the equator to the latitude of origin.
  private let northingAtEquator: Double
  private let toPlane: SIMD4<Double>
  private let toSphere: SIMD4<Double>

  /// Degrees of longitude from the central meridian that are projected.
  private static let widestLongitude = 80.0

  /// - Parameters:
  ///   - semiMajorAxis: Metres.
  ///   - centralMeridian: Degrees, as `latitudeOfOrigin`.
  ///   - falseEasting: Metres, as `falseNorthing`.
  package init(
    semiMajorAxis: Double, inverseFlattening: Double, centralMeridian: Double, latitudeOfOrigin: Double = 0,
    scaleFactor: Double, falseEasting: Double, falseNorthing: Double
  ) {
    let flattening = 1 / inverseFlattening
    let n = flattening / (2 - flattening)
    let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n)
    let meridian = semiMajorAxis / (1 + n) * (1 + n2 / 4 + n4 / 64)
    self.centralMeridian = centralMeridian
    self.falseEasting = falseEasting
    eccentricity = (flattening * (2 - flattening)).squareRoot()
    radius = meridian * scaleFactor
    toPlane = SIMD4(
      n / 2 - 2 * n2 / 3 + 5 * n3 / 16 + 41 * n4 / 180,
      13 * n2 / 48 - 3 * n3 / 5 + 557 * n4 / 1440,
      61 * n3 / 240 - 103 * n4 / 140,
      49561 * n4 / 161_280)
    toSphere = SIMD4(
      n / 2 - 2 * n2 / 3 + 37 * n3 / 96 - n4 / 360,
      n2 / 48 + n3 / 15 - 437 * n4 / 1440,
      17 * n3 / 480 - 37 * n4 / 840,
      4397 * n4 / 161_280)
    var origin = 0.0
    if latitudeOfOrigin != 0 {
      let conformal = atan(sinh(Self.isometric(latitudeOfOrigin * Angle.radiansPerDegree, eccentricity)))
      origin = conformal
      for term in 0..<4 { origin += toPlane[term] * sin(Double(2 * (term + 1)) * conformal) }
    }
    northingAtEquator = falseNorthing - radius * origin
  }

  /// Metres east and north of a place in degrees; nil where the projection has none.
  package func project(_ place: LocationCoordinate) -> (easting: Double, northing: Double)? {
    let longitude = Angle.wrappedDegrees(place.longitude - centralMeridian)
    guard abs(longitude) <= Self.widestLongitude, abs(place.latitude) <= 90 else { return nil }
    let lambda = longitude * Angle.radiansPerDegree
    let isometric = Self.isometric(place.latitude * Angle.radiansPerDegree, eccentricity)
    let beta = atan(sinh(isometric))
    let eta0 = atanh(cos(beta) * sin(lambda))
    let xi0 = asin(min(max(sin(beta) * cosh(eta0), -1), 1))
    var (xi, eta) = (xi0, eta0)
    for term in 0..<4 {
      let multiple = Double(2 * (term + 1))
      xi += toPlane[term] * sin(multiple * xi0) * cosh(multiple * eta0)
      eta += toPlane[term] * cos(multiple * xi0) * sinh(multiple * eta0)
    }
    let (easting, northing) = (falseEasting + radius * eta, northingAtEquator + radius * xi)
    return easting.isFinite && northing.isFinite ? (easting, northing) : nil
  }

  /// The place, in degrees, of metres east and north; nil where the projection has none.
  package func place(easting: Double, northing: Double) -> LocationCoordinate? {
    let xi = (northing - northingAtEquator) / radius
    let eta = (easting - falseEasting) / radius
    // Over the pole begins the other side of the Earth; far to the side the series no longer tells neighbours apart.
    guard abs(eta) <= 2.5, abs(xi) <= .pi / 2 else { return nil }
    var (xi0, eta0) = (xi, eta)
    for term in 0..<4 {
      let multiple = Double(2 * (term + 1))
      xi0 -= toSphere[term] * sin(multiple * xi) * cosh(multiple * eta)
      eta0 -= toSphere[term] * cos(multiple * xi) * sinh(multiple * eta)
    }
    let beta = asin(min(max(sin(xi0) / cosh(eta0), -1), 1))
    let lambda = asin(min(max(tanh(eta0) / cos(beta), -1), 1))
    let conformal = asinh(tan(beta))
    var isometric = conformal + eccentricity * atanh(eccentricity * tanh(conformal))
    // Each turn gains about five digits.
    for _ in 0..<4 { isometric = conformal + eccentricity * atanh(eccentricity * tanh(isometric)) }
    let latitude = atan(sinh(isometric)) * Angle.degreesPerRadian
    let longitude = centralMeridian + lambda * Angle.degreesPerRadian
    return latitude.isFinite && longitude.isFinite ? LocationCoordinate(latitude: latitude, longitude: longitude) : nil
  }

  /// The conformal latitude on the line of Mercator's projection, for a latitude in radians.
  private static func isometric(_ latitude: Double, _ eccentricity: Double) -> Double {
    asinh(tan(latitude)) - eccentricity * atanh(eccentricity * sin(latitude))
  }
}
