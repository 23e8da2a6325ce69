import Foundation
package import Overlook
import OverlookSupport

/// Ways from one place to another: a page to choose both, lines of the context menu, and guidance along what was chosen.
@MainActor package final class DirectionsPart: ViewerPart {
  private let directions: Directions
  private weak var window: ViewerWindow?
  private lazy var page = DirectionsPage(self)
  /// Whether places are chosen and looked between: one who has arrived wants no marks of what was asked for.
  private var isPlanning = false

  package init(navigator: Navigator = Navigator()) {
    directions = Directions(navigator: navigator)
    navigator.navigationUISettings.routePreview = false
    directions.onChoice = { [weak self] in self?.showOrder() }
    directions.onName = { [weak self] in self?.nameFound() }
    navigator.onRoutesChange = { [weak self] in self?.routesChanged() }
    navigator.onSearchByHand = { [weak self] in self?.searchAlongTheWay() }
  }

  /// What is asked for.
  var order: DirectionsOrder { directions.order }
  var navigator: Navigator { directions.navigator }
  /// What the window shows, near which places are looked for: the navigator has no map before there is a route.
  var viewedPlace: LocationCoordinate? { window?.map.camera.target }

  package func didAttach(to window: ViewerWindow) { self.window = window }

  package var pages: [any SidePage] { [page] }

  package var commands: [ViewerCommand] {
    let hasRoute: @MainActor () -> Bool = { [navigator] in !navigator.routes.isEmpty }
    return [
      ViewerCommand(
        name: "directions.show", section: .tools, title: { localized("Directions") }, keys: [KeyChord(key: .d)], isPinned: true,
        isChecked: { [weak self] in self.map { $0.window?.sheet.page === $0.page } ?? false },
        perform: { [weak self] in self?.window?.togglePage("directions") }),
      ViewerCommand(
        name: "directions.along", section: .tools, title: { localized("Search along the way") }, isEnabled: hasRoute,
        perform: { [weak self] in self?.searchAlongTheWay() }),
      ViewerCommand(
        name: "directions.save", section: .file, title: { localized("Save the route") }, isEnabled: hasRoute,
        perform: { [weak self] in self?.save("gpx") }),
      ViewerCommand(
        name: "directions.steps", section: .file, title: { localized("Save the list of steps") }, isEnabled: hasRoute,
        perform: { [weak self] in self?.save("txt") }),
      ViewerCommand(
        name: "directions.print", section: .file, title: { localized("Print the list of steps") },
        isEnabled: { Printer.isThere && hasRoute() },
        perform: { [weak self] in Task { await self?.printSteps() } }),
      ViewerCommand(
        name: "directions.clear", section: .tools, title: { localized("Clear the route") },
        isEnabled: { [weak self] in self?.canClear == true }, perform: { [weak self] in self?.clear() }),
    ]
  }

  package func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] {
    place.map { directions.items(at: .init($0)) } ?? []
  }

  /// A file with a route of our own.
  package func open(_ path: String) -> Bool {
    guard path.hasSuffix(".json"), let window, (try? navigator.openRoute(at: path)) != nil else { return false }
    navigator.startControlling(window.map)
    window.show(page)
    navigator.showRouteOverview()
    return true
  }

  /// Opens the menu of directions from and to a marker.
  func openMenu(for marker: Marker) {
    guard let window else { return }
    window.openMenu(
      directions.items(at: DirectionsOrder.Place(marker.position, name: marker.title)),
      at: window.map.projection.point(for: marker.position))
  }

  /// Opens the page where one types what is wanted on the way.
  func searchAlongTheWay() {
    guard !navigator.routes.isEmpty else { return }
    window?.show(page)
    focus(page.along.field)
  }

  func focus(_ control: any Control) { window?.map.focusedControl = control }

  // MARK: Asking

  /// Sets one end of the way and shows the page.
  package func set(_ end: DirectionsOrder.Place, _ side: ReferenceWritableKeyPath<DirectionsOrder, DirectionsOrder.Place?>) {
    directions.set(end, side)
  }

  private func showOrder() {
    page.orderChanged()
    window?.map.selectedMarker = nil
    window?.show(page)
    ask()
  }

  private func nameFound() {
    page.nameFound()
    showEnds()
  }

  /// Whether there is something to take away: an end that is chosen, a route, the mark of where one has arrived.
  private var canClear: Bool { order.start != nil || order.end != nil || navigator.map != nil }

  private func showEnds() {
    directions.showEnds(on: isPlanning ? window?.map : nil)
    page.isClearable = canClear && navigator.routes.isEmpty
  }

  /// Looks for ways, once both ends are known: the own location stands in for a start that was not chosen.
  func ask() {
    isPlanning = true
    showEnds()
    guard let map = window?.map, order.end != nil else { return }
    let isAsked = directions.ask(on: map, from: map.myLocation?.coordinate) { [weak self] status in self?.take(status) }
    guard isAsked else { return page.say(localized("Choose where to start")) }
    // Who plans a way looks where they want.
    map.cameraMode = .free
    if navigator.isLookingForRoutes { page.say(localized("Looking for a route…")) }
  }

  private func take(_ status: RouteStatus) {
    page.say(status == .ok || status == .cancelled ? "" : Self.text(of: status))
    directions.nameEnd()
    if status == .ok, !navigator.isGuidanceActive { lookAtRoutes() }
  }

  // MARK: Stops

  /// Goes over a place that was found along the way.
  func addStop(_ place: PlaceAlongRoute) {
    page.say(localized("Looking for a route…"))
    navigator.addStop(place) { [weak self] status in self?.take(status) }
  }

  /// Leaves a stop out.
  func removeStop(at index: Int) {
    let numbers = navigator.destinations.indices.filter { navigator.destinations[$0].isStop }
    guard numbers.count > 1, numbers.dropLast().indices.contains(index) else { return }
    var destinations = navigator.destinations
    destinations.remove(at: numbers[index])
    navigator.setDestinations(destinations, options: order.options) { [weak self] status in self?.take(status) }
  }

  /// Takes over the stops of the route that is shown.
  private func routesChanged() {
    order.stops = navigator.destinations.filter(\.isStop).dropLast().map { DirectionsOrder.Place($0.location, name: $0.title) }
    if navigator.isGuidanceActive { isPlanning = false }
    showEnds()
    page.routesChanged()
  }

  /// Brings the camera to the routes and to the stops, which may lie beside them, next to the sheet.
  private func lookAtRoutes() {
    let stops = CoordinateBounds(navigator.destinations.map(\.location))
    window?.look(at: navigator.routes.reduce(stops) { $0.including(CoordinateBounds($1.geometry)) }, flies: true)
  }

  /// Begins guidance along the route that is chosen, once the terms are accepted.
  func start() {
    guard !navigator.routes.isEmpty, let map = window?.map else { return }
    NavigationServices.showTermsAndConditionsIfNeeded(on: map) { [weak self] isAccepted in
      guard let self else { return }
      if isAccepted { guide() } else { page.say(Self.text(of: .termsNotAccepted)) }
    }
  }

  private func guide() {
    guard !navigator.routes.isEmpty else { return }
    window?.closeSheet()
    isPlanning = false
    navigator.startGuidance()
    directions.simulateWithoutReceiver()
    navigator.followMyLocation(perspective: .tilted)
  }

  func clear() {
    navigator.clearDestinations()
    navigator.stopControllingMap()
    (order.start, order.end, order.stops) = (nil, nil, [])
    isPlanning = false
    showEnds()
    page.orderChanged()
  }

  private static func text(of status: RouteStatus) -> String {
    switch status {
    case .ok, .cancelled: ""
    case .noRouteFound: localized("There is no route between these places by this means")
    case .networkError: localized("The server of routes cannot be reached")
    case .quotaCheckFailed: localized("The server of routes answers no more questions today")
    case .apiKeyNotAuthorized: localized("The server of routes does not accept the key")
    case .termsNotAccepted: localized("The terms of navigation have not been accepted")
    case .locationDisabled: localized("Choose where to start")
    }
  }

  // MARK: Saving

  /// Writes the route where a person says; without a dialog into the folder of documents, under a name that is free. Says where it is.
  func save(_ ending: String) {
    window?.askForPath(name: "\(localized("route")).\(ending)") { [weak self] path in
      self?.save(at: path ?? PersonalFolder.freePath(localized("route"), ending))
    }
  }

  /// Gives the list of steps to the printer, and says so; why it did not, in one line.
  @discardableResult func printSteps(with program: String? = Printer.program) async -> String? {
    let path = Printer.temporaryPath("txt")
    var fault: String?
    do throws(FileProblem) {
      try navigator.saveRoute(to: path)
      fault = await Printer.send(path, with: program)
    } catch {
      fault = error.description
    }
    window?.say(fault ?? localized("The list of steps was given to the printer"), isFault: fault != nil)
    return fault
  }

  private func save(at path: String) {
    guard let window else { return }
    do throws(FileProblem) {
      try navigator.saveRoute(to: path)
      window.say(localized("The route is in {file}", ["file": OutsideText.shown(path)]))
    } catch {
      window.say(error.description, isFault: true)
    }
  }
}
