package import OverlookGeometry

extension RouteTrack {
  /// Where the route passes `place` next, from `meters` of its start on: the first time that it comes within `radius` metres of it. Nil
  /// where it never does.
  package func passing(_ place: LocationCoordinate, within radius: Double, from meters: Double = 0) -> (
    meters: Double, offset: Double
  )? {
    guard place.isValid, radius > 0 else { return nil }
    let start = min(max(meters.isFinite ? meters : 0, 0), length)
    var found: [TrackMatch] = []
    matches(near: place, radius: radius, in: start...length, into: &found)
    guard let first = found.min(by: { $0.meters < $1.meters }) else { return nil }
    // Of a bend around the place the nearest side, not the first.
    let nearest = found.filter { $0.meters <= first.meters + 3 * radius }.min { $0.offset < $1.offset } ?? first
    return (nearest.meters, nearest.offset)
  }
}
