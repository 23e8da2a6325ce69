import OverlookNavigation
public import OverlookRouting
public import OverlookSearch

// What lies on the way.
extension Navigator {
  /// Places beside what is left of the route, the next one first: of a kind ("fuel"), or with a name. Of the first eight the detour is
  /// asked for, too.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - search: Who is asked. Default: the indexes on this machine.
  ///   - limit: 1 to 100. Default 20.
  /// - Throws: `PlaceSearch.Problem` where nobody answers. Without a route the answer is empty.
  public func searchAlongRoute(
    _ text: String, search: PlaceSearch = PlaceSearch(), limit: Int = 20
  ) async throws(PlaceSearch.Problem) -> [PlaceAlongRoute] {
    guard let route = routes.first else { return [] }
    let number = generation
    let timeLeft = plannedTimeLeft(on: route)
    var found = try await search.search(
      text, along: route, from: metersTravelled, within: travelMode.isPedestrian ? 500 : 1500, limit: limit)
    for index in found.indices.prefix(Self.detourLimit) {
      guard number == generation, !Task.isCancelled else { break }
      found[index].detour = await detour(over: found[index], timeLeft: timeLeft)
    }
    return found
  }

  /// Adds a place as a stop, before those that the route passes later, and asks for a route over it.
  public func addStop(_ place: PlaceAlongRoute, callback: @escaping RouteStatusCallback = { _ in }) {
    var stops = destinations
    let stop = NavigationWaypoint(location: place.place.coordinate, title: place.place.name)
    stops.insert(stop, at: min(stopIndex(at: metersTravelled + place.distance), stops.count))
    setDestinations(stops, options: options, callback: callback)
  }

  /// So many places are asked a route over.
  private static let detourLimit = 8

  /// Metres of the route that lie behind the traveller.
  private var metersTravelled: Double {
    session.map { $0.isActive ? $0.progress.distanceTravelled : 0 } ?? 0
  }

  /// The number of the first destination that a route reaches behind so many metres.
  private func stopIndex(at meters: Double) -> Int {
    guard let route = routes.first, let track = try? RouteTrack(route) else { return 0 }
    var passed = metersTravelled
    for (index, destination) in destinations.enumerated() {
      guard let there = track.passing(destination.location, within: 250, from: passed)?.meters else { continue }
      if there > meters { return index }
      passed = there
    }
    // Behind the last stop there is no route.
    return max(destinations.count - 1, 0)
  }

  /// Seconds that the route plans for what lies ahead: what another route plans is compared with that, and not with a pace that was seen.
  private func plannedTimeLeft(on route: Route) -> Double {
    guard let track = try? RouteTrack(route), track.duration > 0 else { return route.duration }
    return route.duration * (1 - track.time(at: metersTravelled) / track.duration)
  }

  /// Seconds more than without it.
  private func detour(over place: PlaceAlongRoute, timeLeft: Double) async -> Double? {
    guard let origin else { return nil }
    var stops = destinations.map(\.stop)
    stops.insert(
      RouteWaypoint(place.place.coordinate), at: min(stopIndex(at: metersTravelled + place.distance), stops.count))
    var options = options
    options.alternatives = 0
    let request = RouteRequest(waypoints: [origin] + stops, mode: travelMode, options: options)
    guard let over = try? await routing.routes(for: request).first else { return nil }
    return max(over.duration - timeLeft, 0)
  }
}
