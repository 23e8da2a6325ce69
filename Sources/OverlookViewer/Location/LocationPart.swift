import Overlook
import OverlookSupport

/// The own location: asks once who says where one is, and tells how that one fares.
@MainActor final class LocationPart: ViewerPart, MapViewDelegate {
  /// Who says where one is.
  enum Source: String, CaseIterable {
    case geoClue, gpsd

    var locations: LocationSource {
      switch self {
      case .geoClue: .geoClue
      case .gpsd: .gpsd()
      }
    }
  }

  /// Who was chosen, now or in a session before; nil for nobody.
  private(set) var source: Source?
  /// Asked since somebody wanted to know; nil for nobody.
  private(set) var provider: (any LocationProvider)?
  private lazy var page = LocationPage(self)
  private weak var window: ViewerWindow?
  private let makeProvider: @MainActor (Source) -> any LocationProvider
  private var told = LocationStatus.stopped

  init(makeProvider: @escaping @MainActor (Source) -> any LocationProvider = { LocationReceiver($0.locations) }) {
    self.makeProvider = makeProvider
  }

  func didAttach(to window: ViewerWindow) {
    self.window = window
    window.map.settings.myLocationButton = true
    window.component.steps.append { [weak self] _ in self?.look() }
  }

  // MARK: Asking

  /// The button: what is known is shown, and who was chosen is asked; where nobody was, the page lets one choose.
  func mapViewDidTapMyLocationButton(_ mapView: MapView) -> Bool {
    guard mapView.locationProvider == nil || mapView.locationProvider === provider else { return false }
    if provider == nil { source.map(ask) }
    guard let provider else {
      window?.show(page)
      return true
    }
    if case .failed = provider.status { say(provider.status) }
    // It follows already, and there is nothing yet that the map could turn with.
    return mapView.cameraMode == .following && mapView.myLocation == nil
  }

  /// Lets somebody say where one is, who is asked at once; with nil, nobody.
  func choose(_ source: Source?) {
    self.source = source
    if let source { ask(source) } else { end() }
    window?.part(SessionPart.self)?.noteChange()
  }

  private func ask(_ source: Source) {
    guard let map = window?.map else { return }
    let provider = makeProvider(source)
    (self.provider, told) = (provider, .searching)
    map.locationProvider = provider
    map.isMyLocationEnabled = true
    map.cameraMode = .following
    page.refresh()
  }

  private func end() {
    guard let map = window?.map, provider != nil else { return }
    map.isMyLocationEnabled = false
    map.locationProvider = nil
    (provider, told) = (nil, .stopped)
    page.refresh()
  }

  // MARK: How it fares

  private func look() {
    guard let provider else { return }
    if provider.status != told {
      told = provider.status
      say(told)
    }
    page.refresh()
  }

  /// What keeps the place from being known is said.
  private func say(_ status: LocationStatus) {
    guard case .failed(let text) = status, let window, window.sheet.page !== page else { return }
    window.say(
      OutsideText.cleaned(text, limit: 300), isFault: true,
      action: (localized("My location"), { [weak self] in if let self { self.window?.show(page) } }))
  }

  /// How it fares, in words.
  var words: String {
    guard let provider else { return "" }
    switch provider.status {
    case .stopped, .ended: return ""
    case .searching: return localized("Waiting for the location")
    case .lost: return localized("There has been no position for a while.")
    case .failed(let text): return OutsideText.cleaned(text, limit: 300)
    case .fixed:
      guard let fix = provider.lastFix else { return "" }
      let place = window?.settings.coordinates.text(fix.coordinate) ?? LayerText.place(fix.coordinate, digits: 5)
      guard let accuracy = fix.accuracy else { return localized("You are here: {place}", ["place": place]) }
      return localized(
        "You are here: {place}, within {length}", ["place": place, "length": MeasureFormat.current.length(accuracy, digits: 2)])
    }
  }

  var isFault: Bool { if case .failed = provider?.status { true } else { false } }

  // MARK: Part

  var pages: [any SidePage] { [page] }

  func makeChoice() -> ChoiceRow? {
    guard let window else { return nil }
    return ChoiceRow(
      localized("Says where you are"),
      [
        localized("Nobody"), localized("Desktop (GeoClue)"), localized("Receiver (gpsd)"),
      ], chosen: source.flatMap(Source.allCases.firstIndex).map { $0 + 1 } ?? 0, in: window
    ) { [weak self] index in self?.choose(index == 0 ? nil : Source.allCases[index - 1]) }
  }

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "location.page", section: .view, title: { localized("My location") },
        perform: { [weak self] in self?.window?.togglePage("location") })
    ]
  }

  /// The source alone: it is asked when somebody wants to know where one is.
  var session: String? { source.map { "\"\($0.rawValue)\"" } }

  func restore(_ json: String) { source = Source(rawValue: json.filter { $0 != "\"" }) }
}
