import OverlookCamera
import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookLocation
import OverlookNavigation
import OverlookRouting
import OverlookSupport

/// What a navigator shows on the map that it has taken over: routes, the traveller, and the controls of guidance.
@MainActor final class NavigationDisplay: MapComponent {
  private(set) weak var map: MapView?
  private(set) weak var navigator: Navigator?

  let panels = NavigationPanels()
  let drawing = RouteDrawing()
  private let marks = RouteMarks()
  private let traffic = NavigationTraffic()
  private let prompts = NavigationPrompts()
  /// Seconds that the traffic on the route costs.
  private var trafficDelay = 0.0
  private let reshaping = RouteReshaping()
  private var overviewTime = -Double.infinity
  /// The last stop, once one has arrived there: it stays marked until the next route, or until the stops are cleared.
  var reached: NavigationWaypoint?

  /// What is said while there is nothing to do; empty for nothing.
  var notice = "" {
    didSet { if notice != oldValue { progressChanged() } }
  }
  /// Where the traveller is while there is no route.
  var location: LocationFix? {
    didSet { showLocation() }
  }

  init(_ navigator: Navigator) {
    self.navigator = navigator
    connect()
  }

  var controls: [any Control] { panels.controls + [prompts.card] }

  func didAttach(to map: MapView) {
    self.map = map
    map.standard.navigation.display = self
    // Roofs lean over the street, and a route is to be seen whole.
    map.overrides = MapOverrides(mapType: .normal, isBuildingOcclusionEnabled: false)
    let follower = map.standard.ownLocation.follower
    follower.insets = { [weak self] in self?.insets ?? .zero }
    panels.top = map.standardControls.hud.top
  }

  func didDetach(from map: MapView) {
    traffic.restart()
    reshaping.end()
    drawing.remove()
    map.standard.ownLocation.guided = nil
    map.standard.ownLocation.follower.insets = { .zero }
    map.standard.ownLocation.follower.overview = nil
    if map.cameraMode == .overview { map.cameraMode = .free }
    map.remove(panels.recenter)
    if map.standard.navigation.display === self { map.standard.navigation.display = nil }
    map.overrides = MapOverrides()
    map.standardControls.themeOverride = nil
    self.map = nil
    if let navigator, navigator.display === self { navigator.display = nil }
  }

  /// Gives the map back.
  func leave() { map?.remove(self) }

  private func connect() {
    panels.card.onSearch = { [weak self] in self?.navigator?.onSearchByHand?() }
    panels.card.onEnd = { [weak self] in self?.endByHand() }
    panels.card.onMute = { [weak self] in self?.toggleMute() }
    panels.card.onOverview = { [weak self] in self?.toggleOverview() }
    panels.card.onSteps = { [weak self] in self?.toggleSteps() }
    panels.header.onClick = { [weak self] in self?.toggleSteps() }
    panels.preview.onChoice = { [weak self] in self?.navigator?.chooseRoute(at: $0) }
    panels.preview.onSteps = { [weak self] in self?.toggleSteps() }
    panels.preview.onClose = { [weak self] in self?.navigator?.clearDestinations() }
    panels.preview.onStart = { [weak self] in self?.startByHand() }
    panels.recenter.onClick = { [weak self] in self?.navigator?.followMyLocation(perspective: .tilted) }
    panels.steps.onChoice = { [weak self] in self?.look(atStep: $0) }
    prompts.onClick = { [weak self] in self?.look(at: $0) }
    traffic.onChange = { [weak self] in self?.show($0) }
    reshaping.isOnRoute = { [weak self] in self?.isOnFollowedRoute($0) == true }
    reshaping.onChange = { [weak self] in self?.navigator?.reshape(to: $0) }
  }

  private func show(_ traffic: RouteTraffic) {
    guard let map, let navigator else { return }
    drawing.show(traffic.spans, on: map)
    navigator.session?.setPlacesAhead(traffic.places)
    trafficDelay = traffic.delay
    progressChanged()
  }

  // MARK: What people do

  private func startByHand() {
    navigator?.startGuidance()
    navigator?.onStartByHand?()
    navigator?.followMyLocation(perspective: .tilted)
  }

  private func endByHand() {
    guard let navigator else { return }
    navigator.clearDestinations()
    navigator.navigationUISettings.delegate?.didEndGuidanceByHand()
  }

  private func toggleMute() {
    guard let speaker = navigator?.speaker else { return }
    speaker.isMuted.toggle()
    if speaker.isMuted { speaker.cancel() }
    panels.card.isMuted = speaker.isMuted
  }

  private func toggleOverview() {
    if map?.cameraMode == .overview { navigator?.followMyLocation(perspective: .tilted) } else { navigator?.showRouteOverview() }
  }

  private func toggleSteps() {
    panels.steps.isOpen.toggle()
    navigator?.navigationUISettings.delegate?.didShowSteps(panels.steps.isOpen)
    progressChanged()
  }

  private func look(atStep index: Int) {
    guard let map, let session = navigator?.session else { return }
    let steps = session.route.legs.flatMap(\.steps)
    guard steps.indices.contains(index) else { return }
    map.animate(
      to: CameraPosition(target: steps[index].maneuver.location, zoom: max(map.camera.zoom, 17)), seconds: 0.8)
  }

  /// What a prompt tells of, and the way to it; the whole route where it tells of that.
  private func look(at place: LocationCoordinate?) {
    guard let map else { return }
    guard let place else {
      navigator?.showRouteOverview()
      return
    }
    map.cameraMode = .free
    map.animate(to: CameraPosition(target: place, zoom: max(map.camera.zoom, 15)), seconds: 0.8)
  }

  /// Something ahead has come so near that it is told.
  func prompt(_ place: PlaceAhead, distance: Double) {
    guard let progress = navigator?.session?.progress else { return }
    prompts.show(place, at: drawing.meters(progress) + distance)
    map?.requestFrame(.interface)
  }

  // MARK: What changes

  /// Other routes, or none.
  func routesChanged() {
    guard let map, let navigator else { return }
    if navigator.session == nil || !navigator.routes.isEmpty { reached = nil }
    drawRoutes()
    updateReshaping()
    marks.differences =
      navigator.wantsGuidance ? [] : RouteMarks.differences(navigator.routes, time: MeasureFormat.current.duration)
    panels.showRoutes(navigator)
    if navigator.session == nil {
      map.standard.ownLocation.guided = nil
      panels.steps.isOpen = false
    } else if !navigator.wantsGuidance, !navigator.routes.isEmpty, navigator.navigationUISettings.routePreview {
      navigator.showRouteOverview()
    }
    updateOverview()
    progressChanged()
  }

  private func drawRoutes() {
    guard let map, let navigator else { return }
    drawing.show(
      navigator.routes, stops: navigator.destinations, reached: reached, on: map, isNight: navigator.uiMode == .night)
    drawing.showStart(!navigator.wantsGuidance, on: map)
    traffic.restart()
  }

  func guidanceChanged() {
    guard let navigator else { return }
    if let map { drawing.showStart(!navigator.wantsGuidance, on: map) }
    prompts.reset()
    updateReshaping()
    marks.differences =
      navigator.wantsGuidance ? [] : RouteMarks.differences(navigator.routes, time: MeasureFormat.current.duration)
    panels.showRoutes(navigator)
    progressChanged()
  }

  /// Routes can be drawn elsewhere while they are chosen.
  private func updateReshaping() {
    guard let map, let navigator else { return }
    if navigator.wantsGuidance || navigator.routes.isEmpty {
      reshaping.end()
    } else {
      reshaping.show(drawing.path, navigator.destinations, on: map)
    }
  }

  /// The last stop is reached: the routes are gone, and the header says so.
  func arrived() {
    if let session = navigator?.session, let language = navigator?.language, let step = session.route.legs.last?.steps.last {
      notice = GuidanceSpeech(language: language).list(for: step)
    }
    panels.steps.isOpen = false
    routesChanged()
  }

  /// Something that is shown has changed.
  func progressChanged() {
    travellerChanged()
    map?.requestFrame(.interface)
  }

  /// Time has passed, or a fix has come. What looks different asks for a frame: where one stands, nothing does.
  func travellerChanged() {
    guard let map, let navigator else { return }
    showLocation()
    panels.show(
      navigator, notice: notice, mayShowHeader: map.settings.navigationHeader, mayShowCard: map.settings.navigationFooter)
    panels.lay(in: map.controlLayer.controlArea)
    var maneuverMeters: Double?
    if let progress = navigator.session?.progress, navigator.wantsGuidance, !progress.isOffRoute {
      let meters = drawing.meters(progress)
      drawing.travel(to: meters, on: map)
      if progress.nextStep != nil, progress.distanceToManeuver < 500 {
        maneuverMeters = meters + progress.distanceToManeuver
      }
      if meters - overviewTime > 200 { updateOverview() }
    }
    if !Self.isSame(maneuverMeters, marks.maneuverMeters) { map.requestFrame(.interface) }
    marks.maneuverMeters = maneuverMeters
  }

  /// Whether two places on the route look the same.
  private static func isSame(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) < 0.05
  }

  private func showLocation() {
    guard let map, let navigator else { return }
    let own = map.standard.ownLocation
    let factor = navigator.simulation?.speed ?? 1
    guard let session = navigator.session, session.isActive, navigator.lastFix != nil || navigator.wantsGuidance else {
      own.guided = location.map {
        OwnLocation.Guided(
          update: GlidingPlace.Update(
            place: WorldPoint($0.coordinate), course: $0.course, metersPerSecond: ($0.speed ?? 0) * factor,
            accuracyMeters: $0.accuracy ?? 0), timeFactor: factor)
      }
      return
    }
    let progress = session.progress
    let meters = drawing.meters(progress)
    let isOn = !progress.isOffRoute && drawing.path.length > 0
    own.guided = OwnLocation.Guided(
      update: GlidingPlace.Update(
        place: isOn ? drawing.path.point(at: meters) ?? WorldPoint(progress.coordinate) : WorldPoint(progress.coordinate),
        course: progress.course, metersPerSecond: progress.speed * factor, accuracyMeters: progress.accuracy ?? 0,
        path: isOn ? drawing.path : nil, pathMeters: meters),
      turnMeters: navigator.wantsGuidance && progress.nextStep != nil ? progress.distanceToManeuver : nil, timeFactor: factor)
  }

  /// Brings what is seen in the overview up to date.
  func updateOverview() {
    guard let map, let navigator, let session = navigator.session else { return }
    overviewTime = drawing.meters(session.progress)
    var bounds = session.remainingBounds
    if !navigator.wantsGuidance {
      for route in navigator.routes.dropFirst() { bounds = bounds.including(CoordinateBounds(route.geometry)) }
    }
    map.standard.ownLocation.follower.overview = bounds
  }

  /// It has become night or day.
  func modeChanged() {
    guard let map, let navigator else { return }
    let isNight = navigator.uiMode == .night
    // An app that has a style of its own, and none for the night, wants that one.
    let hasOwnStyle = map.mapStyle != nil && map.nightStyle == nil
    var overrides = map.overrides
    overrides.mapStyle = isNight && !hasOwnStyle ? map.nightStyle ?? MapStyle.embedded("night") : nil
    map.overrides = overrides
    map.standardControls.themeOverride = isNight ? .dark : nil
    drawRoutes()
    progressChanged()
  }

  /// What the controls cover.
  private var insets: EdgeInsets {
    guard let area = map?.controlLayer.controlArea else { return .zero }
    return area.placed(panels.insets(in: area))
  }

  // MARK: Frames

  func update(_ frame: MapFrame) -> RedrawReasons {
    guard let map, let navigator else { return [] }
    panels.lay(in: map.controlLayer.controlArea)
    panels.card.showsOverview(map.cameraMode == .overview)
    let wantsRecenter =
      navigator.wantsGuidance && navigator.session != nil && map.cameraMode == .free
      && navigator.navigationUISettings.recenterButton
    if wantsRecenter { map.add(panels.recenter) } else { map.remove(panels.recenter) }
    traffic.update(navigator.session?.route, map.standard.traffic, now: frame.now)
    updatePrompts(navigator, map, now: frame.now)
    return []
  }

  func nextDeadline(now: Double) -> Double? {
    guard let nextLook = traffic.nextLook else { return prompts.deadline }
    return min(prompts.deadline ?? nextLook, nextLook)
  }

  private func updatePrompts(_ navigator: Navigator, _ map: MapView, now: Double) {
    let isAllowed = navigator.navigationUISettings.trafficPrompts && map.settings.trafficPrompts
    guard navigator.wantsGuidance, let progress = navigator.session?.progress else { return prompts.reset() }
    if isAllowed { prompts.update(delay: trafficDelay, now: navigator.now()) }
    prompts.update(
      position: drawing.meters(progress), isAllowed: isAllowed && !panels.steps.isOpen && !panels.preview.isOpen,
      format: { GuidanceSpeech(language: InterfaceLanguage.current.code, units: navigator.units).shortDistance($0) }, now: now)
    let top = panels.promptTop(in: map.controlLayer.controlArea)
    if prompts.card.top != top { prompts.card.top = top }
  }

  var progress: LoadProgress { navigator?.request == nil ? .ready : .loading }

  func draw(on canvas: Canvas, _ frame: MapFrame) {
    guard let map else { return }
    marks.draw(on: canvas, drawing.path, palette: map.controlLayer.area.palette, frame.view)
    if navigator?.wantsGuidance == false { marks.drawPlaces(reshaping.passed, moved: reshaping.place, on: canvas, frame.view) }
  }

  func tap(at point: ScreenPoint, in map: MapView) -> Bool {
    guard let index = route(at: point, in: map) else { return false }
    navigator?.chooseRoute(at: index)
    return true
  }

  func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool {
    route(at: point, in: map) != nil || isOnFollowedRoute(point)
  }

  /// Whether a point lies on the line of the route that is followed, while routes are chosen.
  private func isOnFollowedRoute(_ point: ScreenPoint) -> Bool {
    guard let map, navigator?.wantsGuidance == false, marks.route(at: point) == nil,
      let overlay = map.pick(at: point, includesUntappable: true)?.overlay
    else { return false }
    return drawing.isFollowed(overlay)
  }

  /// The other route that a click would choose.
  private func route(at point: ScreenPoint, in map: MapView) -> Int? {
    guard navigator?.wantsGuidance == false, !drawing.others.isEmpty else { return nil }
    if let index = marks.route(at: point) { return index }
    guard let overlay = map.pick(at: point, includesUntappable: true)?.overlay else { return nil }
    return drawing.others.firstIndex { $0 === overlay }.map { $0 + 1 }
  }

  /// The map was emptied by the app; what guides stays.
  func didClear(_ map: MapView) { routesChanged() }
}
