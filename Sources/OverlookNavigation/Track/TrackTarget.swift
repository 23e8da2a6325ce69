import OverlookGeometry

/// A waypoint on a track.
struct TrackTarget: Sendable {
  /// Among the destinations of the session.
  let destination: Int
  /// Metres from the start of the route.
  let meters: Double
  /// Nil for one that is only passed.
  let leg: Int?

  /// Metres from the way within which one that is passed is looked for.
  private static let reach = 250.0

  /// Where waypoints are on a track that was made for them, in their order.
  static func targets(_ waypoints: [(offset: Int, element: NavigationWaypoint)], on track: RouteTrack) -> [TrackTarget] {
    var targets: [TrackTarget] = []
    var (leg, position) = (0, 0.0)
    for (number, waypoint) in waypoints where leg < track.legSteps.count {
      let end = track.end(ofLeg: leg)
      if waypoint.isStop {
        position = max(end, position)
        targets.append(TrackTarget(destination: number, meters: position, leg: leg))
        leg += 1
      } else {
        var found: [TrackMatch] = []
        track.matches(near: waypoint.location, radius: reach, in: min(position, end)...end, into: &found)
        position = found.min { $0.offset < $1.offset }?.meters ?? position
        targets.append(TrackTarget(destination: number, meters: position, leg: nil))
      }
    }
    return targets
  }
}
