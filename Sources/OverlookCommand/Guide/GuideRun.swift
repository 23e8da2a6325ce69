import Foundation
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
  private let voice: GuideVoice?
  /// When the first thing happened, by the clock of the machine and by that of the session; with a voice, time passes for both alike.
  private var begin: (date: Date, now: Double)?

  /// Seconds without a fix behind which the session is told of the time.
  private static let silence = 1.5
  /// Ticks in a gap of the fixes; behind them nothing changes any more.
  private static let tickLimit = 300
  /// Seconds that a simulated traveller waits at the end of a route for being told of it.
  private static let waitSeconds = 60.0

  init(
    _ begin: SessionBegin, planner: RoutePlanner, options: RouteOptions, output: GuideOutput, log: GuideLog?,
    voice: GuideVoice?
  ) throws(RoutingError) {
    session = try begin.session()
    self.planner = planner
    self.options = options
    self.output = output
    self.log = log
    self.voice = voice
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

  /// Guides with the fixes of a receiver, as long as there are some to come.
  mutating func listen(to source: LocationSource) throws {
    let receiver = MainActor.assumeIsolated { GuideReceiver(source) }
    defer { MainActor.assumeIsolated { receiver.stop() } }
    var last = Date().timeIntervalSince1970
    apply(.start, now: last)
    var isOver = false
    while session.isActive, !output.isClosed, !isOver {
      for update in MainActor.assumeIsolated({ receiver.next() }) {
        switch update {
        case .fix(let fix):
          last = Date().timeIntervalSince1970
          apply(.fix(fix), now: last)
        case .status(.failed(let text)): Report.warning(text)
        case .status(.ended): isOver = true
        case .status: break
        }
      }
      let now = Date().timeIntervalSince1970
      if now - last > Self.silence {
        last = now
        apply(.tick, now: now)
      }
    }
    try finish("the fixes end")
  }

  private func finish(_ text: String) throws {
    if let voice { MainActor.assumeIsolated { voice.finish() } }
    if let fault = log?.fault { throw CommandFailure(description: fault) }
    guard session.isActive, !output.isClosed else { return }
    let meters = session.progress.toDestination?.distance
    let left = meters.map { ", \(RouteText.length($0, output.units)) before the destination" } ?? ""
    throw CommandFailure(description: text + left, isWarning: true)
  }

  /// With a voice, waits until the machine's clock has got as far as the session's.
  private mutating func keepTime(_ now: Double) {
    guard voice != nil else { return }
    guard let begin else {
      begin = (Date(), now)
      return
    }
    let ahead = now - begin.now - Date().timeIntervalSince(begin.date)
    if ahead > 0 { MainActor.assumeIsolated { GuideVoice.pause(seconds: ahead) } }
  }

  @discardableResult private mutating func apply(_ input: SessionInput, now: Double) -> [NavigationEvent] {
    keepTime(now)
    log?.write(SessionLogWriter.line(input, now: now))
    var events = session.apply(input, now: now)
    for event in events {
      log?.write(SessionLogWriter.line(event, now: now))
      output.write(event, now: now)
      if let voice { MainActor.assumeIsolated { voice.say(event) } }
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
