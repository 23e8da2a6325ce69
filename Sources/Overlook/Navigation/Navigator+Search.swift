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
    let rest = RestOfRoute(route, from: metersTravelled, over: destinations.map(\.location))
    var found = try await search.search(
      text, along: route, from: metersTravelled, within: travelMode.isPedestrian ? 500 : 1500, limit: limit)
    for index in found.indices.prefix(Self.detourLimit) {
      guard number == generation, !Task.isCancelled else { break }
      found[index].detour = await detour(over: found[index], on: rest)
    }
    return found
  }

  /// Adds a place as a stop, before those that the route passes later, and asks for a route over it.
  public func addStop(_ place: PlaceAlongRoute, callback: @escaping RouteStatusCallback = { _ in }) {
    var stops = destinations
    let stop = NavigationWaypoint(location: place.place.coordinate, title: place.place.name)
    let rest = routes.first.map { RestOfRoute($0, from: metersTravelled, over: stops.map(\.location)) }
    stops.insert(stop, at: min(rest?.stopIndex(before: place) ?? 0, stops.count))
    setDestinations(stops, options: options, callback: callback)
  }

  /// So many places are asked a route over.
  private static let detourLimit = 8

  /// Metres of the route that lie behind the traveller.
  private var metersTravelled: Double {
    session.map { $0.isActive ? $0.progress.distanceTravelled : 0 } ?? 0
  }

  /// Seconds more than without it.
  private func detour(over place: PlaceAlongRoute, on rest: RestOfRoute) async -> Double? {
    guard let origin else { return nil }
    var stops = destinations.map(\.stop)
    stops.insert(RouteWaypoint(place.place.coordinate), at: min(rest.stopIndex(before: place), stops.count))
    var options = options
    options.alternatives = 0
    let request = RouteRequest(waypoints: [origin] + stops, mode: travelMode, options: options)
    guard let over = try? await routing.routes(for: request).first else { return nil }
    return max(over.duration - rest.plannedTime, 0)
  }
}
