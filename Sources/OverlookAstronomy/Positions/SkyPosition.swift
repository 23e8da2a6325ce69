import Glibc
import OverlookGeometry

/// Where a body stands in the sky of an observer. Angles in degrees.
public struct SkyPosition: Hashable, Sendable {
  /// Clockwise from north, 0 ..< 360.
  public var azimuth: Double
  /// Above the horizon, of the centre of the disc, as it is seen through the air.
  public var altitude: Double
  /// Above the horizon, as it would be seen without air.
  public var airlessAltitude: Double
  /// From the observer.
  public var distanceKilometers: Double
  /// Of the disc; 0 for a point.
  public var angularDiameter: Double

  /// The shadow of something upright, in lengths of it; infinite at or below the horizon.
  public var shadowRatio: Double {
    altitude > 0 ? 1 / tan(altitude * Angle.radiansPerDegree) : .infinity
  }

  /// Which way shadows lie, clockwise from north, 0 ..< 360.
  public var shadowAzimuth: Double { Angle.bearingDegrees(azimuth + 180) }
}
