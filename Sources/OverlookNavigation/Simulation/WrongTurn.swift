import OverlookGeometry
import OverlookLocation
package import OverlookRouting

/// A drive that leaves the route that is guided along for another one from the same start, as somebody does who has missed a turn; how long
/// it takes until there is something new to do.
package struct WrongTurn: Sendable {
  /// Metres from the route where the traveller is seen to have left it: on a road that leads elsewhere, and on one that leads along.
  private static let astrayMeters = 15.0
  private static let farMeters = 35.0
  private static let astrayDegrees = 55.0
  /// Fixes behind the turn that have to be enough.
  private static let fixCount = 3

  private let guided: Route
  private let driven: Route
  private let options: RouteSimulator.Options

  /// Two routes from the same start.
  package init(guided: Route, driven: Route, options: RouteSimulator.Options) {
    self.guided = guided
    self.driven = driven
    self.options = options
  }

  /// Seconds from the third fix behind the wrong turn to the sentence of the new route: 0 where it comes with that fix or before; nil where
  /// the two routes never part, infinity where nothing new is said in a minute.
  package func run(with provider: some RoutingProvider) async throws(RoutingError) -> Double? {
    var session = try NavigationSession(routes: [guided])
    var simulator = try RouteSimulator(driven, options: options, time: 0)
    let track = session.track
    var (away, third) = (0, Double?.none)
    _ = session.start(now: 0)
    while !simulator.hasArrived, session.isActive, simulator.distanceTravelled < 100_000 {
      if third == nil {
        away = isAway(simulator, track) ? away + 1 : 0
        if away == Self.fixCount { third = simulator.now }
      }
      let fix = simulator.next()
      for case .rerouteWanted(let request) in session.update(fix, now: fix.time) {
        let wish = RouteRequest(waypoints: request.waypoints, mode: guided.mode)
        let routes = try? await provider.routes(for: wish)
        let events = session.accept(routes ?? [], for: request, now: fix.time)
        let isTold = events.contains { $0.name == "instruction" }
        if isTold, let third { return max(fix.time - third, 0) }
        // Before the third one: told as soon as that can be.
        if isTold { return 0 }
      }
      if let third, fix.time > third + 60 { return .infinity }
    }
    return nil
  }

  private func isAway(_ simulator: RouteSimulator, _ track: RouteTrack) -> Bool {
    var found: [TrackMatch] = []
    track.matches(near: simulator.coordinate, radius: Self.farMeters, in: 0...track.length, into: &found)
    guard let nearest = found.min(by: { $0.offset < $1.offset }) else { return true }
    let turn = abs(Angle.shortestTurn(fromDegrees: nearest.bearing, toDegrees: simulator.course))
    return nearest.offset > Self.astrayMeters && turn > Self.astrayDegrees
  }
}
