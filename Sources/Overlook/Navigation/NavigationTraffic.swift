import OverlookNavigation
import OverlookRouting

/// Finds the traffic of a map along a route, on another thread, whenever one of both is another one.
@MainActor final class NavigationTraffic {
  /// Called with what was found last.
  var onChange: (RouteTraffic) -> Void = { _ in }
  private var route: Route?
  private var version = 0
  private var work: Task<Void, Never>?

  /// Looks whether there is another route, or newer traffic.
  func update(_ route: Route?, _ display: TrafficDisplay) {
    guard route != self.route || display.version != version else { return }
    (self.route, version) = (route, display.version)
    work?.cancel()
    work = nil
    guard let route, let data = display.routeData else { return onChange(.none) }
    work = Task { [weak self] in
      let found = await Self.traffic(data, along: route)
      guard !Task.isCancelled else { return }
      self?.onChange(found)
    }
  }

  /// Forgets both.
  func end() {
    work?.cancel()
    (route, version, work) = (nil, 0, nil)
  }

  @concurrent private static func traffic(_ data: TrafficDisplay.RouteData, along route: Route) async -> RouteTraffic {
    switch data {
    case .geoJSON(let data): RouteTraffic(TrafficSource.roads(data), on: route)
    case .tiles(let tiles): RouteTraffic(await tiles.roads(along: route.geometry), on: route)
    }
  }
}
