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
  var isTold = false

  init(_ place: PlaceAhead, on track: RouteTrack, from position: Double) {
    self.place = place
    var found: [TrackMatch] = []
    if place.coordinate.isValid {
      track.matches(near: place.coordinate, radius: Self.reach, in: min(position, track.length)...track.length, into: &found)
    }
    meters = found.first?.meters
  }

  /// Metres before it where it is told: for a queue, time enough to leave the road.
  func reach(speed: Double) -> Double {
    switch place.kind {
    case .congestion, .accident, .roadworks, .closure: max(1000, 60 * speed)
    case .danger, .speedCamera: max(250, 25 * speed)
    }
  }
}
