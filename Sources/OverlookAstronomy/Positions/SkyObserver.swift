import Glibc
public import OverlookGeometry

/// Who looks at the sky, and through which air.
public struct SkyObserver: Hashable, Sendable {
  /// Where.
  public var location: LocationCoordinate
  /// Above the ellipsoid, metres, -1,000 to 100,000. Default 0.
  public var heightMeters: Double
  /// Of the air, hectopascals, 0 (no refraction) to 1,200. Default 1,010.
  public var pressureHectopascals: Double
  /// Of the air, degrees Celsius, -100 to 100. Default 10.
  public var temperatureCelsius: Double

  /// An observer at `location`.
  public init(
    _ location: LocationCoordinate, heightMeters: Double = 0, pressureHectopascals: Double = 1010, temperatureCelsius: Double = 10
  ) {
    self.location = location
    self.heightMeters = heightMeters
    self.pressureHectopascals = pressureHectopascals
    self.temperatureCelsius = temperatureCelsius
  }

  func check() throws(AstronomyError) {
    guard location.isValid else { throw .invalidLocation }
    guard (-1000...100_000).contains(heightMeters) else {
      throw .invalidObserver("the height must lie in -1,000 to 100,000 metres")
    }
    guard (0...1200).contains(pressureHectopascals) else {
      throw .invalidObserver("the pressure must lie in 0 to 1,200 hectopascals")
    }
    guard (-100...100).contains(temperatureCelsius) else {
      throw .invalidObserver("the temperature must lie in -100 to 100 degrees Celsius")
    }
  }

  /// What the air lifts, degrees, of a body at `altitude` degrees without air: Th. Saemundsson (1986), within 0.1'. Below -1 degree,
  /// where no such body is seen, it fades until -2.
  func refraction(atAltitude altitude: Double) -> Double {
    let height = max(altitude, -1)
    let minutes = 1.02 / tan((height + 10.3 / (height + 5.11)) * Angle.radiansPerDegree) + 0.0019279
    let air = pressureHectopascals / 1010 * 283 / (273 + temperatureCelsius)
    return minutes / 60 * air * min(max(altitude + 2, 0), 1)
  }
}
