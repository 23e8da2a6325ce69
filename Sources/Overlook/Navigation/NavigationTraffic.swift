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
  /// Whether nothing is known yet of this route and this traffic.
  private var isUnknown = false
  private var renewalTime: Double?

  /// When that of tiles is looked for again, in monotonic seconds; nil for never, and while it is looked for.
  var nextLook: Double? { work == nil ? renewalTime : nil }

  /// Seconds after which the tiles are asked for again. What has not changed, the cache answers.
  static let renewal = 120.0

  /// Looks whether there is another route, or newer traffic.
  func update(_ route: Route?, _ display: TrafficDisplay, now: Double) {
    let isOther = route != self.route || display.version != version
    guard isOther || nextLook.map({ now >= $0 }) == true else { return }
    (self.route, version, renewalTime) = (route, display.version, nil)
    work?.cancel()
    work = nil
    guard let route, let data = display.routeData else { return show(.none) }
    if case .tiles = data { renewalTime = now + Self.renewal }
    if isOther { isUnknown = true }
    work = Task { [weak self] in
      let found = await Self.traffic(data, along: route)
      guard !Task.isCancelled, let self else { return }
      work = nil
      // Who has lost the network goes on with what was known; on another route the same traffic lies elsewhere.
      if isUnknown || found.map({ $0 != shown }) == true { show(found ?? .none) }
    }
  }

  private func show(_ traffic: RouteTraffic) {
    (shown, isUnknown) = (traffic, false)
    onChange(traffic)
  }

  /// Forgets both.
  func end() {
    work?.cancel()
    (route, version, work, renewalTime, shown, isUnknown) = (nil, 0, nil, nil, .none, false)
  }

  /// Nil where it cannot be had now.
  @concurrent private static func traffic(_ data: TrafficDisplay.RouteData, along route: Route) async -> RouteTraffic? {
    switch data {
    case .geoJSON(let data): RouteTraffic(TrafficSource.roads(data), on: route)
    case .tiles(let tiles): await tiles.roads(along: route.geometry).map { RouteTraffic($0, on: route) }
    }
  }
}
