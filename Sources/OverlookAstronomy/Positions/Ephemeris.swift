public import Foundation
import Glibc
import OverlookGeometry

/// Where sun, moon and the Milky Way stand. Pure; any thread.
///
/// In the years 1900 to 2100 the Sun within 0.005 and the Moon within 0.01 degrees on the sky, above 5 degrees of altitude; 1600 to 2600
/// in all, less exact the farther away, for how fast the Earth turns is known of the past and guessed of the future.
public enum Ephemeris {
  /// Where `body` stands at `date` for `observer`.
  ///
  /// - Throws: `AstronomyError` for times outside the years 1600 to 2600 and for places that are none.
  public static func position(of body: CelestialBody, at date: Date, observer: SkyObserver) throws(AstronomyError) -> SkyPosition
  {
    try SkyFrame(observer).position(of: body, AstronomicalTime(date))
  }

  /// Where `body` stands at each of `dates`: quicker than one by one.
  public static func positions(of body: CelestialBody, at dates: [Date], observer: SkyObserver) throws(AstronomyError)
    -> [SkyPosition]
  {
    let frame = try SkyFrame(observer)
    var positions: [SkyPosition] = []
    positions.reserveCapacity(dates.count)
    for date in dates { positions.append(frame.position(of: body, try AstronomicalTime(date))) }
    return positions
  }

  /// How the Moon is lit at `date`, seen by `observer`.
  public static func moonlight(at date: Date, observer: SkyObserver) throws(AstronomyError) -> Moonlight {
    let (frame, time) = (try SkyFrame(observer), try AstronomicalTime(date))
    let axis = EarthAxis(time)
    let (moonPlace, sunPlace) = (EclipticPlace.moon(time, axis), EclipticPlace.sun(time, axis))
    let (moon, sun) = (moonPlace.equatorial(axis), sunPlace.equatorial(axis))
    let toSun = sun - moon
    let distances = ((moon * moon).sum() * (toSun * toSun).sum()).squareRoot()
    let cosPhase = -(moon * toSun).sum() / distances
    // J. Meeus, 48.5.
    let (moonAscension, sunAscension) = (atan2(moon.y, moon.x), atan2(sun.y, sun.x))
    let moonDeclination = asin(moon.z / (moon * moon).sum().squareRoot())
    let sunDeclination = asin(sun.z / (sun * sun).sum().squareRoot())
    let difference = sunAscension - moonAscension
    let limb = atan2(
      cos(sunDeclination) * sin(difference),
      sin(sunDeclination) * cos(moonDeclination) - cos(sunDeclination) * sin(moonDeclination) * cos(difference))
    let parallactic = frame.parallacticAngle(at: moon, axis)
    let age = (moonPlace.longitude - sunPlace.longitude) * Angle.degreesPerRadian
    return Moonlight(
      illuminatedFraction: min(max((1 + cosPhase) / 2, 0), 1),
      phaseAngle: acos(min(max(cosPhase, -1), 1)) * Angle.degreesPerRadian,
      elongation: Angle.bearingDegrees(age), brightLimbAngle: Angle.bearingDegrees(limb * Angle.degreesPerRadian),
      parallacticAngle: Angle.wrappedDegrees(parallactic * Angle.degreesPerRadian))
  }
}

/// How the Moon is lit. Angles in degrees.
public struct Moonlight: Hashable, Sendable {
  /// Of the disc, 0 (new) to 1 (full).
  public var illuminatedFraction: Double
  /// Between Sun and Earth as seen from the Moon, 0 (full) to 180 (new).
  public var phaseAngle: Double
  /// How far the Moon is ahead of the Sun in ecliptic longitude, 0 ..< 360: 0 new, 90 first quarter, 180 full, 270 last quarter.
  public var elongation: Double
  /// The direction on the disc to the middle of its bright limb, from the north celestial pole eastward, 0 ..< 360.
  public var brightLimbAngle: Double
  /// The direction on the disc of the north celestial pole, from the zenith, eastward, -180 ..< 180.
  public var parallacticAngle: Double

  /// The direction on the disc to the middle of its bright limb, from the zenith to the left, 0 ..< 360.
  public var brightLimbFromZenith: Double { Angle.bearingDegrees(brightLimbAngle - parallacticAngle) }
}
