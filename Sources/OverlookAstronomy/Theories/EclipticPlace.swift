import Glibc
import OverlookGeometry

/// An apparent place seen from the Earth's centre, in the ecliptic and equinox of the date.
struct EclipticPlace {
  /// Radians.
  var longitude: Double
  /// Radians.
  var latitude: Double
  var distanceKilometers: Double

  /// The same place in the true equator and equinox of the date, x towards the equinox and z to the north pole, kilometres.
  func equatorial(_ axis: EarthAxis) -> SIMD3<Double> {
    let angles = Waves(SIMD4(longitude, latitude, axis.obliquity, 0))
    let (sines, cosines) = (angles.sine, angles.cosine)
    let (sinLongitude, sinLatitude, sinTilt) = (sines.x, sines.y, sines.z)
    let (cosLongitude, cosLatitude, cosTilt) = (cosines.x, cosines.y, cosines.z)
    return distanceKilometers
      * SIMD3(
        cosLatitude * cosLongitude, cosLatitude * sinLongitude * cosTilt - sinLatitude * sinTilt,
        cosLatitude * sinLongitude * sinTilt + sinLatitude * cosTilt)
  }
}

extension EclipticPlace {
  static let astronomicalUnit = 149_597_870.7

  /// The Sun: VSOP87 with aberration, J. Meeus, chapter 25.
  static func sun(_ time: AstronomicalTime, _ axis: EarthAxis) -> EclipticPlace {
    let t = time.centuries / 10
    let distance = SolarTerms.distance.sum(at: t)
    let arcsecond = Angle.radiansPerDegree / 3600
    // The second number brings the longitude to the reference frame of stars, the last is the aberration.
    let longitude = SolarTerms.longitude.sum(at: t) + .pi - 0.09033 * arcsecond + axis.nutation - 20.4898 * arcsecond / distance
    return EclipticPlace(
      longitude: longitude.remainder(dividingBy: 2 * .pi), latitude: -SolarTerms.latitude.sum(at: t),
      distanceKilometers: distance * astronomicalUnit)
  }

  /// The Moon: J. Meeus, chapter 47; its mean longitude has the aberration in it.
  static func moon(_ time: AstronomicalTime, _ axis: EarthAxis) -> EclipticPlace {
    let t = time.centuries
    func argument(_ c0: Double, _ c1: Double, _ c2: Double = 0, _ c3: Double = 0, _ c4: Double = 0) -> Double {
      let degrees = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))
      return (degrees - 360 * (degrees / 360).rounded()) * Angle.radiansPerDegree
    }
    let mean = argument(218.3164477, 481_267.88123421, -0.0015786, 1 / 538_841, -1 / 65_194_000)
    let elongation = argument(297.8501921, 445_267.1114034, -0.0018819, 1 / 545_868, -1 / 113_065_000)
    let sunAnomaly = argument(357.5291092, 35_999.0502909, -0.0001536, 1 / 24_490_000)
    let moonAnomaly = argument(134.9633964, 477_198.8675055, 0.0087414, 1 / 69_699, -1 / 14_712_000)
    let node = argument(93.2720950, 483_202.0175233, -0.0036539, -1 / 3_526_000, 1 / 863_310_000)
    let (venus, jupiter, flattening) = (argument(119.75, 131.849), argument(53.09, 479_264.290), argument(313.45, 481_266.484))
    // The orbit of the Earth becomes rounder, and terms with the Sun's anomaly with it, those with twice of it by the square.
    let rounder = -t * (0.002516 + t * 0.0000074)
    func weights(_ terms: LunarTerms.Four) -> SIMD4<Double> {
      1 + rounder * terms.suns + rounder * rounder * terms.twoSuns
    }
    func angles(_ terms: LunarTerms.Four) -> SIMD4<Double> {
      let first = terms.elongations * elongation + terms.sunAnomalies * sunAnomaly
      return first + terms.moonAnomalies * moonAnomaly + terms.latitudeArguments * node
    }
    var (longitudes, latitudes, distances) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    for terms in LunarTerms.longitudeAndDistance {
      let (waves, weights) = (Waves(angles(terms)), weights(terms))
      longitudes += terms.sines * weights * waves.sine
      distances += terms.cosines * weights * waves.cosine
    }
    for terms in LunarTerms.latitude { latitudes += terms.sines * weights(terms) * Waves(angles(terms)).sine }
    longitudes += SIMD4(3958, 1962, 318, 0) * Waves(SIMD4(venus, mean - node, jupiter, 0)).sine
    latitudes += SIMD4(-2235, 382, 175, 175) * Waves(SIMD4(mean, flattening, venus - node, venus + node)).sine
    latitudes += SIMD4(127, -115, 0, 0) * Waves(SIMD4(mean - moonAnomaly, mean + moonAnomaly, 0, 0)).sine
    return EclipticPlace(
      longitude: mean + longitudes.sum() * 1e-6 * Angle.radiansPerDegree + axis.nutation,
      latitude: latitudes.sum() * 1e-6 * Angle.radiansPerDegree, distanceKilometers: (385_000_560 + distances.sum()) / 1000)
  }

  /// The centre of the Milky Way, Sagittarius A*, at right ascension 266.41684 and declination -29.00781 degrees in J2000 (M. Reid and
  /// A. Brunthaler, 2004); precession after J. Meeus, chapter 21.
  static func galacticCenter(_ time: AstronomicalTime, _ axis: EarthAxis) -> EclipticPlace {
    // Its ecliptic coordinates in J2000.
    let (longitude, latitude) = (266.851731 * Angle.radiansPerDegree, -5.607670 * Angle.radiansPerDegree)
    let t = time.centuries
    let arcsecond = Angle.radiansPerDegree / 3600
    let eta = t * (47.0029 - t * (0.03302 - t * 0.000060)) * arcsecond
    let ascent = 174.876384 * Angle.radiansPerDegree + t * (-869.8089 + t * 0.03536) * arcsecond
    let precession = t * (5029.0966 + t * (1.11113 - t * 0.000006)) * arcsecond
    let a = cos(eta) * cos(latitude) * sin(ascent - longitude) - sin(eta) * sin(latitude)
    let b = cos(latitude) * cos(ascent - longitude)
    let c = cos(eta) * sin(latitude) + sin(eta) * cos(latitude) * sin(ascent - longitude)
    return EclipticPlace(
      longitude: precession + ascent - atan2(a, b) + axis.nutation, latitude: asin(min(max(c, -1), 1)),
      distanceKilometers: 2.5e17)
  }
}
