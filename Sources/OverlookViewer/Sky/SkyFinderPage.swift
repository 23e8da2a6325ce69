import Foundation
import Overlook
import OverlookSupport

/// The page that tells when Sun or Moon stand in a direction, seen from the panorama or else from the middle of the map, within a year from
/// the map's time on.
@MainActor final class SkyFinderPage: SidePage {
  let name = "sky-finder"
  var title: String { localized("Sun and Moon in a direction") }

  /// How far from the direction a body may pass, degrees: twice as wide as it is.
  nonisolated private static let tolerance = 1.0
  /// The first so many are shown.
  private static let limit = 8

  private weak var window: ViewerWindow?
  private lazy var body = window.map { window in
    ChoiceRow(localized("Sun or Moon"), [localized("Sun"), localized("Moon")], chosen: 0, in: window) { [weak self] _ in
      self?.seek()
    }
  }
  private let headingText = Paragraph()
  let heading = Slider(180, in: 0...359, at: .at(ScreenPoint(x: 0, y: 0)))
  private let heightText = Paragraph()
  let height = Slider(20, in: 0...90, at: .at(ScreenPoint(x: 0, y: 0)))
  private let fromPanorama = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let hint = Paragraph("", isDim: true)
  /// What was found: a click sets the map's clock.
  private(set) var moments: [Paragraph] = []
  private var seeking: Task<Void, Never>?

  /// From where on the Earth, to a hundredth of a degree, and from when on something is sought; nil for the machine's clock, which goes on.
  private struct Origin: Equatable {
    let latitude: Double
    let longitude: Double
    var date: Date?
  }

  private var sought: Origin?

  init() {
    (heading.stepSize, height.stepSize) = (1, 1)
    heading.onChange = { [weak self] _ in self?.seek() }
    height.onChange = { [weak self] _ in self?.seek() }
    fromPanorama.onClick = { [weak self] in self?.takePanorama() }
  }

  func attach(to window: ViewerWindow) { self.window = window }

  private var panorama: PanoramaView? { window?.part(PanoramaPart.self)?.view }

  var content: [any PlacedControl] {
    let first: [any PlacedControl] = body.map { [$0] } ?? []
    return first + [headingText, heading, heightText, height] + (panorama == nil ? [] : [fromPanorama]) + [hint] + moments
  }

  func lay(in layout: PageLayout) {
    if let body { layout.row(body) }
    layout.row(headingText, gap: 2)
    layout.row(heading)
    layout.row(heightText, gap: 2)
    layout.row(height)
    if panorama != nil { layout.row(fromPanorama) }
    layout.space(6)
    layout.row(hint)
    for moment in moments { layout.row(moment, gap: 6) }
  }

  func didAppear() {
    fromPanorama.title = localized("Where the panorama looks")
    seek()
  }

  func didDisappear() { seeking?.cancel() }

  /// Seeks again where the map, its clock or the panorama have moved on.
  func refresh() {
    if origin != sought { seek() }
  }

  private var place: LocationCoordinate? { panorama?.panorama?.coordinate ?? window?.map.camera.target }

  private var origin: Origin? {
    guard let place, let clock = window?.map.clock else { return nil }
    return Origin(
      latitude: (place.latitude * 100).rounded(), longitude: (place.longitude * 100).rounded(),
      date: clock.isLive ? nil : clock.date)
  }

  private func takePanorama() {
    guard let looks = panorama?.camera.orientation else { return }
    heading.value = Angle.bearingDegrees(looks.heading).rounded().truncatingRemainder(dividingBy: 360)
    height.value = looks.pitch.rounded()
    seek()
  }

  // MARK: Seeking

  private func seek() {
    guard let map = window?.map else { return }
    headingText.text = localized("Direction: {degrees}° from north", ["degrees": Self.whole(heading.value)])
    heightText.text = localized("Height above the horizon: {degrees}°", ["degrees": Self.whole(height.value)])
    let (wanted, start) = (SkyDirection(heading: heading.value, height: height.value), map.clock.date)
    let chosen: CelestialBody = body?.chosen == 1 ? .moon : .sun
    let observer = SkyObserver(place ?? map.camera.target)
    sought = origin
    seeking?.cancel()
    seeking = Task { [weak self] in
      guard await SliderRest.wait() else { return }
      let found = await Self.passages(of: chosen, wanted, from: start, observer)
      guard !Task.isCancelled else { return }
      self?.show(found)
    }
  }

  private static func whole(_ degrees: Double) -> String { "\(Int(exactly: degrees.rounded()) ?? 0)" }

  private struct SkyDirection: Sendable {
    let heading: Double
    let height: Double
  }

  /// The nearest of each run of days on which a body passes. Nothing for times that no sky is known of.
  @concurrent private static func passages(
    of body: CelestialBody, _ wanted: SkyDirection, from start: Date, _ observer: SkyObserver
  ) async -> [SkyPassage] {
    let found = try? Ephemeris.passages(
      of: body, azimuth: wanted.heading, altitude: wanted.height, tolerance: tolerance, from: start, seconds: 366 * 86_400,
      observer: observer)
    var nearest: [SkyPassage] = []
    var last: Date?
    for passage in found ?? [] {
      if let before = last, passage.date.timeIntervalSince(before) < 2 * 86_400, let best = nearest.last {
        if passage.distance < best.distance { nearest[nearest.count - 1] = passage }
      } else {
        nearest.append(passage)
      }
      last = passage.date
    }
    return nearest
  }

  private func show(_ found: [SkyPassage]) {
    guard let map = window?.map else { return }
    let times = TimeFormat(timeZone: map.clock.timeZone)
    hint.text =
      found.isEmpty ? localized("Not within a year.") : localized("Within a year; a click sets the time of the map:")
    moments = found.prefix(Self.limit).map { passage in
      let row = Paragraph(times.moment(secondsSince1970: passage.date.timeIntervalSince1970)) { [weak self, weak map] in
        // What was found stays, for the next click.
        self?.sought?.date = passage.date
        map?.clock.date = passage.date
        if map?.sunLight == .off { map?.sunLight = .now }
      }
      row.textSize = TypeScale.body
      return row
    }
    map.setNeedsDisplay()
  }
}
