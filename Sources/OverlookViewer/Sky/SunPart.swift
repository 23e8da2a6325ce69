import Foundation
import Overlook
import OverlookInput
import OverlookSupport

/// The Sun over the map: a page with its light and its times, and the question when it reaches a place.
@MainActor final class SunPart: ViewerPart {
  /// Of windows that are asked for, metres above the ground.
  private static let windowHeight = 2.0

  private weak var window: ViewerWindow?
  private(set) lazy var page = SunPage { [weak self] in self.map { $0.window?.show($0.finder) } }
  let finder = SkyFinderPage()
  private let ways = SkyWays()
  /// Hours of Sun on the ground, while they are shown.
  private(set) var hours: SunHoursLayer?
  /// When the Sun reaches a place.
  private struct Question {
    let place: LocationCoordinate
    let eye: MapEye
    var day: Date
  }

  private var question: Question?
  private var asking: Task<Void, Never>?

  func didAttach(to window: ViewerWindow) {
    self.window = window
    page.attach(to: window.map)
    page.onAppear = { [weak self] in self?.askAgain() }
    finder.attach(to: window)
    page.hours = ChoiceRow(
      localized("Hours of sun"), [localized("Not shown"), localized("Of the day"), localized("Of the year")], chosen: 0,
      in: window
    ) { [weak self] in self?.showHours($0) }
    page.ways.onChange = { [weak self] in self?.ways.areShown = $0 }
    ways.onClock = { [weak self] in self?.clockChanged() }
    ways.onChange = { [weak self] in self?.waysChanged() }
    ways.isWatched = { [weak self] in self.map { $0.window?.sheet.page === $0.page } ?? false }
    panoramas?.onMove = { [weak self] in self?.placeChanged() }
    window.map.add(ways)
  }

  var pages: [any SidePage] { [page, finder] }

  private var panoramas: PanoramaPart? { window?.part(PanoramaPart.self) }

  private func waysChanged() {
    page.ways.isOn = ways.areShown
    panoramas?.skyWays = ways.areShown ? ways.onPanorama : nil
  }

  private func clockChanged() {
    if window?.sheet.page === page {
      page.refresh()
      askAgain()
    }
    if let hours { hours.span = span(of: hours.span) }
    placeChanged()
    if ways.areShown { panoramas?.view?.setNeedsDisplay() }
  }

  private func placeChanged() {
    if window?.sheet.page === finder { finder.refresh() }
  }

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "sun.page", section: .view, title: { localized("Sun and shadows") },
        keys: [KeyChord(key: .l, modifiers: [.shift])],
        perform: { [weak self] in _ = self?.window?.togglePage("sun") }),
      ViewerCommand(
        name: "sun.finder", section: .view, title: { localized("When do Sun and Moon stand in a direction?") },
        perform: { [weak self] in _ = self?.window?.togglePage("sky-finder") }),
      ViewerCommand(
        name: "sun.ways", section: .view, title: { localized("Ways of Sun and Moon over the sky") },
        isChecked: { [weak self] in self?.ways.areShown == true },
        perform: { [weak self] in self?.ways.areShown.toggle() }),
    ]
  }

  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] {
    guard let place else { return [] }
    return [Menu.Item(localized("When does the sun reach this place?")) { [weak self] in self?.ask(place) }]
  }

  // MARK: Hours of Sun

  /// Shows them: 0 none, 1 those of the day of the clock, 2 those of its year.
  func showHours(_ choice: Int) {
    guard let map = window?.map else { return }
    if let hours { map.remove(hours) }
    hours = nil
    ways.isFollowedAlways = choice > 0
    guard choice > 0 else { return page.hoursText.text = "" }
    let wanted = span(of: choice == 1 ? .day(from: page.dayStart) : .year(0))
    let layer = SunHoursLayer(span: wanted, streets: panoramas?.streets ?? InstalledStreets())
    layer.onChange = { [weak self] in self?.tell($0) }
    hours = layer
    map.add(layer)
  }

  /// The same kind of span, of the day or the year that the clock shows.
  private func span(of kind: SunHoursLayer.Span) -> SunHoursLayer.Span {
    switch kind {
    case .day: .day(from: page.dayStart)
    case .year: .year(page.year)
    }
  }

  private func tell(_ layer: SunHoursLayer) {
    guard layer === hours else { return }
    page.hoursText.text =
      switch layer.state {
      case .idle: ""
      case .working: localized("Looking at the houses around…")
      case .ready(let most):
        localized(
          "The ground has up to {hours} h of sun.", ["hours": NumberFormat.current.text(most, decimals: most < 100 ? 1 : 0)])
      case .failed: localized("No map of houses is here: how the Sun shines there is not known.")
      }
    window?.map.setNeedsDisplay()
  }

  /// Goes along with a map that was moved by a quarter of what is shown.
  private func followHours(_ map: MapView) {
    guard let hours, let center = hours.center else { return }
    let meters = SphericalGeometry.distance(from: center, to: map.camera.target)
    if meters > hours.sideMeters / 4 { hours.move(to: map.camera.target) }
  }

  private func ask(_ place: LocationCoordinate) {
    guard let window else { return }
    page.refresh()
    page.tell(localized("Looking at the houses around…"))
    answer(Question(place: place, eye: window.map.eye, day: page.dayStart))
    window.show(page)
    // The page may be longer than the window.
    window.sheet.keepInSight(page.answer)
  }

  /// Asks again for another day of the clock.
  private func askAgain() {
    guard var question, question.day != page.dayStart else { return }
    question.day = page.dayStart
    // What is dragged stays where it is.
    window?.sheet.keepInSight(nil)
    answer(question)
  }

  private func answer(_ question: Question) {
    self.question = question
    guard let streets = panoramas?.streets else { return }
    asking?.cancel()
    asking = Task { [weak self] in
      guard await SliderRest.wait() else { return }
      let found = await streets.sun(
        at: question.place, seenFrom: question.eye, height: Self.windowHeight, from: question.day)
      guard !Task.isCancelled, let self else { return }
      self.page.tell(self.text(found))
      self.window?.map.setNeedsDisplay()
    }
  }

  private func text(_ found: SunAtPlace?) -> String {
    guard let found else { return localized("No map of houses is here: how the Sun shines there is not known.") }
    let spans = found.spans.map {
      localized("{from} to {until}", ["from": page.texts.clock($0.lowerBound), "until": page.texts.clock($0.upperBound)])
    }
    let times = spans.isEmpty ? localized("no sun on this day") : spans.joined(separator: "\n")
    guard let facing = found.facing else { return localized("The Sun reaches this place:") + "\n" + times }
    let degrees = Int(exactly: facing.rounded()) ?? 0
    if let height = found.height, let meters = Int(exactly: height.rounded()) {
      return localized(
        "The Sun reaches this window, {height} m up in a wall that faces {degrees}°:",
        ["height": "\(meters)", "degrees": "\(degrees)"]) + "\n" + times
    }
    return localized("The Sun reaches this wall, which faces {degrees}°:", ["degrees": "\(degrees)"]) + "\n" + times
  }
}

extension SunPart: MapViewDelegate {
  /// The times are those of the middle of the map.
  func mapView(_ mapView: MapView, idleAt position: CameraPosition) {
    if window?.sheet.page === page { page.refresh() }
    followHours(mapView)
    placeChanged()
  }
}
