import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookNavigation
import OverlookRoads
import OverlookRouting
import OverlookSupport

/// `overlook bench guidance`: drives by the simulator over the roads of the regions that come with the program, with the noise of a receiver,
/// and guidance beside them.
@MainActor public enum GuidanceBench {
  /// What can be measured by itself.
  public enum Part: String, CaseIterable, Sendable {
    /// Kilometres of simulated drives, and wrong turns.
    case drives
    /// How long single things take.
    case times
    /// Frames in which the camera follows.
    case following
  }

  private static let names = ["Neubrandenburg", "Helsinki"]
  /// Seconds in which a part of it has to be done.
  private static let patience = 3600.0
  private static let turns = 200

  /// Drives `kilometers` with little noise, a fifth of them with much, and takes wrong turns; then the rest.
  public static func run(parts: [Part] = Part.allCases, kilometers: Double = 1000) throws -> BenchReport {
    var report = BenchReport(benchmark: "guidance", renderer: "none")
    if parts.contains(.drives) { try addDrives(kilometers, to: &report) }
    if parts.contains(.times) { try addTimes(to: &report) }
    if parts.contains(.following) {
      let sample = RouteSample(try RoadSource.graph(of: names[0], containing: []).graph, name: names[0], seed: 5)
      let route = try awaited { () async throws(RoutingError) in
        var sample = sample
        return await sample.route()
      }
      if let route { try FollowingBench.measure(route, into: &report) }
    }
    return report
  }

  private static func addDrives(_ kilometers: Double, to report: inout BenchReport) throws {
    var (exact, vague) = (SimulatedDrive.Outcome(), SimulatedDrive.Outcome())
    var delays: [Double] = []
    for name in names {
      let sample = RouteSample(try RoadSource.graph(of: name, containing: []).graph, name: name, seed: 11)
      // Read here: the work that is waited for must not come back to the main thread, which waits.
      let (share, count) = (kilometers / Double(names.count), turns / names.count)
      exact.add(
        try awaited { () async throws(RoutingError) in
          var sample = sample
          return try await sample.drives(kilometers: share, noise: 4)
        })
      vague.add(
        try awaited { () async throws(RoutingError) in
          var sample = sample
          return try await sample.drives(kilometers: share / 5, noise: 10)
        })
      delays += try awaited { () async throws(RoutingError) in
        var sample = sample
        return try await sample.wrongTurns(count: count, noise: 4)
      }
    }
    add(exact, to: &report)
    report.add("noise of 10 m, \(Int((vague.meters / 1000).rounded())) km: false reroutes", Double(vague.reroutes), "", goal: 1)
    report.add("noise of 10 m: arrivals", share(vague.arrivals, vague.drives), "%", goal: 100, goalIsLeast: true)
    report.add("wrong turns: told within 3 s", share(delays.count { $0 <= 3 }, delays.count), "%", goal: 100, goalIsLeast: true)
    report.add("wrong turns: the longest time", delays.max() ?? .infinity, "s", goal: 3)
  }

  private static func add(_ outcome: SimulatedDrive.Outcome, to report: inout BenchReport) {
    let title = "noise of 4 m, \(Int((outcome.meters / 1000).rounded())) km"
    report.add("\(title): false reroutes", Double(outcome.reroutes), "", goal: 0)
    report.add("\(title): arrivals", share(outcome.arrivals, outcome.drives), "%", goal: 100, goalIsLeast: true)
    report.add(
      "of \(outcome.maneuvers) maneuvers told 2 s before them", share(outcome.inTime, outcome.maneuvers), "%", goal: 100,
      goalIsLeast: true)
    report.add("announcements said twice", Double(outcome.repetitions), "", goal: 0)
    report.add("announcements that were due and not made", Double(outcome.missing), "", goal: 0)
  }

  private static func share(_ part: Int, _ all: Int) -> Double { all == 0 ? 0 : Double(part) / Double(all) * 100 }

  /// How long a fix takes, half an hour of a drive done again, and from two places to the first line that is shown.
  private static func addTimes(to report: inout BenchReport) throws {
    let sample = RouteSample(try RoadSource.graph(of: names[0], containing: []).graph, name: names[0], seed: 5)
    let routes = try awaited { () async throws(RoutingError) in
      var sample = sample
      var routes: [Route] = []
      while routes.count < 40, let route = await sample.route() { routes.append(route) }
      return routes
    }
    var (fixes, seconds) = (0, 0.0)
    for (number, route) in routes.enumerated() {
      let drive = try lines(of: route, seed: UInt64(number))
      fixes += drive.fixes
      seconds += drive.seconds
    }
    report.add("a fix", seconds / Double(max(fixes, 1)) * 1e6, "us", goal: 50)
    try addReplay(routes, to: &report)
    guard let route = routes.first, let from = route.geometry.first, let to = route.geometry.last else { return }
    let start = MonotonicClock.now()
    let routing = sample.routing
    let found = try awaited { () async throws(RoutingError) in
      try await routing.routes(for: RouteRequest(waypoints: [RouteWaypoint(from), RouteWaypoint(to)]))
    }
    var session = try NavigationSession(routes: found)
    let events = session.start(now: 0)
    report.add("from two places to the first line", (MonotonicClock.now() - start) * 1000, "ms", goal: 30)
    guard events.contains(where: { $0.name == "banner" }) else { throw RoutingError.unusable("there is no first line") }
  }

  private static func addReplay(_ routes: [Route], to report: inout BenchReport) throws {
    var (logs, fixes) = ([[String]](), 0)
    for (number, route) in routes.enumerated() where fixes < 1800 {
      let drive = try lines(of: route, seed: UInt64(number))
      fixes += drive.fixes
      logs.append(drive.lines)
    }
    let start = MonotonicClock.now()
    for log in logs {
      var replay = SessionReplay(thing: "log")
      for (number, line) in log.enumerated() {
        _ = try replay.take(try SessionLogReader.entry(Array(line.utf8), line: number + 1), line: number + 1)
      }
      try replay.finish(line: log.count)
    }
    report.add("\(fixes) s of drives done again, with equal events", MonotonicClock.now() - start, "s", goal: 5)
  }

  /// The log of a drive, its fixes, and the seconds that the session took for them.
  private static func lines(of route: Route, seed: UInt64) throws -> (lines: [String], fixes: Int, seconds: Double) {
    let begin = SessionBegin(routes: [route])
    var session = try begin.session()
    var options = RouteSimulator.Options()
    (options.noise, options.seed) = (4, seed)
    var simulator = try RouteSimulator(route, options: options, time: 0)
    var (lines, fixes, seconds) = ([SessionLogWriter.line(begin)], 0, 0.0)
    while session.isActive, !simulator.hasArrived {
      let fix = simulator.next()
      let start = MonotonicClock.now()
      let events = session.apply(.fix(fix), now: fix.time)
      seconds += MonotonicClock.now() - start
      fixes += 1
      lines.append(SessionLogWriter.line(.fix(fix), now: fix.time))
      lines += events.map { SessionLogWriter.line($0, now: fix.time) }
    }
    return (lines, fixes, seconds)
  }

  private static func awaited<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(RoutingError) -> Value
  ) throws -> Value {
    guard let result = Awaited<Value, RoutingError>.result(timeoutSeconds: patience, of: work) else {
      throw RoutingError.network("the drives took too long")
    }
    return try result.get()
  }
}
