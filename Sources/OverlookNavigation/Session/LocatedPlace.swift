import OverlookGeometry
import OverlookRouting

/// Something that a traveller wants to know of before, where it is on the route.
struct LocatedPlace: Sendable {
  static let limit = 1000
  /// Metres from the route within which it lies on it.
  private static let reach = 25.0

  let place: PlaceAhead
  /// Metres from the start of the route; nil where it is not on it.
  let meters: Double?
  var isTold: Bool

  init(_ place: PlaceAhead, on track: RouteTrack, from position: Double, isTold: Bool) {
    self.place = place
    self.isTold = isTold
    var found: [TrackMatch] = []
    if place.coordinate.isValid {
      track.matches(near: place.coordinate, radius: Self.reach, in: min(position, track.length)...track.length, into: &found)
    }
    meters = found.first?.meters
  }

  /// What stays the same when it is told of anew with another delay or title.
  struct Identity: Hashable, Sendable {
    let kind: GuidanceNotice.Hazard
    let coordinate: LocationCoordinate

    init(_ place: PlaceAhead) { (kind, coordinate) = (place.kind, place.coordinate) }
  }

  /// Metres before it where it is told: for a queue, time enough to leave the road.
  func reach(speed: Double) -> Double {
    switch place.kind {
    case .congestion, .accident, .roadworks, .closure: max(1000, 60 * speed)
    case .danger, .speedCamera: max(250, 25 * speed)
    }
  }
}
