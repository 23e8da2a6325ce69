import Foundation
import OverlookAstronomy
import OverlookCamera
import OverlookGeometry
import OverlookCanvas
import OverlookSupport

/// One drawing of a Sun's way on a canvas.
@MainActor struct SunPathDrawing {
  let canvas: Canvas
  let view: ViewTransform
  let center: WorldPoint
  /// Points from the zenith to the horizon.
  let radius: Double

  private static let gold = Color(red: 0.98, green: 0.66, blue: 0.10)
  private static let ink = Color(red: 0.13, green: 0.15, blue: 0.20)
  private static let halo = TextHalo(color: Color.white.withAlpha(0.9), width: 2)
  private static let textSize = 12.0

  /// Shows the way, and the Sun at `date` where it is up.
  func draw(_ chart: SkyChart, at date: Date, _ place: LocationCoordinate) {
    drawHorizon()
    for season in chart.seasons { stroke(season, width: 1.2, color: Self.gold.withAlpha(0.75)) }
    stroke(chart.analemma, width: 1, color: Self.ink.withAlpha(0.45))
    stroke(chart.day, width: 3.5, color: Self.gold)
    for (hour, mark) in chart.hours.dropLast().enumerated() where mark.altitude > 1 { drawHour(hour, mark) }
    for event in chart.events.events where event.kind == .rise || event.kind == .set { drawCrossing(event, chart) }
    guard let sun = try? Ephemeris.position(of: .sun, at: date, observer: SkyObserver(place)), sun.altitude > 0 else { return }
    drawSun(sun)
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

  /// The parts of a way that lie above the horizon.
  private func stroke(_ way: [SkyChart.Mark], width: Double, color: Color) {
    var part: [ScreenPoint] = []
    for (index, mark) in way.enumerated() {
      let before = index > 0 ? way[index - 1] : mark
      if (before.altitude < 0) != (mark.altitude < 0) {
        let share = before.altitude / (before.altitude - mark.altitude)
        let turn = (mark.azimuth - before.azimuth).remainder(dividingBy: 360)
        part.append(point(azimuth: before.azimuth + share * turn, altitude: 0))
      }
      if mark.altitude >= 0 {
        part.append(point(azimuth: mark.azimuth, altitude: mark.altitude))
      } else if !part.isEmpty {
        canvas.strokePolyline(part, width: width, color: color)
        part = []
      }
    }
    if part.count > 1 { canvas.strokePolyline(part, width: width, color: color) }
  }

  private func drawHour(_ hour: Int, _ mark: SkyChart.Mark) {
    canvas.fillCircle(center: point(azimuth: mark.azimuth, altitude: mark.altitude), radius: 3, color: Self.ink)
    guard hour % 3 == 0 else { return }
    text("\(hour)", at: point(azimuth: mark.azimuth, altitude: max(mark.altitude - 8, -6)), size: Self.textSize)
  }

  /// The line to where the Sun crosses the horizon, with the time of the chart's clock.
  private func drawCrossing(_ event: SkyEvent, _ chart: SkyChart) {
    let rim = point(azimuth: event.azimuth, altitude: 0)
    canvas.strokeLine(from: point(azimuth: 0, altitude: 90), to: rim, width: 1.4, color: Self.gold.withAlpha(0.9))
    guard let midnight = chart.hours.first?.date else { return }
    let minutes = Int(exactly: (event.date.timeIntervalSince(midnight) / 60).rounded()) ?? 0
    let time = String(format: "%d:%02d", minutes / 60 % 24, minutes % 60)
    text(time, at: point(azimuth: event.azimuth, altitude: -14), size: Self.textSize)
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

  private func text(_ text: String, at point: ScreenPoint, size: Double) {
    canvas.text(text, at: point, size: size, color: Self.ink, anchor: TextAnchor(.center, .middle), halo: Self.halo)
  }
}
