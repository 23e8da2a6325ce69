public import Foundation
import Glibc
import OverlookGeometry

/// A time at which a body passes a direction in the sky.
public struct SkyPassage: Hashable, Sendable {
  /// When the body is nearest to the direction.
  public var date: Date
  /// Where it stands then.
  public var position: SkyPosition
  /// From the direction that was sought, degrees on the sky.
  public var distance: Double
}

extension Ephemeris {
  /// When `body` comes within `tolerance` degrees of a direction: the nearest moment of each passage, in order of time.
  ///
  /// - Parameter azimuth: Degrees clockwise from north.
  /// - Parameter altitude: Degrees above the horizon, as it is seen through the air.
  /// - Parameter seconds: From `start` on; spans longer than `SkyEvents.longestSeconds` end there.
  public static func passages(
    of body: CelestialBody, azimuth: Double, altitude: Double, tolerance: Double = 0.5, from start: Date, seconds: Double,
    observer: SkyObserver
  ) throws(AstronomyError) -> [SkyPassage] {
    guard azimuth.isFinite, altitude.isFinite, tolerance >= 0, seconds >= 0 else { return [] }
    let frame = try SkyFrame(observer)
    let first = try AstronomicalTime(start).universalDays
    let last = try AstronomicalTime(start + min(seconds, SkyEvents.longestSeconds)).universalDays
    let sought = direction(azimuth, altitude)
    func passage(_ days: Double) -> SkyPassage {
      let time = AstronomicalTime(universalDays: days)
      let position = frame.position(of: body, time)
      return SkyPassage(
        date: time.date, position: position, distance: separation(sought, direction(position.azimuth, position.altitude)))
    }
    let curve = SkyCurve(start: first, end: last, step: 1 / 96) { passage($0).distance }
    let times = curve.sampleTimes
    let count = times.count - 1
    let distances = times.map(curve.value)
    return times.indices.compactMap { index in
      let isNearest =
        distances[index] <= distances[max(index - 1, 0)] && distances[index] < distances[min(index + 1, count)]
        || index == count && index > 0 && distances[index] < distances[index - 1]
      // In a quarter of an hour a body moves less than 4 degrees.
      guard isNearest, distances[index] < tolerance + 4 else { return nil }
      let nearest = curve.turningPoint(times[max(index - 1, 0)], times[min(index + 1, count)], isMaximum: false)
      let found = passage(nearest)
      return found.distance <= tolerance ? found : nil
    }
  }

  private static func direction(_ azimuth: Double, _ altitude: Double) -> SIMD3<Double> {
    let (azimuth, altitude) = (azimuth * Angle.radiansPerDegree, altitude * Angle.radiansPerDegree)
    return SIMD3(sin(azimuth) * cos(altitude), cos(azimuth) * cos(altitude), sin(altitude))
  }

  private static func separation(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    // Exact for small angles too, unlike the arc cosine.
    let difference = ((a - b) * (a - b)).sum().squareRoot()
    return 2 * asin(min(difference / 2, 1)) * Angle.degreesPerRadian
  }
}
