/// What guidance says beside its maneuvers. Distances are metres ahead, times seconds.
package enum GuidanceNotice: Hashable, Sendable {
  /// What lies ahead on the road.
  package enum Hazard: String, CaseIterable, Hashable, Sendable {
    case congestion, accident, roadworks, closure, danger, speedCamera
  }

  /// The traveller left the route.
  case offRoute
  /// Another route was found.
  case newRoute
  /// A faster route was found, which saves so many seconds.
  case fasterRoute(saving: Double)
  /// The traveller goes against the route.
  case wrongWay
  /// Faster than is allowed; kilometres per hour, nil where the number is not to be said.
  case speeding(limit: Double?)
  /// Something ahead, how far, and by how much it delays.
  case ahead(Hazard, distance: Double?, delay: Double?)
  /// There are no fixes any more.
  case signalLost
  /// There are fixes again.
  case signalFound
}
