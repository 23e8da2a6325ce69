import OverlookGeometry
import OverlookRouting

/// On which side of the road a navigator believes vehicles to drive.
struct RoadSide {
  var isLeft = false
  /// Whether the app has said so.
  var isChosen = false
  /// Where it was last looked up.
  var place: LocationCoordinate?

  /// Metres from there within which it is not looked up again: few routes begin so near to a border at which sides change.
  private static let reach = 20_000.0

  func isKnown(at place: LocationCoordinate) -> Bool {
    isChosen || self.place.map { SphericalGeometry.distance(from: $0, to: place) < Self.reach } == true
  }
}

extension Navigator {
  /// Looks up the country in which a route begins.
  func findSide(of route: Route) {
    guard let start = route.geometry.first, start.isValid, !side.isKnown(at: start) else { return }
    side.place = start
    Task { [weak self] in
      let address = (try? await Geocoder.geocoder().reverseGeocode(start))?.firstResult()
      guard let self, let country = address?.countryCode, !side.isChosen, side.place == start else { return }
      let isLeft = DrivingSide.isLeft(countryCode: country)
      guard isLeft != side.isLeft else { return }
      side.isLeft = isLeft
      display?.routesChanged()
    }
  }
}
