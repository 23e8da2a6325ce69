import Glibc
import OverlookGeometry

/// Metres east and north of a place, on a plane that is good for some kilometres around it.
struct LocalMeters {
  private let origin: LocationCoordinate
  private let perLatitude: Double
  private let perLongitude: Double

  init(around origin: LocationCoordinate) {
    self.origin = origin
    perLatitude = SphericalGeometry.earthRadiusMeters * .pi / 180
    perLongitude = perLatitude * Glibc.cos(origin.latitude * .pi / 180)
  }

  func point(_ place: LocationCoordinate) -> SIMD2<Double> {
    let turn = (place.longitude - origin.longitude).remainder(dividingBy: 360)
    return SIMD2(turn * perLongitude, (place.latitude - origin.latitude) * perLatitude)
  }

  func place(_ point: SIMD2<Double>) -> LocationCoordinate {
    LocationCoordinate(
      latitude: origin.latitude + point.y / perLatitude, longitude: origin.longitude + point.x / max(perLongitude, 1e-9))
  }

  func distance(_ place: LocationCoordinate) -> Double {
    let point = point(place)
    return (point * point).sum().squareRoot()
  }

  /// The point of a line that is nearest to the origin, and how far that is.
  func nearest(on line: [LocationCoordinate]) -> (place: LocationCoordinate, meters: Double)? {
    guard let first = line.first else { return nil }
    var best = (point: point(first), meters: distance(first))
    for (start, end) in zip(line, line.dropFirst()) {
      let (a, b) = (point(start), point(end))
      let along = b - a
      let length = (along * along).sum()
      guard length > 0 else { continue }
      let share = min(max((-a * along).sum() / length, 0), 1)
      let candidate = a + along * share
      let meters = (candidate * candidate).sum().squareRoot()
      if meters < best.meters { best = (candidate, meters) }
    }
    return (place(best.point), best.meters)
  }
}
