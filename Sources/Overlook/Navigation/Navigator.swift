import Foundation
public import OverlookCamera
import OverlookGeometry
public import OverlookLocation
public import OverlookNavigation
public import OverlookRoads
public import OverlookRouting
public import OverlookSearch
import OverlookSupport
public import OverlookVoice

/// Finds the way to places and guides there: with a map, or by voice and callbacks alone. Main thread only.
///
/// ```swift
/// let navigator = try Navigator.sharedNavigator()
/// navigator.startControlling(map)
/// navigator.setDestinations([NavigationWaypoint(location: church)]) { status in
///   guard status == .ok else { return }
///   navigator.startGuidance()
///   navigator.followMyLocation(perspective: .tilted)
/// }
/// ```
@MainActor public final class Navigator {
  /// Told of what happens on the way. Held weakly.
  public weak var delegate: (any NavigatorDelegate)?
  /// Which controls the map shows.
  public let navigationUISettings = NavigationUISettings()
  /// Finds the routes. Default: the regions on this machine.
  public var routing: any RoutingProvider
  /// Says where places lie of which the identifier alone is known. Default: what is on this machine.
  public var places: any PlaceProvider = InstalledPlaces()
  /// How the traveller moves; for requests from then on. Default: car.
  public var travelMode = TravelMode.car
  /// The language of sentences, by its code of BCP 47; for routes from then on. Default: that of the interface, or "en" where guidance does not
  /// speak it.
  public var language = GuidanceSpeech(language: InterfaceLanguage.current.code).language {
    didSet { speaker.language = language }
  }
  /// What distances are told in; for routes from then on. Default: what the interface measures in.
  public var units = DistanceUnits.current

  /// Whether vehicles drive on the left, for the pictures of roundabouts and turns back. Default: as in the country where the route
  /// begins, as far as the places on this machine tell it; what is set stays.
  public var drivesOnLeft: Bool {
    get { side.isLeft }
    set {
      side.isLeft = newValue
      side.isChosen = true
      display?.progressChanged()
    }
  }

  /// Seconds by which the time to the next stop must change to be told. Default 1; negative counts as 1, infinity is never.
  public var timeChangedThreshold = 1.0
  /// Metres by which the distance to the next stop must change to be told. Default 1; negative counts as 1, infinity is never.
  public var distanceChangedThreshold = 1.0

  /// Says what is to be heard.
  public let speaker: Speaker
  /// What is spoken. Default: alerts and guidance.
  public var voiceGuidance: VoiceGuidance {
    get { speaker.guidance }
    set { speaker.guidance = newValue }
  }
  /// By what means guidance makes itself heard and felt. Default: all.
  public var audioGuidance: AudioGuidance {
    get { speaker.audio }
    set { speaker.audio = newValue }
  }
  /// Whether `Speaker.onVibration` is called with alerts: `vibration` of `audioGuidance`.
  public var vibrationEnabled: Bool {
    get { audioGuidance.contains(.vibration) }
    set { if newValue { audioGuidance.insert(.vibration) } else { audioGuidance.remove(.vibration) } }
  }

  /// Who says where the traveller is; nil, the default, for that of the map that is controlled.
  public var locationProvider: (any LocationProvider)? {
    didSet { if locationProvider !== oldValue { listen() } }
  }
  /// Where routes begin while nobody says where the traveller is; nil, the default, for nowhere.
  public var startLocation: LocationCoordinate?

  /// The stops that are not reached yet.
  public internal(set) var destinations: [NavigationWaypoint] = []
  /// The routes that were found, the one that is followed first; empty without any.
  public internal(set) var routes: [Route] = [] { didSet { onRoutesChange?() } }

  /// Called when a person has started guidance by the button of the preview.
  package var onStartByHand: (() -> Void)?
  /// Called when a person wants to search along the way while guidance goes on; nil, the default, for no button that does so.
  package var onSearchByHand: (() -> Void)? { didSet { display?.progressChanged() } }
  /// Called whenever `routes` are others, or another one of them is the first.
  package var onRoutesChange: (() -> Void)?

  /// Whether a request for routes was not answered yet.
  package var isLookingForRoutes: Bool { request != nil }

  /// Guidance along the first of `routes`; one that has ended stays until another begins.
  var session: NavigationSession?
  /// Since guidance began, before the session.
  private var travelledBefore: [LocationCoordinate] = []
  /// Whether what the session travels counts as travelled since guidance began.
  var countsTravelled = false
  /// Counts up with each request for routes.
  var requestCount = 0
  /// Counts up with each session, so that what is told of one ends with it.
  var generation = 0
  var wantsGuidance = false
  var request: PendingRoute?
  var rerouting: Task<Void, Never>?
  var options = RoutingOptions.defaultOptions
  /// The last fix, of the provider or the simulation.
  var lastFix: LocationFix?
  /// Never goes back, whatever clocks do.
  var lastNow = 0.0
  var subscription: LocationRelay.Subscription?
  var ticking: Task<Void, Never>?
  var simulation: Simulation?
  var told = TimeAndDistance(time: .infinity, distance: .infinity)
  var toldTime = Double.infinity
  var toldDistance = Double.infinity
  var banner: NavigationBanner?
  var display: NavigationDisplay?
  var uiMode = NavigationUIMode.normal
  var lastSunTime = -Double.infinity
  var side = RoadSide()

  /// A navigator that asks `routing`, and speaks through `speaker`. Apps that need one only take `sharedNavigator()`.
  public init(routing: any RoutingProvider = InstalledRouting(), speaker: Speaker = Speaker()) {
    self.routing = routing
    self.speaker = speaker
    speaker.language = language
    navigationUISettings.onChange = { [weak self] in self?.settingsChanged() }
  }

  isolated deinit {
    subscription?.end()
    ticking?.cancel()
    rerouting?.cancel()
    request?.task?.cancel()
    simulation?.task?.cancel()
    display?.leave()
  }

  private static var shared: Navigator?

  /// The navigator of the process, made when it is first asked for. Throws until the terms are accepted (`NavigationServices`).
  public static func sharedNavigator() throws(NavigatorError) -> Navigator {
    guard NavigationServices.termsHaveBeenAccepted() else { throw .termsNotAccepted }
    if let shared { return shared }
    let made = Navigator()
    shared = made
    return made
  }

  // MARK: What is known

  /// Whether guidance is on. Setting it starts or stops it; without a route it begins when one comes.
  public var isGuidanceActive: Bool {
    get { wantsGuidance }
    set { if newValue { startGuidance() } else { stopGuidance() } }
  }

  /// The same by another name.
  public var guidanceEnabled: Bool {
    get { isGuidanceActive }
    set { isGuidanceActive = newValue }
  }

  /// The way on roads since guidance began last, over all routes since then and after its end, without places on the line between their
  /// neighbours.
  public var travelledRoute: [LocationCoordinate] {
    travelledBefore + (countsTravelled ? session?.travelledPath ?? [] : [])
  }

  /// Keeps what was travelled, before the session ends.
  func keepTravelled() {
    travelledBefore = travelledRoute
    countsTravelled = false
  }

  /// Guidance begins: nothing is travelled.
  func forgetTravelled() { (travelledBefore, countsTravelled) = ([], false) }

  /// The session while it has somewhere to lead.
  private var leading: NavigationSession? { session.flatMap { $0.isActive ? $0 : nil } }

  /// The parts of the route, one for each stop; empty without a route and after its end.
  public var routeLegs: [RouteLeg] { leading?.route.legs ?? [] }

  /// The same by another name.
  public var routeSegments: [RouteSegment] { routeLegs }

  /// What is left of the part of the route that is travelled: its first step begins where the traveller is on the road. Nil without a
  /// route and after its end.
  public var currentRouteLeg: RouteLeg? {
    guard let session = leading, session.route.legs.indices.contains(session.progress.legIndex) else { return nil }
    let progress = session.progress
    var leg = session.route.legs[progress.legIndex]
    leg.steps = Array(leg.steps.dropFirst(max(progress.stepIndex, 0)))
    if !leg.steps.isEmpty {
      (leg.steps[0].distance, leg.steps[0].duration) = (progress.distanceToManeuver, progress.timeToManeuver)
      let last = leg.steps[0].range.upperBound
      leg.steps[0].range = min(max(progress.geometryIndex, leg.steps[0].range.lowerBound), last)...last
    }
    if let rest = progress.toNextStop { (leg.distance, leg.duration) = (rest.distance, rest.time) }
    return leg
  }

  /// The same by another name.
  public var currentRouteSegment: RouteSegment? { currentRouteLeg }

  /// The line of `currentRouteLeg`, from the place on the road where the traveller was seen last; empty without a route and after its end.
  public var currentRouteLegGeometry: [LocationCoordinate] {
    guard let session = leading, let leg = currentRouteLeg, let end = leg.steps.last?.range.upperBound else { return [] }
    let (geometry, next) = (session.route.geometry, session.progress.geometryIndex + 1)
    guard next <= end, geometry.indices.contains(next), geometry.indices.contains(end) else {
      return [session.progress.coordinate]
    }
    return [session.progress.coordinate] + geometry[next...end]
  }

  /// From here to the next stop; nil without a route.
  public var timeAndDistanceToNextDestination: TimeAndDistance? { session?.progress.toNextStop }

  /// From here to each stop that is not reached, in their order.
  public var timesAndDistances: [TimeAndDistance] { session?.progress.remaining ?? [] }

  /// Seconds to the next stop; the greatest number without a route.
  public var timeToNextDestination: Double { timeAndDistanceToNextDestination?.time ?? .greatestFiniteMagnitude }

  /// Metres to the next stop; the greatest number without a route.
  public var distanceToNextDestination: Double { timeAndDistanceToNextDestination?.distance ?? .greatestFiniteMagnitude }

  /// Seconds to a stop; the greatest number where it is none of `destinations`.
  public func time(to waypoint: NavigationWaypoint) -> Double { remaining(to: waypoint)?.time ?? .greatestFiniteMagnitude }

  /// Metres to a stop; the greatest number where it is none of `destinations`.
  public func distance(to waypoint: NavigationWaypoint) -> Double {
    remaining(to: waypoint)?.distance ?? .greatestFiniteMagnitude
  }

  private func remaining(to waypoint: NavigationWaypoint) -> TimeAndDistance? {
    let stops = destinations.filter(\.isStop)
    // One that was looked up is another than the one that was given.
    let index = stops.firstIndex(of: waypoint) ?? stops.firstIndex { $0.placeID != nil && $0.placeID == waypoint.placeID }
    guard let index, timesAndDistances.indices.contains(index) else { return nil }
    return timesAndDistances[index]
  }

  /// Seconds since 1970: of the clock, or of the simulation.
  func now() -> Double {
    lastNow = max(lastNow, simulation?.time ?? Date().timeIntervalSince1970)
    return lastNow
  }
}
