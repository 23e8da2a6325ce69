public import Foundation
public import OverlookAstronomy
public import OverlookCanvas
import OverlookGeometry
import OverlookPanorama
import OverlookStreetScene
import OverlookSupport

/// The ways of Sun, Moon and the Milky Way's centre over the sky of a panorama: the arc of the day with its hours, the arcs of the solstices
/// and the equinox, the eight of the Sun at this hour over the year, where it rises and sets, and where it stands. Where it is known what
/// stands around, a way goes on behind houses and trees as faint dashes without text. Nothing is drawn where the panorama has no place, and
/// for times outside the years 1600 to 2600. Main thread only.
///
/// ```swift
/// view.add(PanoramaSunPath(date: .now))
/// ```
@MainActor public final class PanoramaSunPath: PanoramaItem {
  /// The moment that is shown.
  public var date: Date
  /// Of the clock whose hours are shown, seconds ahead of Greenwich; nil, the default, for the full hour nearest to local mean time.
  public var secondsFromGMT: Double?
  /// Which bodies are shown. Default the Sun.
  public var bodies: Set<CelestialBody>
  /// Whether the arcs of the solstices and the equinox are drawn. Default true.
  public var showsSeasons = true
  /// Whether the eight of the year is drawn. Default true.
  public var showsAnalemma = true
  /// Default 0.
  public var zIndex = 0

  /// What a chart depends on.
  private struct ChartKey: Equatable {
    var latitude: Double
    var longitude: Double
    var date: Date
    var secondsFromGMT: Double?
    var bodies: Set<CelestialBody>
    /// Of the eye above the ground, where it is known what stands around it.
    var height: Double?
    var language: InterfaceLanguage
  }

  /// The ways of a body, and where it is.
  struct BodyWay {
    var body: CelestialBody
    var chart: SkyChart
    var times: SkyTimes
    var position: SkyPosition
    var moonlight: Moonlight?
    /// The ways in parts that are seen or hidden; the seasons as they are in the chart.
    var day: [SkyWayPiece]
    var seasons: [[SkyWayPiece]]
    var analemma: [SkyWayPiece]
  }

  private var key: ChartKey?
  private var ways: [BodyWay] = []
  private var sight: PanoramaSight?
  /// Where the texts of the last drawing lie.
  private(set) var labels: [ScreenRect] = []

  /// The ways of `bodies` on the day of `date`.
  public init(date: Date = Date(), bodies: Set<CelestialBody> = [.sun]) {
    self.date = date
    self.bodies = bodies
  }

  /// Takes the place of the panorama.
  public func update(with view: PanoramaSight) {
    sight = view
    guard let place = view.coordinate, place.isValid else {
      key = nil
      ways = []
      return
    }
    let fresh = ChartKey(
      latitude: place.latitude, longitude: place.normalized.longitude, date: date, secondsFromGMT: secondsFromGMT,
      bodies: bodies, height: view.surroundings?.height, language: .current)
    guard fresh != key else { return }
    key = fresh
    let observer = SkyObserver(place)
    ways = [CelestialBody.galacticCenter, .moon, .sun].filter(bodies.contains).compactMap { body in
      guard let chart = try? SkyChart(of: body, at: date, observer: observer, secondsFromGMT: secondsFromGMT),
        let position = try? Ephemeris.position(of: body, at: date, observer: observer)
      else { return nil }
      let moonlight = body == .moon ? try? Ephemeris.moonlight(at: date, observer: observer) : nil
      return BodyWay(
        body: body, chart: chart, times: SkyTimes(chart), position: position, moonlight: moonlight,
        day: SkyWayPiece.pieces(of: chart.day, view.isSkyHidden),
        seasons: chart.seasons.map { SkyWayPiece.pieces(of: $0, view.isSkyHidden) },
        analemma: SkyWayPiece.pieces(of: chart.analemma, view.isSkyHidden))
    }
  }

  /// Draws the ways.
  public func draw(in canvas: Canvas) {
    guard let sight else { return }
    let drawing = PanoramaSunDrawing(canvas: canvas, sight: sight, showsSeasons: showsSeasons, showsAnalemma: showsAnalemma)
    for way in ways { drawing.draw(way) }
    labels = drawing.labels
  }
}
