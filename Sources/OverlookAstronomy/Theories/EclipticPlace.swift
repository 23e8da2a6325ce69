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
    let (sinLongitude, cosLongitude) = (sin(longitude), cos(longitude))
    let (sinLatitude, cosLatitude) = (sin(latitude), cos(latitude))
    let (sinTilt, cosTilt) = (sin(axis.obliquity), cos(axis.obliquity))
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
    let distance = series(SolarTerms.distance, t)
    let arcsecond = Angle.radiansPerDegree / 3600
    // The second number brings the longitude to the reference frame of stars, the last is the aberration.
    let longitude = series(SolarTerms.longitude, t) + .pi - 0.09033 * arcsecond + axis.nutation - 20.4898 * arcsecond / distance
    return EclipticPlace(
      longitude: longitude.remainder(dividingBy: 2 * .pi), latitude: -series(SolarTerms.latitude, t),
      distanceKilometers: distance * astronomicalUnit)
  }

  private static func series(_ powers: [[SolarTerms.Term]], _ t: Double) -> Double {
    var (sum, power) = (0.0, 1.0)
    for terms in powers {
      var part = 0.0
      for term in terms { part += term.amplitude * cos(term.phase + term.rate * t) }
      sum += part * power
      power *= t
    }
    return sum * 1e-8
  }

  /// The Moon: J. Meeus, chapter 47; its mean longitude has the aberration in it.
  static func moon(_ time: AstronomicalTime, _ axis: EarthAxis) -> EclipticPlace {
    let t = time.centuries
    func argument(_ c: Double...) -> Double {
      c.reversed().reduce(0) { $0 * t + $1 }.remainder(dividingBy: 360) * Angle.radiansPerDegree
    }
    let mean = argument(218.3164477, 481_267.88123421, -0.0015786, 1 / 538_841, -1 / 65_194_000)
    let elongation = argument(297.8501921, 445_267.1114034, -0.0018819, 1 / 545_868, -1 / 113_065_000)
    let sunAnomaly = argument(357.5291092, 35_999.0502909, -0.0001536, 1 / 24_490_000)
    let moonAnomaly = argument(134.9633964, 477_198.8675055, 0.0087414, 1 / 69_699, -1 / 14_712_000)
    let node = argument(93.2720950, 483_202.0175233, -0.0036539, -1 / 3_526_000, 1 / 863_310_000)
    let (venus, jupiter, flattening) = (argument(119.75, 131.849), argument(53.09, 479_264.290), argument(313.45, 481_266.484))
    // The orbit of the Earth becomes rounder, and terms with the Sun's anomaly with it.
    let roundness = 1 - t * (0.002516 + t * 0.0000074)
    func weight(_ multiple: Double) -> Double {
      abs(multiple) == 2 ? roundness * roundness : multiple == 0 ? 1 : roundness
    }
    func angle(_ term: LunarTerms.Term) -> Double {
      term.elongation * elongation + term.sunAnomaly * sunAnomaly + term.moonAnomaly * moonAnomaly + term.latitudeArgument * node
    }
    var (longitude, latitude, distance) = (0.0, 0.0, 385_000_560.0)
    for term in LunarTerms.longitudeAndDistance {
      let (angle, weight) = (angle(term), weight(term.sunAnomaly))
      longitude += term.sine * weight * sin(angle)
      distance += term.cosine * weight * cos(angle)
    }
    for term in LunarTerms.latitude { latitude += term.sine * weight(term.sunAnomaly) * sin(angle(term)) }
    longitude += 3958 * sin(venus) + 1962 * sin(mean - node) + 318 * sin(jupiter)
    latitude += -2235 * sin(mean) + 382 * sin(flattening) + 175 * (sin(venus - node) + sin(venus + node))
    latitude += 127 * sin(mean - moonAnomaly) - 115 * sin(mean + moonAnomaly)
    return EclipticPlace(
      longitude: mean + longitude * 1e-6 * Angle.radiansPerDegree + axis.nutation,
      latitude: latitude * 1e-6 * Angle.radiansPerDegree, distanceKilometers: distance / 1000)
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
