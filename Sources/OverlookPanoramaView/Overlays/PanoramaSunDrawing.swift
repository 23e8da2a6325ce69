import Foundation
import OverlookAstronomy
import OverlookCanvas
import OverlookControls
package import OverlookGeometry
import OverlookPanorama
import OverlookSupport

/// One drawing of the ways of Sun and Moon over a panorama.
@MainActor package final class PanoramaSunDrawing {
  private static let gold = Color(red: 1, green: 0.78, blue: 0.18)
  private static let silver = Color(red: 0.86, green: 0.90, blue: 0.98)
  private static let violet = Color(red: 0.80, green: 0.70, blue: 1)
  private static let ink = Color(red: 0.10, green: 0.11, blue: 0.15)
  private static let halo = TextHalo(color: Color(red: 0.10, green: 0.11, blue: 0.15).withAlpha(0.75), width: 2)
  /// A disc is drawn no smaller than this, points, so that it can be seen.
  private static let leastRadius = 6.0

  private let canvas: Canvas
  private let sight: PanoramaSight
  private let showsSeasons: Bool
  private let showsAnalemma: Bool
  /// Where the texts lie that were drawn.
  private(set) var labels: [ScreenRect] = []

  init(canvas: Canvas, sight: PanoramaSight, showsSeasons: Bool, showsAnalemma: Bool) {
    self.canvas = canvas
    self.sight = sight
    self.showsSeasons = showsSeasons
    self.showsAnalemma = showsAnalemma
  }

  /// Draws the ways of a body, and the body where it is up.
  func draw(_ way: PanoramaSunPath.BodyWay) {
    let color = Self.color(of: way.body)
    if showsSeasons { for season in way.seasons { stroke(season, width: 1.3, color: color.withAlpha(0.75)) } }
    if showsAnalemma {
      // White is seen before the blue sky, the ink beside it before a white one.
      stroke(way.analemma.filter { !$0.isHidden }, width: 2.6, color: Self.ink.withAlpha(0.3))
      stroke(way.analemma, width: 1.2, color: Color.white.withAlpha(0.8))
    }
    stroke(way.day.filter { !$0.isHidden }, width: 5, color: Self.ink.withAlpha(0.35))
    stroke(way.day, width: 3, color: color)
    for crossing in way.times.crossings { drawCrossing(crossing, color) }
    drawHours(way.chart, way.times, color)
    drawBody(way, color)
    guard showsSeasons else { return }
    for (season, name) in zip(way.chart.seasons, Self.seasonNames) { drawName(name, of: season) }
  }

  /// Those of the arcs of a chart.
  package static var seasonNames: [String] { [localized("June solstice"), localized("equinox"), localized("December solstice")] }

  private static func color(of body: CelestialBody) -> Color {
    switch body {
    case .sun: gold
    case .moon: silver
    case .galacticCenter: violet
    }
  }

  private func point(_ azimuth: Double, _ altitude: Double) -> ScreenPoint {
    sight.point(for: Orientation(heading: azimuth, pitch: altitude))
  }

  private func isHidden(_ azimuth: Double, _ altitude: Double) -> Bool {
    sight.isSkyHidden(Orientation(heading: azimuth, pitch: altitude).direction)
  }

  /// What is hidden is half as wide, and faint.
  private func stroke(_ way: [SkyWayPiece], width: Double, color: Color) {
    var points: [ScreenPoint] = []
    for piece in way {
      sight.project(piece.directions, width: width, into: &points)
      if piece.isHidden {
        canvas.strokePolyline(points, width: max(width / 2, 1), color: color.withAlpha(0.35))
      } else {
        canvas.strokePolyline(points, width: width, color: color)
      }
    }
  }

  /// The name of an arc beside it, where it is highest of what is seen; nothing where there is no room.
  private func drawName(_ name: String, of arc: [SkyChart.Mark]) {
    let half = canvas.textWidth(name, size: TypeScale.note) / 2
    for index in arc.indices.sorted(by: { arc[$0].altitude > arc[$1].altitude }) {
      let mark = arc[index]
      guard mark.altitude > 0.5 else { return }
      let here = point(mark.azimuth, mark.altitude)
      guard isInView(here), !isHidden(mark.azimuth, mark.altitude) else { continue }
      let away = across(arc, index, here)
      for side in [1.0, -1] {
        let distance = side * (11 + half * away.x.magnitude)
        let place = ScreenPoint(x: here.x + away.x * distance, y: here.y + away.y * distance)
        if label(name, at: place, size: TypeScale.note) { return }
      }
    }
  }

  private func drawHours(_ chart: SkyChart, _ times: SkyTimes, _ color: Color) {
    for (hour, mark) in chart.hours.dropLast().enumerated() where mark.altitude > 0.5 {
      let here = point(mark.azimuth, mark.altitude)
      guard isInView(here), !isHidden(mark.azimuth, mark.altitude) else { continue }
      let away = across(chart.hours, hour, here)
      canvas.strokeLine(
        from: ScreenPoint(x: here.x - away.x * 6, y: here.y - away.y * 6),
        to: ScreenPoint(x: here.x + away.x * 6, y: here.y + away.y * 6), width: 2.5, color: color)
      for distance in [19.0, -19]
      where label(times.hours[hour], at: ScreenPoint(x: here.x + away.x * distance, y: here.y + away.y * distance)) {
        break
      }
    }
  }

  /// The direction on the screen across a way at one of its marks, towards the top where there is a choice.
  private func across(_ way: [SkyChart.Mark], _ index: Int, _ here: ScreenPoint) -> ScreenPoint {
    let next = way[min(index + 1, way.count - 1)]
    let before = way[max(index - 1, 0)]
    let (a, b) = (point(before.azimuth, before.altitude), point(next.azimuth, next.altitude))
    let (from, to) = (a.x.isFinite ? a : here, b.x.isFinite ? b : here)
    let (x, y) = (to.x - from.x, to.y - from.y)
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return ScreenPoint(x: 0, y: -1) }
    let away = ScreenPoint(x: y / length, y: -x / length)
    return away.y > 0 ? ScreenPoint(x: -away.x, y: -away.y) : away
  }

  /// A mark on the horizon with the time of the chart's clock.
  private func drawCrossing(_ crossing: SkyTimes.Crossing, _ color: Color) {
    let azimuth = crossing.event.azimuth
    let here = point(azimuth, 0)
    guard isInView(here), !isHidden(azimuth, 0) else { return }
    canvas.fillCircle(center: here, radius: 5, color: Self.ink.withAlpha(0.5))
    canvas.fillCircle(center: here, radius: 3.5, color: color)
    for distance in [17.0, 35, 53, -17] where label(crossing.text, at: ScreenPoint(x: here.x, y: here.y + distance)) { break }
  }

  /// The disc in its true size, or as small as can be seen.
  private func drawBody(_ way: PanoramaSunPath.BodyWay, _ color: Color) {
    let position = way.position
    guard position.altitude > -0.3 else { return }
    let here = point(position.azimuth, position.altitude)
    guard isInView(here) else { return }
    let edge = point(position.azimuth, min(position.altitude + position.angularDiameter / 2, 90))
    let (x, y) = (edge.x - here.x, edge.y - here.y)
    let measured = (x * x + y * y).squareRoot()
    let radius = max(measured.isFinite ? measured : 0, Self.leastRadius)
    guard !isHidden(position.azimuth, position.altitude) else {
      // Its rim tells where it stands behind the house.
      let rim = stride(from: 0.0, to: 2 * Double.pi, by: .pi / 16).map {
        ScreenPoint(x: here.x + radius * cos($0), y: here.y + radius * sin($0))
      }
      return canvas.strokePolyline(rim, width: 1.2, color: color.withAlpha(0.6), isClosed: true)
    }
    if way.body == .galacticCenter { return drawStar(at: here, color) }
    for (factor, alpha) in [(3.2, 0.12), (2.1, 0.22), (1.35, 0.45)] where way.body == .sun {
      canvas.fillCircle(center: here, radius: radius * factor, color: color.withAlpha(Float(alpha)))
    }
    canvas.fillCircle(center: here, radius: radius, color: way.body == .sun ? .white : color)
    guard let moonlight = way.moonlight else { return }
    let angle = moonlight.brightLimbFromZenith * Angle.radiansPerDegree
    MoonShade(illuminatedFraction: moonlight.illuminatedFraction, bright: ScreenPoint(x: -sin(angle), y: -cos(angle)))
      .draw(on: canvas, middle: here, radius: radius)
  }

  /// The Milky Way's centre is no disc: a star of four points, with its name.
  private func drawStar(at here: ScreenPoint, _ color: Color) {
    canvas.fillPolygon(Self.star(around: here), color: color)
    for distance in [18.0, -18]
    where label(localized("Milky Way’s centre"), at: ScreenPoint(x: here.x, y: here.y + distance)) {
      break
    }
  }

  /// Its corners.
  package static func star(around middle: ScreenPoint) -> [ScreenPoint] {
    (0..<8).map { corner in
      let (angle, radius) = (Double(corner) * .pi / 4, corner.isMultiple(of: 2) ? 9.0 : 3)
      return ScreenPoint(x: middle.x + radius * sin(angle), y: middle.y - radius * cos(angle))
    }
  }

  private func isInView(_ point: ScreenPoint) -> Bool {
    point.x >= -40 && point.y >= -40 && point.x <= sight.size.width + 40 && point.y <= sight.size.height + 40
  }

  /// Text where none lies yet, of a street neither, and no edge of the view cuts it; false where it is not drawn.
  private func label(_ text: String, at point: ScreenPoint, size: Double = TypeScale.body) -> Bool {
    let width = canvas.textWidth(text, size: size) + 6
    let room = ScreenRect(x: point.x - width / 2, y: point.y - size * 0.7, width: width, height: size * 1.4)
    guard room.lies(within: sight.size), !labels.contains(where: { $0.overlaps(room) }),
      !sight.names.contains(where: { $0.overlaps(room) })
    else { return false }
    labels.append(room)
    canvas.text(text, at: point, size: size, color: .white, anchor: TextAnchor(.center, .middle), halo: Self.halo)
    return true
  }
}

extension ScreenRect {
  /// Whether all of it is seen in a view of a size.
  func lies(within size: ScreenSize) -> Bool {
    origin.x >= 0 && origin.y >= 0 && origin.x + self.size.width <= size.width && origin.y + self.size.height <= size.height
  }

  func overlaps(_ other: ScreenRect) -> Bool {
    origin.x < other.origin.x + other.size.width && other.origin.x < origin.x + size.width
      && origin.y < other.origin.y + other.size.height && other.origin.y < origin.y + size.height
  }
}
