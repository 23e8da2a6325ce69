import OverlookGeometry
public import OverlookNavigation
public import OverlookRouting
import OverlookSupport

// Where to go.
extension Navigator {
  /// Gives the destination at a place that has no title the one that was found for it meanwhile.
  package func name(_ place: LocationCoordinate, _ title: String) {
    for index in destinations.indices where destinations[index].location == place && destinations[index].title == nil {
      destinations[index].stop.title = title
    }
  }

  /// A request that was not answered yet.
  struct PendingRoute {
    var number: Int
    var waypoints: [NavigationWaypoint]
    var task: Task<Void, Never>?
    let callback: RouteStatusCallback
  }

  /// Looks for routes over `waypoints`, which take the place of the stops before with the route: until then, and where there is none, the
  /// traveller is guided to those. `callback` is told once how it ended: a newer request calls an older one off. Routes begin where the
  /// traveller is; where that is not known yet, the request waits for the first fix. Waypoints of which the identifier alone is known are
  /// looked up by `places` first.
  public func setDestinations(
    _ waypoints: [NavigationWaypoint], options: RoutingOptions = .defaultOptions,
    callback: @escaping RouteStatusCallback = { _ in }
  ) {
    cancelRequest()
    guard !waypoints.isEmpty else { return callback(.noRouteFound) }
    requestCount += 1
    let number = requestCount
    request = PendingRoute(number: number, waypoints: waypoints, task: nil, callback: callback)
    self.options = options
    self.options.language = language
    if session?.isActive != true {
      generation += 1
      destinations = waypoints
    }
    guard origin != nil else {
      if subscription == nil { finish(number, .locationDisabled) }
      return
    }
    ask(number)
  }

  /// Where a route would begin.
  var origin: RouteWaypoint? {
    if let fix = lastFix {
      let isMoving = (fix.speed ?? 0) > 2.5
      return RouteWaypoint(fix.coordinate, heading: isMoving ? fix.course : nil)
    }
    return startLocation.map { RouteWaypoint($0) }
  }

  /// Goes on with a request that waited for the first fix.
  func askWhenPossible() {
    if let request, request.task == nil, origin != nil { ask(request.number) }
  }

  private func ask(_ number: Int) {
    guard let origin, let waypoints = request?.waypoints else { return }
    display?.notice = localized("Looking for a route…")
    self.request?.task = Task { [weak self, routing, places, language, travelMode, options] in
      let located: [NavigationWaypoint]
      do throws(PlaceError) {
        located = try await NavigationWaypoint.located(waypoints, by: places, language: language)
      } catch {
        self?.fail(error.description, RouteStatus(error), number)
        return
      }
      self?.take(located, number)
      let request = RouteRequest(waypoints: [origin] + located.map(\.stop), mode: travelMode, options: options)
      let result: Result<[Route], RoutingError>
      do throws(RoutingError) { result = .success(try await routing.routes(for: request)) } catch { result = .failure(error) }
      self?.take(result, number)
    }
  }

  /// The waypoints were looked up.
  private func take(_ located: [NavigationWaypoint], _ number: Int) {
    guard let request, request.number == number, located != request.waypoints else { return }
    if destinations == request.waypoints { destinations = located }
    self.request?.waypoints = located
  }

  private func take(_ result: Result<[Route], RoutingError>, _ number: Int) {
    guard let request, request.number == number else { return }
    switch result {
    case .success(let routes) where !routes.isEmpty:
      display?.notice = ""
      let isOK = follow(routes, to: request.waypoints)
      finish(number, isOK ? .ok : .noRouteFound)
    case .success: finish(number, .noRouteFound)
    case .failure(let error): fail(error.description, RouteStatus(error), number)
    }
  }

  private func fail(_ line: String, _ status: RouteStatus, _ number: Int) {
    guard request?.number == number else { return }
    display?.notice = line
    finish(number, status)
  }

  private func finish(_ number: Int, _ status: RouteStatus) {
    guard let request, request.number == number else { return }
    self.request = nil
    request.callback(status)
  }

  private func cancelRequest() {
    guard let request else { return }
    self.request = nil
    request.task?.cancel()
    request.callback(.cancelled)
  }

  /// Asks for a route over other places; where there is none, that over those before stays.
  func reshape(to waypoints: [NavigationWaypoint]) { setDestinations(waypoints, options: options) }

  /// Makes another of the routes that were found the one that is followed; nothing happens where there is none of that number.
  public func chooseRoute(at index: Int) {
    guard index > 0, routes.indices.contains(index) else { return }
    var others = routes
    let chosen = others.remove(at: index)
    follow([chosen] + others)
  }

  /// Begins a session on the first of `routes`, to `waypoints` or else to the stops as they are; false where it cannot be followed, and
  /// all stays as it was.
  @discardableResult func follow(_ routes: [Route], to waypoints: [NavigationWaypoint]? = nil) -> Bool {
    var settings = NavigationSettings()
    (settings.language, settings.units, settings.isGuiding) = (language, units, wantsGuidance)
    let waypoints = waypoints ?? destinations
    guard let made = try? NavigationSession(routes: routes, destinations: waypoints, settings: settings) else { return false }
    generation += 1
    rerouting?.cancel()
    keepTravelled()
    session = made
    countsTravelled = wantsGuidance
    destinations = waypoints
    let isOther = routes != self.routes
    self.routes = routes
    findSide(of: made.route)
    banner = nil
    (told, toldTime, toldDistance) = (TimeAndDistance(time: .infinity, distance: .infinity), .infinity, .infinity)
    let mine = generation
    display?.routesChanged()
    if isOther { delegate?.navigatorDidChangeRoute(self) }
    guard generation == mine else { return true }
    if let events = session?.start(now: now()) { handle(events) }
    guard generation == mine else { return true }
    if let lastFix { take(lastFix) }
    startTicking()
    return true
  }

  /// Drops the next stop, as if it had been reached. The new one, or nil where there is none, which ends guidance.
  @discardableResult public func continueToNextDestination() -> NavigationWaypoint? {
    guard !destinations.isEmpty else { return nil }
    // With the places that are only passed on the way to it.
    destinations.removeSubrange(0...(destinations.firstIndex(where: \.isStop) ?? destinations.count - 1))
    let next = session?.continueToNextDestination(now: now())
    guard !destinations.isEmpty else {
      clearDestinations()
      return nil
    }
    display?.progressChanged()
    return next ?? destinations.first
  }

  /// Forgets all stops and routes, and ends guidance.
  public func clearDestinations() {
    cancelRequest()
    stopSimulation()
    rerouting?.cancel()
    generation += 1
    let hadRoute = !routes.isEmpty
    keepTravelled()
    (destinations, routes, session, banner, wantsGuidance) = ([], [], nil, nil, false)
    ticking?.cancel()
    speaker.cancel()
    display?.notice = ""
    display?.routesChanged()
    if hadRoute { delegate?.navigatorDidChangeRoute(self) }
  }
}
