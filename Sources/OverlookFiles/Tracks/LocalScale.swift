import Glibc
import OverlookGeometry

/// Metres east and north of a place, as on a plane: for what is near.
struct LocalScale {
  private let origin: LocationCoordinate
  private let metersPerDegree: (x: Double, y: Double)

  init(_ origin: LocationCoordinate) {
    self.origin = origin
    let meters = 6_371_008.8 * Double.pi / 180
    metersPerDegree = (meters * cos(origin.latitude * .pi / 180), meters)
  }

  func offset(_ place: LocationCoordinate) -> (x: Double, y: Double) {
    (
      (place.longitude - origin.longitude).remainder(dividingBy: 360) * metersPerDegree.x,
      (place.latitude - origin.latitude) * metersPerDegree.y
    )
  }
}
