import Glibc
import OverlookCanvas
import OverlookGeometry
import OverlookSupport

/// Something of everything that a canvas can draw, 420 x 300 points.
@MainActor enum CanvasScene {
  private static let ink = Color(red: 0.13, green: 0.15, blue: 0.19)
  private static let blue = Color(red: 0.16, green: 0.44, blue: 0.87)
  private static let orange = Color(red: 0.95, green: 0.52, blue: 0.16)
  private static let green = Color(red: 0.18, green: 0.62, blue: 0.42)

  static func draw(_ canvas: Canvas) {
    boxes(canvas)
    lines(canvas)
    polygons(canvas)
    text(canvas)
  }

  private static func boxes(_ canvas: Canvas) {
    let card = ScreenRect(x: 20, y: 20, width: 120, height: 72)
    canvas.fillShadow(ScreenRect(x: 20, y: 24, width: 120, height: 72), radius: 12, blur: 10, color: Color.black.withAlpha(0.35))
    canvas.fillRoundedRect(card, radius: 12, color: .white)
    canvas.strokeRoundedRect(card, radius: 12, width: 1, color: Color.black.withAlpha(0.15))
    canvas.fillRect(ScreenRect(x: 36, y: 36, width: 24, height: 24), color: blue)
    canvas.fillCircle(center: ScreenPoint(x: 84, y: 48), radius: 12, color: orange)
    canvas.strokeCircle(center: ScreenPoint(x: 116, y: 48), radius: 12, width: 3, color: green)
    for index in 0..<8 {
      let rect = ScreenRect(x: 36 + Double(index) * 11, y: 72, width: 8, height: 8)
      canvas.fillRoundedRect(rect, radius: Double(index) * 0.6, color: ink.withAlpha(Float(index + 1) / 8))
    }
  }

  private static func lines(_ canvas: Canvas) {
    let zigzag = (0..<7).map { ScreenPoint(x: 170 + Double($0) * 38, y: $0 % 2 == 0 ? 30 : 72) }
    canvas.strokePolyline(zigzag, width: 12, color: blue.withAlpha(0.45))
    canvas.strokePolyline(zigzag, width: 2, color: blue)
    let wave = (0...60).map { ScreenPoint(x: 170 + Double($0) * 3.8, y: 92 + 6 * sin(Double($0) * 0.42)) }
    canvas.strokePolyline(wave, width: 3, color: orange)
    let box = [
      ScreenPoint(x: 30, y: 120), ScreenPoint(x: 80, y: 120), ScreenPoint(x: 80, y: 150), ScreenPoint(x: 30, y: 150),
    ]
    canvas.strokePolyline(box, width: 5, color: green.withAlpha(0.6), isClosed: true)
    for index in 0..<6 {
      let y = 116 + Double(index) * 7.5
      canvas.strokeLine(
        from: ScreenPoint(x: 100, y: y), to: ScreenPoint(x: 146, y: y + 4), width: 0.5 + Double(index) * 0.5, color: ink)
    }
  }

  private static func polygons(_ canvas: Canvas) {
    let star = (0..<10).map { corner -> ScreenPoint in
      let (angle, radius) = (Double(corner) * .pi / 5 - .pi / 2, corner % 2 == 0 ? 32.0 : 13.0)
      return ScreenPoint(x: 200 + radius * cos(angle), y: 142 + radius * sin(angle))
    }
    canvas.fillPolygon(star, color: orange)
    let arrow = [
      ScreenPoint(x: 280, y: 110), ScreenPoint(x: 306, y: 172), ScreenPoint(x: 280, y: 156), ScreenPoint(x: 254, y: 172),
    ]
    canvas.fillPolygon(arrow, color: blue)
    let needle = [ScreenPoint(x: 330, y: 112), ScreenPoint(x: 400, y: 140), ScreenPoint(x: 330, y: 124)]
    canvas.fillPolygon(needle, color: green)
    canvas.pushClip(ScreenRect(x: 330, y: 150, width: 70, height: 22))
    canvas.fillCircle(center: ScreenPoint(x: 365, y: 172), radius: 30, color: ink)
    canvas.popClip()
  }

  private static func text(_ canvas: Canvas) {
    canvas.text("Overlook", at: ScreenPoint(x: 20, y: 210), size: 34, color: ink)
    canvas.text(
      "Halo over anything", at: ScreenPoint(x: 400, y: 206), size: 17, color: .white, anchor: TextAnchor(.right),
      halo: TextHalo(color: ink, width: 2.5))
    var y = 232.0
    for size in [9.0, 11, 13, 16] {
      canvas.text("Zürich 47.3769° N, 8.5417° E — Hamburgefonstiv", at: ScreenPoint(x: 20, y: y), size: size, color: ink)
      y += size + 5
    }
    canvas.strokeLine(from: ScreenPoint(x: 380, y: 222), to: ScreenPoint(x: 380, y: 246), width: 0.5, color: orange)
    canvas.text("middle", at: ScreenPoint(x: 380, y: 234), size: 12, color: blue, anchor: TextAnchor(.center, .middle))
  }
}
