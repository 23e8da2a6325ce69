package import Observation
package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookSupport

/// How fast one goes and how fast one may, as a sign, above the card of the arrival.
@MainActor @Observable package final class SpeedPanel: KeptControl {
  /// In the unit that is shown; nil for nothing.
  package var speed: Int?
  /// What a sign says; nil where it is not known.
  package var limit: Int?
  /// "km/h" or "mph".
  package var unit = "km/h"
  /// Whether one is so fast that it is to be seen.
  package var isTooFast = false

  private static let side = 56.0

  package init() {}

  /// Shows other numbers; nothing changes where they are the same.
  package func show(speed: Int?, limit: Int?, isTooFast: Bool) {
    if speed != self.speed { self.speed = speed }
    if limit != self.limit { self.limit = limit }
    if isTooFast != self.isTooFast { self.isTooFast = isTooFast }
  }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let texts = [
      speed.map { localized("{speed} {unit}", ["speed": "\($0)", "unit": unit]) },
      limit.map { localized("limit {speed} {unit}", ["speed": "\($0)", "unit": unit]) },
    ]
    return AccessibleElement(.text, localized("Speed"), value: .text(texts.compactMap(\.self).joined(separator: ", ")))
  }

  package var level: ControlLevel { .panel }

  package func frame(in area: ControlArea) -> ScreenRect? {
    let room = area.freeRect.size
    guard speed != nil || limit != nil, room.width >= 200, room.height >= 300 else { return nil }
    let count = (speed == nil ? 0 : 1) + (limit == nil ? 0 : 1)
    return ControlPlacement.corner(.bottomLeft, x: ArrivalCard.margin, y: ArrivalCard.bottom + ArrivalCard.height + 10)
      .rect(of: ScreenSize(width: Double(count) * (Self.side + 8) - 8, height: Self.side), in: area)
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    var x = rect.origin.x
    if let speed {
      drawSpeed(speed, ScreenRect(x: x, y: rect.origin.y, width: Self.side, height: Self.side), area.palette, canvas)
      x += Self.side + 8
    }
    if let limit {
      drawSign(limit, ScreenRect(x: x, y: rect.origin.y, width: Self.side, height: Self.side), area.palette, canvas)
    }
  }

  private func drawSpeed(_ speed: Int, _ cell: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    canvas.fillCard(cell, radius: 14, palette: palette)
    canvas.text(
      "\(speed)", at: ScreenPoint(x: cell.middle.x, y: cell.origin.y + 24), size: TypeScale.largeFigure,
      color: isTooFast ? palette.fault : palette.ink, anchor: TextAnchor(.center, .middle), hasTabularDigits: true)
    canvas.text(
      unit, at: ScreenPoint(x: cell.middle.x, y: cell.origin.y + 44), size: TypeScale.note, color: palette.dimInk,
      anchor: TextAnchor(.center, .middle))
  }

  private func drawSign(_ limit: Int, _ cell: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let (middle, radius) = (cell.middle, Self.side / 2)
    canvas.fillShadow(
      ScreenRect(x: cell.origin.x, y: cell.origin.y + 2, width: Self.side, height: Self.side), radius: radius, blur: 6,
      color: palette.shadow)
    canvas.fillCircle(center: middle, radius: radius, color: .white)
    canvas.strokeCircle(center: middle, radius: radius - 1.5, width: 6, color: Color(red: 0.80, green: 0.09, blue: 0.13))
    canvas.text(
      "\(limit)", at: middle, size: limit > 99 ? TypeScale.heading : TypeScale.figure,
      color: Color(red: 0.08, green: 0.09, blue: 0.11),
      anchor: TextAnchor(.center, .middle), hasTabularDigits: true)
  }
}
