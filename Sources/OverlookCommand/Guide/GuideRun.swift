import Overlook
import OverlookGeometry
import OverlookNavigation
import OverlookRouting

/// A session of guidance in a terminal: gives it fixes and the time, finds the routes that it wants, and prints what happens.
struct GuideRun {
  private var session: NavigationSession
  private let planner: RoutePlanner
  private let options: RouteOptions
  private let output: GuideOutput
  private var log: GuideLog?

  /// Seconds without a fix behind which the session is told of the time.
  private static let silence = 1.5
  /// Ticks in a gap of the fixes; behind them nothing changes any more.
  private static let tickLimit = 3600
  /// Seconds that a simulated traveller waits at the end of a route for being told of it.
  private static let waitSeconds = 60.0

  init(
    _ begin: SessionBegin, planner: RoutePlanner, options: RouteOptions, output: GuideOutput, log: GuideLog?
  ) throws(RoutingError) {
    session = try begin.session()
    self.planner = planner
    self.options = options
    self.output = output
    self.log = log
    log?.write(SessionLogWriter.line(begin))
  }

  /// Guides along the fixes of a trace.
  mutating func follow(_ fixes: [LocationFix]) throws {
    guard let first = fixes.first else { return }
    var now = first.time
    apply(.start, now: now)
    for fix in fixes where !output.isClosed && session.isActive {
      var ticks = 0
      while fix.time - now > Self.silence, ticks < Self.tickLimit {
        now += 1
        ticks += 1
        apply(.tick, now: now)
      }
      now = max(now, fix.time)
      apply(.fix(fix), now: now)
    }
    try finish("the fixes end")
  }

  /// Guides a simulated traveller to the destination.
  mutating func simulate(_ drive: RouteSimulator.Options) throws {
    var simulator: RouteSimulator
    do { simulator = try RouteSimulator(session.route, options: drive, time: 0) } catch {
      throw CommandFailure(description: "\(error)")
    }
    apply(.start, now: 0)
    var waited = 0.0
    while session.isActive, !output.isClosed, waited < Self.waitSeconds {
      let fix = simulator.next()
      let events = apply(.fix(fix), now: fix.time)
      waited = simulator.hasArrived ? waited + drive.interval : 0
      if events.contains(where: { $0.name == "rerouted" }) { try? simulator.follow(session.route) }
    }
    try finish("the drive ends")
  }

  private func finish(_ text: String) throws {
    if let fault = log?.fault { throw CommandFailure(description: fault) }
    guard session.isActive, !output.isClosed else { return }
    let left = session.progress.toDestination.map { ", \(RouteReport.length($0.distance)) before the destination" } ?? ""
    throw CommandFailure(description: text + left, isWarning: true)
  }

  @discardableResult private mutating func apply(_ input: SessionInput, now: Double) -> [NavigationEvent] {
    log?.write(SessionLogWriter.line(input, now: now))
    var events = session.apply(input, now: now)
    for event in events {
      log?.write(SessionLogWriter.line(event, now: now))
      output.write(event, now: now)
    }
    output.flush()
    for case .rerouteWanted(let request) in events { events += answer(request, now: now) }
    return events
  }

  private mutating func answer(_ request: RerouteRequest, now: Double) -> [NavigationEvent] {
    let wish = RouteRequest(waypoints: request.waypoints, mode: session.route.mode, options: options.options)
    do throws(RoutingError) {
      return apply(.accept(try planner.routes(for: wish).routes, request: request.number), now: now)
    } catch {
      return apply(.refuse(error, request: request.number), now: now)
    }
  }
}
