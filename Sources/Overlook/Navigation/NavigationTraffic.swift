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
  /// Of the tiles of a source, and the version of that.
  private var known = KnownTraffic()
  private var knownVersion = 0
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
    // Another source, or the same one anew: what the tiles of the one before told is not its.
    if display.version != knownVersion { (known, knownVersion) = (KnownTraffic(), display.version) }
    (self.route, version, renewalTime) = (route, display.version, nil)
    work?.cancel()
    work = nil
    guard let route, let data = display.routeData else { return show(.none) }
    if case .tiles = data { renewalTime = now + Self.renewal }
    if isOther { isUnknown = true }
    work = Task { [weak self, known] in
      let (found, known) = await Self.traffic(data, along: route, known, now: now)
      guard !Task.isCancelled, let self else { return }
      work = nil
      self.known = known
      // On another route the same traffic lies elsewhere.
      if isUnknown || found != shown { show(found) }
    }
  }

  private func show(_ traffic: RouteTraffic) {
    (shown, isUnknown) = (traffic, false)
    onChange(traffic)
  }

  /// What was shown is gone: it is looked for again, also on the same route. What the tiles told stays known.
  func restart() {
    work?.cancel()
    (route, version, work, renewalTime, shown, isUnknown) = (nil, 0, nil, nil, .none, false)
  }

  /// The traffic, and what is known of the tiles from then on.
  @concurrent private static func traffic(
    _ data: TrafficDisplay.RouteData, along route: Route, _ known: KnownTraffic, now: Double
  ) async -> (RouteTraffic, KnownTraffic) {
    switch data {
    case .geoJSON(let data): return (RouteTraffic(TrafficSource.roads(data), on: route), known)
    case .tiles(let tiles):
      var known = known
      known.take(await tiles.answers(along: route.geometry), now: now)
      return (RouteTraffic(known.roads, on: route), known)
    }
  }
}
