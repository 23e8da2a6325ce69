import Glibc
import OverlookGeometry

/// The horizon of a place on the turning Earth: where it is, and which way is up.
struct SkyFrame {
  private let observer: SkyObserver
  private let sinLatitude: Double
  private let cosLatitude: Double
  /// Distance from the Earth's axis and from the plane of the equator, kilometres, on the ellipsoid WGS 84.
  private let axisKilometers: Double
  private let equatorKilometers: Double
  private let longitude: Double

  init(_ observer: SkyObserver) throws(AstronomyError) {
    try observer.check()
    self.observer = observer
    let latitude = observer.location.latitude * Angle.radiansPerDegree
    longitude = Angle.wrappedDegrees(observer.location.longitude) * Angle.radiansPerDegree
    (sinLatitude, cosLatitude) = (sin(latitude), cos(latitude))
    let (radius, squareEccentricity) = (6378.137, 0.00669437999014)
    let normal = radius / (1 - squareEccentricity * sinLatitude * sinLatitude).squareRoot()
    let height = observer.heightMeters / 1000
    axisKilometers = (normal + height) * cosLatitude
    equatorKilometers = (normal * (1 - squareEccentricity) + height) * sinLatitude
  }

  /// Where `body` stands at a time that is known to be valid.
  func position(of body: CelestialBody, _ time: AstronomicalTime) -> SkyPosition {
    let axis = EarthAxis(time)
    return position(of: body, at: body.place(time, axis).equatorial(axis), axis)
  }

  func position(of body: CelestialBody, at center: SIMD3<Double>, _ axis: EarthAxis) -> SkyPosition {
    let sidereal = axis.siderealTime + longitude
    let (sinSidereal, cosSidereal) = (sin(sidereal), cos(sidereal))
    let seen = center - SIMD3(axisKilometers * cosSidereal, axisKilometers * sinSidereal, equatorKilometers)
    let outward = cosSidereal * seen.x + sinSidereal * seen.y
    let east = cosSidereal * seen.y - sinSidereal * seen.x
    let north = cosLatitude * seen.z - sinLatitude * outward
    let up = cosLatitude * outward + sinLatitude * seen.z
    let distance = (seen * seen).sum().squareRoot()
    let airless = atan2(up, (east * east + north * north).squareRoot()) * Angle.degreesPerRadian
    return SkyPosition(
      azimuth: Angle.bearingDegrees(atan2(east, north) * Angle.degreesPerRadian),
      altitude: airless + observer.refraction(atAltitude: airless), airlessAltitude: airless, distanceKilometers: distance,
      angularDiameter: body.radiusKilometers.map { 2 * asin(min($0 / distance, 1)) * Angle.degreesPerRadian } ?? 0)
  }

  /// The angle by which the Earth has to turn until `body` is due south, or north, radians, -pi ... pi.
  func hourAngle(of body: CelestialBody, _ time: AstronomicalTime) -> Double {
    let axis = EarthAxis(time)
    let center = body.place(time, axis).equatorial(axis)
    return (axis.siderealTime + longitude - atan2(center.y, center.x)).remainder(dividingBy: 2 * .pi)
  }

  /// The angle between the direction to the zenith and that to the north celestial pole at `point`, radians, eastward.
  func parallacticAngle(at point: SIMD3<Double>, _ axis: EarthAxis) -> Double {
    let hourAngle = axis.siderealTime + longitude - atan2(point.y, point.x)
    let declination = atan2(point.z, (point.x * point.x + point.y * point.y).squareRoot())
    return atan2(
      sin(hourAngle) * cosLatitude, sinLatitude * cos(declination) - cosLatitude * sin(declination) * cos(hourAngle))
  }
}

extension CelestialBody {
  /// Nil for what is a point.
  var radiusKilometers: Double? {
    switch self {
    case .sun: 695_700
    case .moon: 1737.4
    case .galacticCenter: nil
    }
  }

  func place(_ time: AstronomicalTime, _ axis: EarthAxis) -> EclipticPlace {
    switch self {
    case .sun: .sun(time, axis)
    case .moon: .moon(time, axis)
    case .galacticCenter: .galacticCenter(time, axis)
    }
  }
}
