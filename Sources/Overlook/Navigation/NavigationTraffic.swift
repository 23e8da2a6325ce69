import OverlookNavigation
import OverlookRouting

/// Finds the traffic of a map along a route, on another thread, whenever one of both is another one; that of tiles, of which nobody says
/// when there is newer, every two minutes too.
@MainActor final class NavigationTraffic {
  /// Called with what was found last.
  var onChange: (RouteTraffic) -> Void = { _ in }
  private var route: Route?
  private var version = 0
  private var work: Task<Void, Never>?
  private var shown = RouteTraffic.none
  /// When that of tiles is looked for again, in monotonic seconds; nil for never.
  private(set) var nextLook: Double?

  /// Seconds after which the tiles are asked for again. What has not changed, the cache answers.
  static let renewal = 120.0

  /// Looks whether there is another route, or newer traffic.
  func update(_ route: Route?, _ display: TrafficDisplay, now: Double) {
    let isOther = route != self.route || display.version != version
    guard isOther || nextLook.map({ now >= $0 }) == true else { return }
    (self.route, version, nextLook) = (route, display.version, nil)
    work?.cancel()
    work = nil
    guard let route, let data = display.routeData else { return show(.none) }
    if case .tiles = data { nextLook = now + Self.renewal }
    work = Task { [weak self] in
      let found = await Self.traffic(data, along: route)
      // On another route the same traffic lies elsewhere.
      guard !Task.isCancelled, let self, isOther || found != shown else { return }
      show(found)
    }
  }

  private func show(_ traffic: RouteTraffic) {
    shown = traffic
    onChange(traffic)
  }

  /// Forgets both.
  func end() {
    work?.cancel()
    (route, version, work, nextLook, shown) = (nil, 0, nil, nil, .none)
  }

  @concurrent private static func traffic(_ data: TrafficDisplay.RouteData, along route: Route) async -> RouteTraffic {
    switch data {
    case .geoJSON(let data): RouteTraffic(TrafficSource.roads(data), on: route)
    case .tiles(let tiles): RouteTraffic(await tiles.roads(along: route.geometry), on: route)
    }
  }
}
