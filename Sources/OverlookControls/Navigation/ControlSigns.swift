import Glibc
package import OverlookCanvas
package import OverlookGeometry
package import OverlookSupport

/// Signs of buttons, in a square and one colour.
@MainActor package enum ControlSigns {
  private static func place(_ square: ScreenRect, _ x: Double, _ y: Double) -> ScreenPoint {
    ScreenPoint(x: square.origin.x + x * square.size.width, y: square.origin.y + y * square.size.height)
  }

  private static func stroke(
    _ canvas: Canvas, _ square: ScreenRect, _ color: Color, _ places: [(Double, Double)], isClosed: Bool = false
  ) {
    canvas.strokePolyline(
      places.map { place(square, $0.0, $0.1) }, width: 0.095 * square.size.width, color: color, isClosed: isClosed)
  }

  /// Ends something.
  package static func cross(_ canvas: Canvas, _ square: ScreenRect, _ color: Color) {
    stroke(canvas, square, color, [(0.2, 0.2), (0.8, 0.8)])
    stroke(canvas, square, color, [(0.8, 0.2), (0.2, 0.8)])
  }

  /// A list.
  package static func list(_ canvas: Canvas, _ square: ScreenRect, _ color: Color) {
    for y in [0.24, 0.5, 0.76] {
      canvas.fillCircle(center: place(square, 0.16, y), radius: 0.065 * square.size.width, color: color)
      stroke(canvas, square, color, [(0.36, y), (0.88, y)])
    }
  }

  /// Sound, or none.
  package static func speaker(_ canvas: Canvas, _ square: ScreenRect, _ color: Color, isMuted: Bool) {
    canvas.fillPolygon(
      [(0.08, 0.38), (0.26, 0.38), (0.48, 0.18), (0.48, 0.82), (0.26, 0.62), (0.08, 0.62)].map { place(square, $0.0, $0.1) },
      color: color)
    if isMuted {
      stroke(canvas, square, color, [(0.62, 0.36), (0.92, 0.66)])
      stroke(canvas, square, color, [(0.92, 0.36), (0.62, 0.66)])
      return
    }
    for (radius, reach) in [(0.18, 46.0), (0.36, 44)] {
      stroke(
        canvas, square, color,
        (0...8).map { step in
          let angle = (-reach + Double(step) / 8 * 2 * reach) * .pi / 180
          return (0.54 + cos(angle) * radius, 0.5 + sin(angle) * radius)
        })
    }
  }

  /// A search.
  package static func magnifier(_ canvas: Canvas, _ square: ScreenRect, _ color: Color) {
    let ring = (0..<24).map { step in
      let angle = Double(step) / 24 * 2 * .pi
      return (0.42 + cos(angle) * 0.28, 0.42 + sin(angle) * 0.28)
    }
    stroke(canvas, square, color, ring, isClosed: true)
    stroke(canvas, square, color, [(0.63, 0.63), (0.88, 0.88)])
  }

  /// The whole route.
  package static func route(_ canvas: Canvas, _ square: ScreenRect, _ color: Color) {
    stroke(canvas, square, color, [(0.22, 0.78), (0.22, 0.44), (0.5, 0.30), (0.5, 0.70), (0.78, 0.56), (0.78, 0.28)])
    canvas.fillCircle(center: place(square, 0.22, 0.82), radius: 0.12 * square.size.width, color: color)
    canvas.fillCircle(center: place(square, 0.78, 0.18), radius: 0.12 * square.size.width, color: color)
  }

  /// The arrow of a traveller; `degrees` clockwise from up.
  package static func pointer(_ canvas: Canvas, _ square: ScreenRect, _ color: Color, degrees: Double = 0) {
    let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let corners = [(0.0, -0.42), (0.34, 0.38), (0.0, 0.18), (-0.34, 0.38)]
    canvas.fillPolygon(
      corners.map { x, y in place(square, 0.5 + x * c - y * s, 0.5 + x * s + y * c) }, color: color)
  }

  /// A place that is aimed at; filled where it is followed.
  package static func target(_ canvas: Canvas, _ square: ScreenRect, _ color: Color, isFilled: Bool) {
    let (middle, side) = (place(square, 0.5, 0.5), square.size.width)
    canvas.strokeCircle(center: middle, radius: 0.33 * side, width: 0.09 * side, color: color)
    canvas.fillCircle(center: middle, radius: (isFilled ? 0.19 : 0.10) * side, color: color)
    for (x, y) in [(0.0, -1.0), (0, 1), (1, 0), (-1, 0)] {
      stroke(canvas, square, color, [(0.5 + x * 0.33, 0.5 + y * 0.33), (0.5 + x * 0.46, 0.5 + y * 0.46)])
    }
  }
}
