import OverlookAstronomy
import Foundation
import OverlookGeometry
import OverlookLocation
import OverlookNavigation
import OverlookRouting
import OverlookVoice

// On the way.
extension Navigator {
  /// Begins guidance along the route; as soon as there is one where there is none yet.
  public func startGuidance() {
    guard !wantsGuidance else { return }
    wantsGuidance = true
    forgetTravelled()
    if !routes.isEmpty { follow(routes) }
    display?.guidanceChanged()
  }

  /// Ends guidance; the route stays.
  public func stopGuidance() {
    guard wantsGuidance else { return }
    wantsGuidance = false
    speaker.cancel()
    if !routes.isEmpty { follow(routes) }
    display?.guidanceChanged()
  }

  // MARK: Fixes

  /// Listens to the provider that is in charge, if any.
  func listen() {
    subscription?.end()
    subscription = nil
    guard simulation == nil, let provider = locationProvider ?? display?.map?.locationProvider else { return }
    subscription = LocationRelay.subscribe(to: provider) { [weak self] update in
      if case .fix(let fix) = update { self?.take(fix) }
    }
  }

  /// A fix has come, of the provider or the simulation.
  func take(_ fix: LocationFix) {
    guard fix.coordinate.isValid else { return }
    lastFix = fix
    askWhenPossible()
    // On the way nowhere, and after the last arrival.
    guard session?.isActive == true else {
      display?.location = fix
      delegate?.navigator(self, didUpdateLocation: fix)
      return
    }
    let now = now()
    if let events = session?.update(fix, now: now) { handle(events) }
    updateMode()
  }

  /// Lets time pass for the session once a second while there is one.
  func startTicking() {
    ticking?.cancel()
    ticking = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        guard !Task.isCancelled, let self else { return }
        tick()
      }
    }
  }

  func tick() {
    guard simulation == nil, session != nil else { return }
    let now = now()
    if let events = session?.tick(now: now) { handle(events) }
  }

  // MARK: Events

  /// Tells and shows what happened; what a listener does in between ends it.
  func handle(_ events: [NavigationEvent]) {
    let mine = generation
    for event in events {
      guard generation == mine else { return }
      handle(event)
    }
    if generation == mine { display?.travellerChanged() }
  }

  private func handle(_ event: NavigationEvent) {
    switch event {
    case .location(let place, let course, let speed): tellLocation(place, course, speed)
    case .progress(let progress): tell(progress)
    case .instruction(let instruction): say(instruction)
    case .banner(let banner): self.banner = banner
    case .offRoute:
      // The wrong way is told by an alert of its own.
      if session?.progress.isWrongWay != true { say(.offRoute, .notice) }
    case .wrongWay: say(.wrongWay, .alert)
    case .rerouteWanted(let request): reroute(request)
    case .rerouted, .alternativeTaken: routeChanged()
    case .arrived(let waypoint, let isLast): arrived(at: waypoint, isLast: isLast)
    case .ended: ended()
    case .signalLost: say(.signalLost, .notice)
    case .speedLimit(let limit, let excess): if excess == .major { say(.speeding(limit: limit), .alert) }
    case .placeAhead(let place, let distance):
      if navigationUISettings.trafficPrompts {
        say(.ahead(place.kind, distance: distance, delay: place.delay), .alert)
        display?.prompt(place, distance: distance)
      }
    case .backOnRoute, .rerouteFailed, .signalBack, .tunnel: break
    }
  }

  private func tellLocation(_ place: LocationCoordinate, _ course: Double?, _ speed: Double) {
    var fix = lastFix ?? LocationFix(place, time: now())
    (fix.coordinate, fix.course, fix.speed) = (place, course, speed)
    delegate?.navigator(self, didUpdateLocation: fix)
  }

  private func tell(_ progress: NavigationProgress) {
    guard let rest = progress.toNextStop else { return }
    let mine = generation
    let isTimely = Self.differs(rest.time, toldTime, timeChangedThreshold)
    let isFar = Self.differs(rest.distance, toldDistance, distanceChangedThreshold)
    if isTimely { toldTime = rest.time }
    if isFar { toldDistance = rest.distance }
    guard isTimely || isFar else { return }
    told = rest
    delegate?.navigator(self, didUpdateRemaining: rest)
    if isTimely, generation == mine { delegate?.navigator(self, didUpdateRemainingTime: rest.time) }
    if isFar, generation == mine { delegate?.navigator(self, didUpdateRemainingDistance: rest.distance) }
  }

  /// Whether a number has changed by a threshold or more; what was never told has.
  package static func differs(_ new: Double, _ old: Double, _ threshold: Double) -> Bool {
    let step = threshold < 0 || threshold.isNaN ? 1 : threshold
    guard step < .greatestFiniteMagnitude else { return false }
    return abs(new - old) >= step && new != old
  }

  private func say(_ instruction: NavigationInstruction) {
    let isFar = instruction.kind == .early || instruction.kind == .prepare
    say(instruction.text, isFar ? .preparation : .maneuver)
  }

  private func say(_ notice: GuidanceNotice, _ priority: SpeechPriority) {
    guard wantsGuidance else { return }
    say(GuidanceSpeech(language: language, units: units).sentence(notice), priority)
  }

  private func say(_ text: String, _ priority: SpeechPriority) {
    guard !text.isEmpty else { return }
    speaker.say(text, priority: priority)
    delegate?.navigator(self, didAnnounce: text)
  }

  private func reroute(_ wish: RerouteRequest) {
    rerouting?.cancel()
    let mine = generation
    let request = RouteRequest(waypoints: wish.waypoints, mode: travelMode, options: options)
    rerouting = Task { [weak self, routing] in
      let result: Result<[Route], RoutingError>
      do throws(RoutingError) { result = .success(try await routing.routes(for: request)) } catch { result = .failure(error) }
      guard !Task.isCancelled, let self, generation == mine else { return }
      let now = now()
      switch result {
      case .success(let routes): if let events = session?.accept(routes, for: wish, now: now) { handle(events) }
      case .failure(let error): if let events = session?.refuse(error, for: wish, now: now) { handle(events) }
      }
    }
  }

  private func routeChanged() {
    guard let session else { return }
    routes = [session.route] + session.alternatives
    simulation?.follow(session.route)
    display?.routesChanged()
    delegate?.navigatorDidChangeRoute(self)
  }

  private func arrived(at waypoint: Int, isLast: Bool) {
    guard !destinations.isEmpty else { return }
    let reached = destinations.firstIndex(where: \.isStop).map { destinations[$0] } ?? destinations[0]
    if let index = destinations.firstIndex(where: \.isStop) { destinations.removeSubrange(0...index) }
    if isLast { display?.reached = reached }
    delegate?.navigator(self, didArriveAt: reached)
  }

  private func ended() {
    keepTravelled()
    (wantsGuidance, routes) = (false, [])
    stopSimulation()
    ticking?.cancel()
    display?.arrived()
    delegate?.navigatorDidChangeRoute(self)
  }

  // MARK: Day and night

  /// Degrees of the Sun's altitude below which it is night, and above which it is day again.
  private static let nightAltitude = -1.0
  private static let dayAltitude = 1.0

  /// Goes over to what the Sun says, or the settings.
  func updateMode() {
    var mode = navigationUISettings.mode
    if mode == nil {
      let now = now()
      guard let place = session?.progress.coordinate ?? lastFix?.coordinate, abs(now - lastSunTime) > 30 else { return }
      lastSunTime = now
      let sun = try? Ephemeris.position(
        of: .sun, at: Date(timeIntervalSince1970: now), observer: SkyObserver(place))
      mode = sun.map { $0.altitude < (uiMode == .night ? Self.dayAltitude : Self.nightAltitude) ? .night : .normal }
    }
    guard let mode, mode != uiMode else { return }
    uiMode = mode
    display?.modeChanged()
    navigationUISettings.delegate?.didChangeUIMode(mode)
    if let delegate = display?.map?.settings.navigationDelegate, delegate !== navigationUISettings.delegate {
      delegate.didChangeUIMode(mode)
    }
  }

  func settingsChanged() {
    lastSunTime = -.infinity
    updateMode()
    display?.progressChanged()
  }
}
