import OverlookGeometry
public import OverlookRoads

/// From where to where somebody wants to go, and how.
public struct RouteRequest: Hashable, Sendable {
  /// From the start to the destination; two at least and 100 at most.
  public var waypoints: [RouteWaypoint]
  /// How the traveller moves.
  public var mode: TravelMode
  /// What the traveller wants of the route.
  public var options: RoutingOptions

  /// A request for a route over `waypoints`.
  public init(waypoints: [RouteWaypoint], mode: TravelMode = .car, options: RoutingOptions = .defaultOptions) {
    self.waypoints = waypoints
    self.mode = mode
    self.options = options
  }

  static let waypointLimit = 100
  static let alternativesLimit = 5

  /// The request with its ends made stops and its numbers within their limits, or why it is none.
  func checked() throws(RoutingError) -> RouteRequest {
    guard waypoints.count >= 2 else { throw .badRequest("a route needs a start and a destination") }
    guard waypoints.count <= Self.waypointLimit else {
      throw .badRequest("\(waypoints.count) waypoints, where \(Self.waypointLimit) are allowed")
    }
    if let index = waypoints.firstIndex(where: { !$0.location.isValid }) {
      throw .badRequest("\(Self.name(of: index, count: waypoints.count)) is no place on Earth")
    }
    var request = self
    request.waypoints[0].isStop = true
    request.waypoints[waypoints.count - 1].isStop = true
    request.options.alternatives = min(max(options.alternatives, 0), Self.alternativesLimit)
    for index in waypoints.indices {
      request.waypoints[index].location = waypoints[index].location.normalized
      if waypoints[index].heading?.isFinite == false { request.waypoints[index].heading = nil }
    }
    return request
  }

  /// What a waypoint is called in a sentence.
  static func name(of index: Int, count: Int) -> String {
    index == 0 ? "the start" : index == count - 1 ? "the destination" : "waypoint \(index)"
  }

  /// Numbers of the stops, from 0 to the last waypoint.
  var stops: [Int] { waypoints.indices.filter { waypoints[$0].isStop || $0 == 0 || $0 == waypoints.count - 1 } }
}
