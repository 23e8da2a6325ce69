import OverlookGeometry
import OverlookRoads

/// One request to the roads of a region.
struct RegionLegs {
  let request: RouteRequest
  let search: any PathSearch
  let region: String
  let graph: RoadGraph

  /// The routes, the best one first.
  func routes() throws(RoutingError) -> [Route] {
    let found: [[RoadPath]]
    do throws(PathFault) {
      // Others beside the best are found between two places alone.
      found = request.options.alternatives > 0 && request.waypoints.count == 2 ? try alternatives() : [try legs()]
    } catch {
      throw refusal(error)
    }
    return try found.map { (paths) throws(RoutingError) in try route(paths) }
  }

  private func place(_ waypoint: RouteWaypoint) -> PathPlace {
    var place = PathPlace(waypoint.location, heading: waypoint.heading)
    if waypoint.headingTolerance.isFinite { place.headingTolerance = min(max(waypoint.headingTolerance, 0), 180) }
    place.isOnItsSide = waypoint.side == .curb
    return place
  }

  private func alternatives() throws(PathFault) -> [[RoadPath]] {
    let starts = try search.metric.ends(at: place(request.waypoints[0]), number: 0)
    let ends = try search.metric.ends(at: place(request.waypoints[1]), number: 1)
    let paths = try AlternativePaths(search: search).paths(from: starts, to: ends, count: request.options.alternatives)
    return paths.map { [$0] }
  }

  /// A path from each stop to the next.
  private func legs() throws(PathFault) -> [RoadPath] {
    let places = request.waypoints.map { RoadRouter.Waypoint(place($0), isPassed: !$0.isStop) }
    var legs: [RoadPath] = []
    var isOpen = false
    for (index, path) in try RoadRouter(search: search).paths(over: places).enumerated() {
      if isOpen, let last = legs.popLast() {
        legs.append(Self.joined(last, path))
      } else {
        legs.append(path)
      }
      isOpen = !request.waypoints[index + 1].isStop
    }
    return legs
  }

  /// Two paths of which one goes on where the other ends, on the same arc.
  private static func joined(_ first: RoadPath, _ second: RoadPath) -> RoadPath {
    let (cost, overflow) = first.cost.addingReportingOverflow(second.cost)
    return RoadPath(
      arcs: first.arcs + second.arcs.dropFirst(), startFraction: first.startFraction, endFraction: second.endFraction,
      cost: overflow ? .max : cost, duration: first.duration + second.duration, length: first.length + second.length)
  }

  private func route(_ paths: [RoadPath]) throws(RoutingError) -> Route {
    var assembly = RouteAssembly(thing: region, mode: request.mode, language: request.options.language)
    let stops = request.stops.dropFirst()
    var (distance, duration) = (0.0, 0.0)
    for (path, stop) in zip(paths, stops) {
      let leg = LegSteps(path, metric: search.metric)
      let side = ArrivalSide(of: request.waypoints[stop].location, beside: leg.walk.shape).modifier
      try assembly.add(
        leg: leg.steps(arrivingOn: side), shape: leg.walk.shape, distance: leg.walk.distance, duration: leg.walk.duration)
      distance += leg.walk.distance
      duration += leg.walk.duration
    }
    return try assembly.route(distance: distance, duration: duration)
  }

  // MARK: Faults

  private func name(_ index: Int) -> String { RouteRequest.name(of: index, count: request.waypoints.count) }

  private var traveller: String {
    switch request.mode {
    case .car: "cars"
    case .truck: "this truck"
    case .bicycle: "bicycles"
    case .foot: "walkers"
    case .wheelchair: "wheelchairs"
    }
  }

  /// The sentence of a fault, which numbers the waypoints.
  private func refusal(_ fault: PathFault) -> RoutingError {
    switch fault {
    case .noRoads: return .noRoad("\(region) has no roads for \(traveller)")
    case .tooFarFromRoad(let index): return farFromRoad(min(index, request.waypoints.count - 1))
    case .island(let index): return .noRoute("\(name(index)) lies on roads that no other road for \(traveller) joins")
    case .oneWayTrap(0): return .noRoute("no road leads away from \(name(0)): only one-way roads to it")
    case .oneWayTrap(let index): return .noRoute("no road leads to \(name(index)): only one-way roads away from it")
    case .unroutable(let from, let to):
      return .noRoute(
        "nothing leads from \(name(from)) to \(name(to)) for \(traveller): one-way roads or restrictions are in the way")
    case .cancelled: return .cancelled
    case .outOfBudget: return .noRoute("the way is too long to be searched for")
    }
  }

  private func farFromRoad(_ index: Int) -> RoutingError {
    let location = request.waypoints[index].location
    if let bounds = graph.bounds, !bounds.contains(location) {
      return .noRoad("\(name(index)) lies outside of \(region)")
    }
    return .noRoad("there is no road for \(traveller) near \(name(index))")
  }
}

/// On which side of the end of a line a place lies.
struct ArrivalSide {
  let modifier: Maneuver.Modifier?

  /// Metres within which there is no side.
  private static let least = 3.0

  init(of place: LocationCoordinate, beside shape: [LocationCoordinate]) {
    guard let end = shape.last, SphericalGeometry.distance(from: end, to: place) >= Self.least else {
      modifier = nil
      return
    }
    let bearing = ShapeBearing.before(shape.count - 1, of: shape)
    let turn = Angle.shortestTurn(fromDegrees: bearing, toDegrees: SphericalGeometry.heading(from: end, to: place))
    switch abs(turn) {
    case ..<30: modifier = .straight
    case ..<150: modifier = turn > 0 ? .right : .left
    default: modifier = nil
    }
  }
}
