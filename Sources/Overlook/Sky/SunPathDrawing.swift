import Foundation
import OverlookAstronomy
import OverlookCamera
import OverlookGeometry
import OverlookCanvas
import OverlookControls
import OverlookPanoramaView
import OverlookSupport

/// One drawing of the ways of Sun, Moon and the Milky Way's centre on a canvas.
@MainActor final class SunPathDrawing {
  /// The way of one body.
  struct Way {
    let body: CelestialBody
    let chart: SkyChart
    let times: SkyTimes

    init(_ body: CelestialBody, _ chart: SkyChart) {
      (self.body, self.chart) = (body, chart)
      times = SkyTimes(chart)
    }

    @MainActor fileprivate var color: Color {
      switch body {
      case .sun: SunPathDrawing.gold
      case .moon: SunPathDrawing.moonBlue
      case .galacticCenter: SunPathDrawing.violet
      }
    }
    @MainActor fileprivate var ink: Color { body == .sun ? SunPathDrawing.ink : color }
  }

  private let canvas: Canvas
  private let view: ViewTransform
  private let center: WorldPoint
  /// Points from the zenith to the horizon.
  private let radius: Double
  /// Where text lies.
  private(set) var labels: [ScreenRect] = []

  fileprivate static let gold = Color(red: 0.98, green: 0.66, blue: 0.10)
  /// Seen on the light disc, by day and by night.
  fileprivate static let moonBlue = Color(red: 0.27, green: 0.38, blue: 0.66)
  fileprivate static let violet = Color(red: 0.47, green: 0.28, blue: 0.66)
  private static let moonLight = Color(red: 0.93, green: 0.94, blue: 0.90)
  fileprivate static let ink = Color(red: 0.13, green: 0.15, blue: 0.20)
  private static let halo = TextHalo(color: Color.white.withAlpha(0.9), width: 2)
  private static let textSize = TypeScale.secondary

  init(canvas: Canvas, view: ViewTransform, center: WorldPoint, radius: Double) {
    (self.canvas, self.view, self.center, self.radius) = (canvas, view, center, radius)
  }

  /// Shows the ways, and each body at `date` where it is up.
  func draw(_ ways: [Way], at date: Date, _ place: LocationCoordinate) {
    drawHorizon()
    for way in ways where way.body == .sun {
      for season in way.chart.seasons { stroke(season, width: 1.2, color: way.color.withAlpha(0.75)) }
      stroke(way.chart.analemma, width: 1, color: Self.ink.withAlpha(0.45))
    }
    for way in ways { stroke(way.chart.day, width: way.body == .sun ? 3.5 : 2.5, color: way.color) }
    // Text of the Sun first: what comes later makes way.
    for way in ways.reversed() {
      for crossing in way.times.crossings { drawCrossing(crossing, way) }
      for (hour, mark) in way.chart.hours.dropLast().enumerated() where mark.altitude > 1 { drawHour(hour, mark, way) }
    }
    let observer = SkyObserver(place)
    for way in ways {
      guard let position = try? Ephemeris.position(of: way.body, at: date, observer: observer), position.altitude > 0 else {
        continue
      }
      switch way.body {
      case .sun: drawSun(position)
      case .moon: drawMoon(position, try? Ephemeris.moonlight(at: date, observer: observer))
      case .galacticCenter: drawGalacticCenter(position)
      }
    }
    for way in ways where way.body == .sun { drawNames(of: way.chart) }
  }

  /// Those of the arcs of solstices and equinox, each where it is highest.
  private func drawNames(of chart: SkyChart) {
    for (season, name) in zip(chart.seasons, PanoramaSunDrawing.seasonNames) {
      guard let top = season.max(by: { $0.altitude < $1.altitude }), top.altitude > 4 else { continue }
      text(name, at: point(azimuth: top.azimuth, altitude: top.altitude - 5), size: TypeScale.note)
    }
  }

  /// A star of four points with its name.
  private func drawGalacticCenter(_ position: SkyPosition) {
    let middle = point(azimuth: position.azimuth, altitude: position.altitude)
    canvas.fillPolygon(PanoramaSunDrawing.star(around: middle), color: Self.violet)
    let name = localized("Milky Way’s centre")
    for distance in [17.0, -17] {
      if text(name, at: ScreenPoint(x: middle.x, y: middle.y + distance), size: TypeScale.note, color: Self.violet) { return }
    }
  }

  /// The point of the drawing for a direction of the sky; below the horizon outside of the rim.
  private func point(azimuth: Double, altitude: Double) -> ScreenPoint {
    let distance = radius * (90 - altitude) / 90 / view.pointsPerWorld
    let azimuth = azimuth * .pi / 180
    return view.screenPointClamped(
      for: WorldPoint(x: center.x + distance * sin(azimuth), y: center.y - distance * cos(azimuth)))
  }

  private func drawHorizon() {
    let rim = stride(from: 0.0, to: 360, by: 3).map { point(azimuth: $0, altitude: 0) }
    canvas.fillPolygon(rim, color: Color.white.withAlpha(0.34))
    for altitude in [30.0, 60] {
      let circle = stride(from: 0.0, to: 360, by: 4).map { point(azimuth: $0, altitude: altitude) }
      canvas.strokePolyline(circle, width: 0.8, color: Self.ink.withAlpha(0.22), isClosed: true)
    }
    canvas.strokePolyline(rim, width: 1.8, color: Self.ink.withAlpha(0.8), isClosed: true)
    for (azimuth, name) in [(0.0, "N"), (90, "E"), (180, "S"), (270, "W")] {
      text(name, at: point(azimuth: azimuth, altitude: -9), size: Self.textSize + 2)
    }
  }

  private func stroke(_ way: [SkyChart.Mark], width: Double, color: Color) {
    for part in SkyChart.partsAboveHorizon(of: way) where part.count > 1 {
      canvas.strokePolyline(part.map { point(azimuth: $0.azimuth, altitude: $0.altitude) }, width: width, color: color)
    }
  }

  private func drawHour(_ hour: Int, _ mark: SkyChart.Mark, _ way: Way) {
    let isSun = way.body == .sun
    canvas.fillCircle(center: point(azimuth: mark.azimuth, altitude: mark.altitude), radius: isSun ? 3 : 2.2, color: way.ink)
    guard hour % 3 == 0 else { return }
    let place = point(azimuth: mark.azimuth, altitude: max(mark.altitude - 8, -6))
    text(way.times.hours[hour], at: place, size: isSun ? Self.textSize : TypeScale.note, color: way.ink)
  }

  /// The line to where a body crosses the horizon, with the time of the chart's clock.
  private func drawCrossing(_ crossing: SkyTimes.Crossing, _ way: Way) {
    let azimuth = crossing.event.azimuth
    canvas.strokeLine(
      from: point(azimuth: 0, altitude: 90), to: point(azimuth: azimuth, altitude: 0), width: 1.4, color: way.color.withAlpha(0.9)
    )
    // Where the time of the Sun stands already, that of the Moon stands farther out.
    for altitude in [-14.0, -22, -30] {
      if text(crossing.text, at: point(azimuth: azimuth, altitude: altitude), size: Self.textSize, color: way.ink) { return }
    }
  }

  /// The Moon's disc with its phase, and the line to it.
  private func drawMoon(_ moon: SkyPosition, _ light: Moonlight?) {
    let disc = point(azimuth: moon.azimuth, altitude: moon.altitude)
    canvas.strokeLine(from: point(azimuth: 0, altitude: 90), to: disc, width: 1.4, color: Self.moonBlue.withAlpha(0.8))
    canvas.fillCircle(center: disc, radius: 9, color: Self.moonBlue)
    canvas.fillCircle(center: disc, radius: 7.5, color: Self.moonLight)
    guard let light else { return }
    MoonShade(illuminatedFraction: light.illuminatedFraction, bright: brightDirection(moon, light)).draw(
      on: canvas, middle: disc, radius: 7.5)
  }

  /// To the bright limb on the screen: the zenith lies inwards, and the sky is seen from above, where azimuths grow clockwise.
  private func brightDirection(_ moon: SkyPosition, _ light: Moonlight) -> ScreenPoint {
    let here = point(azimuth: moon.azimuth, altitude: moon.altitude)
    func unit(_ to: ScreenPoint) -> ScreenPoint {
      let (x, y) = (to.x - here.x, to.y - here.y)
      let length = (x * x + y * y).squareRoot()
      return length > 0 ? ScreenPoint(x: x / length, y: y / length) : ScreenPoint(x: 0, y: -1)
    }
    let up = unit(point(azimuth: moon.azimuth, altitude: moon.altitude + 1))
    let right = unit(point(azimuth: moon.azimuth + 1, altitude: moon.altitude))
    let angle = light.brightLimbFromZenith * Angle.radiansPerDegree
    let bright = ScreenPoint(x: up.x * cos(angle) - right.x * sin(angle), y: up.y * cos(angle) - right.y * sin(angle))
    let length = max((bright.x * bright.x + bright.y * bright.y).squareRoot(), 1e-9)
    return ScreenPoint(x: bright.x / length, y: bright.y / length)
  }

  /// The Sun's disc, the line to it, and the shadow of something upright a seventh of the radius high.
  private func drawSun(_ sun: SkyPosition) {
    let middle = point(azimuth: 0, altitude: 90)
    let disc = point(azimuth: sun.azimuth, altitude: sun.altitude)
    let length = min(sun.shadowRatio / 7, 1)
    canvas.strokeLine(
      from: middle, to: point(azimuth: sun.shadowAzimuth, altitude: 90 * (1 - length)), width: 5, color: Self.ink.withAlpha(0.55))
    canvas.strokeLine(from: middle, to: disc, width: 1.4, color: Self.ink.withAlpha(0.8))
    canvas.fillCircle(center: disc, radius: 10.5, color: .white)
    canvas.fillCircle(center: disc, radius: 8.5, color: Self.gold)
    canvas.fillCircle(center: middle, radius: 4, color: Self.ink)
  }

  /// Text where none lies yet; false where there is no room.
  @discardableResult
  private func text(_ text: String, at point: ScreenPoint, size: Double, color: Color = ink) -> Bool {
    let width = canvas.textWidth(text, size: size)
    let room = ScreenRect(x: point.x - width / 2, y: point.y - size * 0.6, width: width, height: size * 1.2)
    guard !labels.contains(where: { $0.intersects(room) }) else { return false }
    labels.append(room)
    canvas.text(text, at: point, size: size, color: color, anchor: TextAnchor(.center, .middle), halo: Self.halo)
    return true
  }
}
