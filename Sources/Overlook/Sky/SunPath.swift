public import Foundation
public import OverlookAstronomy
import OverlookCamera
public import OverlookGeometry
public import OverlookCanvas
public import OverlookSupport

/// The ways of Sun and Moon over the sky of a place, drawn flat on the ground around it: the rim is the horizon, the middle the zenith,
/// north is north. The arc of the day with its hours, the arcs of the solstices and the equinox, where a body rises and sets, where it stands
/// at `date`, the Moon with its phase, and which way shadows fall. The map's labels leave room for its texts. Nothing is drawn for times
/// outside the years 1600 to 2600. Main thread only.
///
/// ```swift
/// let path = SunPath(at: LocationCoordinate(latitude: -33.87, longitude: 151.21), date: .now)
/// map.add(path)
/// ```
@MainActor public final class SunPath: MapComponent {
  /// Whose sky; nil, the default, for the middle of the view.
  public var place: LocationCoordinate? { didSet { if place != oldValue { redraw() } } }
  /// The moment that is shown.
  public var date: Date { didSet { if date != oldValue { redraw() } } }
  /// Whether `date` is that of the map's clock. Default false.
  public var followsClock = false { didSet { if followsClock, let map { date = map.clock.date } } }
  /// Which bodies are shown. Default the Sun; nothing but the horizon for none.
  public var bodies: Set<CelestialBody> = [.sun] { didSet { if bodies != oldValue { redraw() } } }
  /// Of the clock whose hours are shown, seconds ahead of Greenwich; nil, the default, for the full hour nearest to local mean time.
  public var secondsFromGMT: Double? { didSet { if secondsFromGMT != oldValue { redraw() } } }
  /// From the middle to the rim, points, 40 to 2,000. Default 170.
  public var radiusPoints = 170.0 { didSet { if radiusPoints != oldValue { redraw() } } }

  private weak var map: MapView?
  private var ways: [SunPathDrawing.Way] = []
  private var chartKey: ChartKey?

  /// What a chart depends on: a place to a hundredth of a degree, a day and a clock.
  private struct ChartKey: Equatable {
    var latitude: Double
    var longitude: Double
    var date: Date
    var secondsFromGMT: Double?
    var bodies: Set<CelestialBody>
    var language: InterfaceLanguage
  }

  /// The way of the day of `date`.
  public init(at place: LocationCoordinate? = nil, date: Date = Date()) {
    self.place = place
    self.date = date
  }

  /// Called by the map that it was added to.
  public func didAttach(to map: MapView) {
    self.map = map
    clockDidChange(in: map)
  }

  /// Takes the time of the map's clock where it follows that.
  public func clockDidChange(in map: MapView) { if followsClock { date = map.clock.date } }

  /// Called by the map that it was removed from.
  public func didDetach(from map: MapView) {
    map.keepLabelsClear(of: [], for: self)
    self.map = nil
  }

  /// Takes the way off the map.
  public func didClear(_ map: MapView) { map.remove(self) }

  /// Goes on with the machine's clock, once a minute, where the map's clock does and it follows that.
  public func update(_ frame: MapFrame) -> RedrawReasons {
    if followsClock, let clock = map?.clock, clock.isAhead(of: date) { date = clock.date }
    return []
  }

  /// The next minute, while it goes on with the machine's clock.
  public func nextDeadline(now: Double) -> Double? { followsClock ? map?.clock.nextMinute(now: now) : nil }

  /// Draws the way above the map.
  public func draw(on canvas: Canvas, _ frame: MapFrame) {
    let center = place ?? frame.projection.camera.target
    guard center.isValid else { return }
    let ways = ways(at: center)
    guard !ways.isEmpty || bodies.isEmpty else { return }
    let radius = radiusPoints.isFinite ? min(max(radiusPoints, 40), 2000) : 170
    let drawing = SunPathDrawing(canvas: canvas, view: frame.view, center: WorldPoint(center), radius: radius)
    drawing.draw(ways, at: date, center)
    map?.keepLabelsClear(of: drawing.labels, for: self)
  }

  /// Those of the Moon first, so that the Sun lies above.
  private func ways(at center: LocationCoordinate) -> [SunPathDrawing.Way] {
    let key = ChartKey(
      latitude: (center.latitude * 100).rounded() / 100, longitude: (center.normalized.longitude * 100).rounded() / 100,
      date: date, secondsFromGMT: secondsFromGMT, bodies: bodies, language: .current)
    guard key != chartKey else { return ways }
    chartKey = key
    let observer = SkyObserver(LocationCoordinate(latitude: key.latitude, longitude: key.longitude))
    ways = [CelestialBody.galacticCenter, .moon, .sun].filter(bodies.contains).compactMap { body in
      let chart = try? SkyChart(of: body, at: date, observer: observer, secondsFromGMT: secondsFromGMT)
      return chart.map { SunPathDrawing.Way(body, $0) }
    }
    return ways
  }

  private func redraw() { map?.setNeedsDisplay() }
}
