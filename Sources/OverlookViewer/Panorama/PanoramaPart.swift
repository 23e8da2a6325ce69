import Foundation
import Overlook
import OverlookInput
import OverlookPanorama
import OverlookPlatform
import OverlookSupport

/// Street-level panoramas beside the map: the person to drag onto a street, the panorama in the other half of the window, and the map in
/// the panorama. Panoramas come from what a person has opened (photographs, tours, services), and else from the streets of the regions.
@MainActor final class PanoramaPart: ViewerPart {
  /// A panorama may be so far from where one wants to look around, metres, whatever the zoom.
  private static let radius = 60.0

  private weak var window: ViewerWindow?
  private let person = PanoramaPerson()
  let light = PanoramaLight()
  private lazy var lightFollower = PanoramaLightFollower(light)
  /// Those of the whole window.
  lazy var streets = InstalledStreets { [light] in light.date }
  private var opened: OpenedPanoramas?
  /// The name of `opened` where it is a service.
  private var openedService: String?
  private var opening: Task<Void, Never>?
  /// What is shown in the other half; nil while there is none.
  private(set) var view: PanoramaView?
  private var beside: (any WindowContent)?
  private let note = PanoramaNote()
  /// The ways of Sun and Moon over the panorama; nil for none.
  var skyWays: PanoramaSunPath? {
    didSet {
      if let oldValue { view?.remove(oldValue) }
      if let skyWays { view?.add(skyWays) }
    }
  }
  /// Where services are named, and their keys.
  private(set) var servicePage: PanoramaServicePage?
  /// Called when another panorama is shown, or none any more.
  var onMove: @MainActor () -> Void = {}
  /// Whose place the map was brought to.
  private var followedID: String?
  /// Whether the map turns with the panorama and moves along.
  private(set) var linksCameras = false
  /// Which of both lies in a corner of the other; nil for two halves of the window.
  private(set) var inset: SplitContent.Side? {
    didSet { arrange() }
  }
  private lazy var buttons = PanoramaButtons(
    close: { [weak self] in self?.close() }, inset: { [weak self] in self?.toggleInset() },
    swap: { [weak self] in self?.swap() })

  init() {
    person.onPutDown = { [weak self] place, radius in self?.look(around: place, radius: radius) }
  }

  func didAttach(to window: ViewerWindow) {
    self.window = window
    person.coverage = coverage
    window.map.add(person)
    lightFollower.onChange = { [weak self] in self?.renewStreet() ?? true }
    lightFollower.isShown = { [weak self] in self?.view != nil }
    lightFollower.onModels = { [weak self] map in self?.streets.setModels(of: map) }
    window.map.add(lightFollower)
    let page = PanoramaServicePage(window.settings)
    page.onChoice = { [weak self] in self?.open(source: $0) }
    page.onFault = { [weak window] in window?.say($0, isFault: true) }
    servicePage = page
  }

  var pages: [any SidePage] { servicePage.map { [$0] } ?? [] }

  // MARK: What a person can do

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "panorama.show", section: .view, title: { localized("Look around in the middle of the map") },
        keys: [KeyChord(key: .p, modifiers: [.shift])],
        perform: { [weak self] in self?.lookAroundInTheMiddle() }),
      ViewerCommand(
        name: "panorama.service", section: .view, title: { localized("Panoramas of a service") },
        perform: { [weak self] in _ = self?.window?.togglePage("panorama-service") }),
      ViewerCommand(
        name: "panorama.link", section: .view, title: { localized("Turn the map with the panorama") },
        isEnabled: { [weak self] in self?.view != nil }, isChecked: { [weak self] in self?.linksCameras == true },
        perform: { [weak self] in self?.toggleLink() }),
      ViewerCommand(
        name: "panorama.fly", section: .view, title: { localized("See the panorama as a little planet") },
        isEnabled: { [weak self] in self?.view?.panorama != nil }, perform: { [weak self] in self?.view?.flyIn() }),
      ViewerCommand(
        name: "panorama.inset", section: .view, title: { localized("Show the panorama in a corner of the map") },
        isEnabled: { [weak self] in self?.view != nil }, isChecked: { [weak self] in self?.inset != nil },
        perform: { [weak self] in self?.toggleInset() }),
      ViewerCommand(
        name: "panorama.swap", section: .view, title: { localized("Exchange map and panorama") },
        isEnabled: { [weak self] in self?.view != nil && self?.inset != nil }, perform: { [weak self] in self?.swap() }),
      ViewerCommand(
        name: "panorama.close", section: .view, title: { localized("Close the panorama") },
        keys: [KeyChord(key: .p, modifiers: [.shift, .alt])],
        isEnabled: { [weak self] in self?.view != nil }, perform: { [weak self] in self?.close() }),
    ]
  }

  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] {
    guard let place else { return [] }
    return [Menu.Item(localized("Look around here")) { [weak self] in self?.look(around: place, radius: Self.radius) }]
  }

  /// Photographs that are panoramas, folders of photographs, tours, and names of services.
  func open(_ path: String) -> Bool {
    guard PanoramaFile.isLikely(path) else { return false }
    open(source: path)
    return true
  }

  private func lookAroundInTheMiddle() {
    guard let map = window?.map else { return }
    let middle = map.camera.target
    let points = map.projection.points(forMeters: 1, at: middle)
    look(around: middle, radius: Self.radius + (points > 0 ? 40 / points : 0))
  }

  private func toggleLink() {
    linksCameras.toggle()
    if linksCameras { followCamera() }
  }

  // MARK: Looking around

  private func look(around place: LocationCoordinate, radius: Double) {
    let view = shownView()
    lightFollower.take()
    note.text =
      openedService == nil
      ? localized("Looking for a street…")
      : localized("Asking {server}…", ["server": OutsideText.shown(opened?.name ?? "")])
    view.moveNear(place, radius: radius)
    view.setNeedsDisplay()
  }

  /// Another light than that of the picture shines on the map; false where that cannot be shown yet.
  private func renewStreet() -> Bool {
    guard let view else { return true }
    guard let shown = view.panorama else { return false }
    return !InstalledStreets.makes(shown) || view.renewPicture()
  }

  /// The view in the other half of the window.
  private func shownView() -> PanoramaView {
    if let view { return view }
    let view = PanoramaView(service: PanoramaService(provider: sources))
    view.delegate = self
    if let window { view.commandResponders = [window.keysBeside] }
    view.interfaceTheme = window?.map.interfaceTheme ?? .light
    streets.surround(view)
    if let skyWays { view.add(skyWays) }
    view.add(note)
    if let map = window?.map { view.add(PanoramaMapOverlays(of: map, in: view)) }
    self.view = view
    person.view = view
    person.coverage = coverage
    let beside = view.windowContent
    self.beside = beside
    window?.showBeside(beside) { [weak self] in self?.forget() }
    arrange()
    return view
  }

  private func toggleInset() { inset = inset == nil ? .second : nil }

  /// Exchanges which of both is the small one.
  private func swap() {
    if let inset { self.inset = inset == .second ? .first : .second }
  }

  private func arrange() {
    guard let view else { return }
    window?.arrange(inset == nil ? .beside : .inset, inset: inset ?? .second)
    buttons.show(above: view, isInset: inset != nil)
  }

  private func close() {
    window?.hideBeside(beside)
    forget()
  }

  /// The panorama is no longer shown.
  private func forget() {
    opening?.cancel()
    beside = nil
    person.view = nil
    view = nil
    note.text = nil
    followedID = nil
    window?.map.setNeedsDisplay()
    onMove()
  }

  /// What lights up while the person is carried.
  private var coverage: @Sendable (CoordinateBounds) async -> PanoramaCoverageShape {
    let sources = sources
    return { bounds in await sources.coverage(in: bounds) }
  }

  // MARK: Sources

  private var sources: PanoramaSources {
    PanoramaSources(opened: opened, streets: streets.provider) { [weak self] error in
      Task { @MainActor in self?.tell(error) }
    }
  }

  /// Says what went wrong, and asks for the key that a service wants.
  private func tell(_ error: PanoramaError) {
    guard let window else { return }
    window.say("\(error)", isFault: true)
    guard case .refused = error, let openedService, let servicePage else { return }
    servicePage.ask(for: openedService, reason: "\(error)")
    window.show(servicePage)
  }

  private func open(source: String) {
    opening?.cancel()
    let service = PanoramaFile.isService(source) ? PanoramaFile.service(source) : nil
    // Who names a server wants it asked.
    if service != nil { window?.allowNamedServers() }
    let key = service.flatMap { window?.settings.key(of: $0.address) }
    opening = Task { [weak self] in
      let result: Result<(OpenedPanoramas, Panorama?), PanoramaError>
      do throws(PanoramaError) {
        let found = try await OpenedPanoramas.open(source, token: key)
        var first: Panorama?
        if let id = found.firstID { first = try await found.provider.panorama(id: id) }
        result = .success((found, first))
      } catch { result = .failure(error) }
      guard !Task.isCancelled, let self else { return }
      self.take(result, service: service?.reference)
    }
  }

  private func take(_ result: Result<(OpenedPanoramas, Panorama?), PanoramaError>, service: String?) {
    switch result {
    case .failure(let error): window?.say("\(error)", isFault: true)
    case .success((let found, let first)):
      (opened, openedService) = (found, service)
      for warning in found.warnings.prefix(1) { window?.say(warning) }
      let view = shownView()
      view.service = PanoramaService(provider: sources)
      person.coverage = coverage
      if let first {
        note.text = localized("Opening {name}…", ["name": OutsideText.shown(found.name)])
        view.panorama = first
      } else {
        lookAroundInTheMiddle()
      }
    }
  }

  // MARK: The map and the panorama

  /// Brings the map along: to where the panorama is when that is not seen, or, linked, in every move.
  private func followPlace() {
    guard let window, let place = view?.panorama?.coordinate, place.isValid else { return }
    let map = window.map
    if linksCameras || !isInSight(place, of: map) {
      let bearing = linksCameras ? view?.camera.orientation.heading ?? 0 : map.camera.bearing
      map.animate(to: window.camera(on: place, zoom: max(map.camera.zoom, 16), bearing: bearing))
    }
    map.setNeedsDisplay()
  }

  /// Points around who stands there, with the cone of what is seen.
  private static let conePoints = 72.0

  /// Whether a place is seen with some room around it, and no control lies over it.
  private func isInSight(_ place: LocationCoordinate, of map: MapView) -> Bool {
    guard map.projection.contains(place) else { return false }
    let (point, size, room) = (map.projection.point(for: place), map.projection.size, Self.conePoints)
    guard point.x > room, point.y > room, point.x < size.width - room, point.y < size.height - room else { return false }
    return !map.hasControl(at: point)
  }

  private func followCamera() {
    guard let window, let view else { return }
    let map = window.map
    guard linksCameras else { return map.setNeedsDisplay() }
    // About what lies in the middle of what is seen of it.
    let free = window.freeRect
    let middle = free.size == map.size ? map.camera.target : map.projection.coordinate(for: free.middle)
    map.camera = window.camera(on: middle, zoom: map.camera.zoom, bearing: view.camera.orientation.heading)
  }
}

extension PanoramaPart: PanoramaViewDelegate {
  func panoramaView(_ view: PanoramaView, didMoveTo panorama: Panorama?) {
    // In another light it is the same one.
    guard panorama == nil || panorama?.panoramaID != followedID else { return }
    followedID = panorama?.panoramaID
    if panorama != nil { note.text = localized("Drawing the street…") }
    followPlace()
    onMove()
  }

  func panoramaView(_ view: PanoramaView, didMove camera: PanoramaCamera) { followCamera() }

  func panoramaViewDidFinishRendering(_ view: PanoramaView) {
    note.text = nil
    view.setNeedsDisplay()
  }

  func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveNear coordinate: LocationCoordinate) {
    fail(view, error)
  }

  func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveTo panoramaID: String) { fail(view, error) }

  private func fail(_ view: PanoramaView, _ error: PanoramaError) {
    if case .notFound = error {
      window?.say(localized("There is no street near enough to look around: {reason}", ["reason": "\(error)"]), isFault: true)
    } else {
      tell(error)
    }
    note.text = nil
    if view.panorama == nil { close() }
  }
}
