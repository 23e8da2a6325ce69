package import OverlookCanvas
package import OverlookGeometry
package import OverlookSupport

/// Signs of rows and buttons, in a square and one colour.
package enum Sign: CaseIterable {
  case eye, hiddenEye, cross, opened, closed, target, plus, trash, rename
  case tiles, points, lines, areas, model, region, photo, table, server, folder, file, up

  /// Draws it into `square`.
  @MainActor package func draw(on canvas: Canvas, in square: ScreenRect, color: Color) {
    let pen = SignPen(canvas: canvas, square: square, color: color)
    switch self {
    case .eye: pen.eye(isHidden: false)
    case .hiddenEye: pen.eye(isHidden: true)
    case .cross:
      pen.line((0.24, 0.24), (0.76, 0.76))
      pen.line((0.76, 0.24), (0.24, 0.76))
    case .opened: pen.line((0.24, 0.38), (0.5, 0.64), (0.76, 0.38))
    case .closed: pen.line((0.38, 0.24), (0.64, 0.5), (0.38, 0.76))
    case .target: pen.target()
    case .plus:
      pen.line((0.5, 0.18), (0.5, 0.82))
      pen.line((0.18, 0.5), (0.82, 0.5))
    case .trash: pen.trash()
    case .rename:
      pen.line((0.2, 0.8), (0.26, 0.6), (0.7, 0.16), (0.84, 0.3), (0.4, 0.74), (0.2, 0.8))
    case .tiles:
      for (x, y) in [(0.16, 0.16), (0.54, 0.16), (0.16, 0.54), (0.54, 0.54)] { pen.box(x, y, 0.3, 0.3) }
    case .points:
      for (x, y) in [(0.26, 0.34), (0.68, 0.26), (0.5, 0.72)] { pen.dot(x, y, 0.12) }
    case .lines: pen.line((0.12, 0.76), (0.36, 0.3), (0.6, 0.62), (0.88, 0.2))
    case .areas: pen.line((0.14, 0.42), (0.46, 0.14), (0.86, 0.34), (0.74, 0.84), (0.26, 0.8), (0.14, 0.42))
    case .model: pen.cube()
    case .region: pen.region()
    case .photo: pen.photo()
    case .table: pen.table()
    case .server: pen.server()
    case .folder: pen.line((0.1, 0.8), (0.1, 0.22), (0.4, 0.22), (0.5, 0.34), (0.9, 0.34), (0.9, 0.8), (0.1, 0.8))
    case .file:
      pen.line((0.22, 0.1), (0.6, 0.1), (0.8, 0.3), (0.8, 0.9), (0.22, 0.9), (0.22, 0.1))
      pen.line((0.58, 0.12), (0.58, 0.32), (0.78, 0.32))
    case .up: pen.line((0.24, 0.62), (0.5, 0.36), (0.76, 0.62))
    }
  }
}

/// Draws in shares of a square.
@MainActor private struct SignPen {
  let canvas: Canvas
  let square: ScreenRect
  let color: Color

  private var width: Double { 0.085 * square.size.width }

  private func place(_ x: Double, _ y: Double) -> ScreenPoint {
    ScreenPoint(x: square.origin.x + x * square.size.width, y: square.origin.y + y * square.size.height)
  }

  func line(_ places: (Double, Double)...) {
    canvas.strokePolyline(places.map { place($0.0, $0.1) }, width: width, color: color)
  }

  func dot(_ x: Double, _ y: Double, _ radius: Double) {
    canvas.fillCircle(center: place(x, y), radius: radius * square.size.width, color: color)
  }

  func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) {
    canvas.strokeRoundedRect(
      ScreenRect(origin: place(x, y), size: ScreenSize(width: w * square.size.width, height: h * square.size.height)),
      radius: 0.06 * square.size.width, width: width * 0.9, color: color)
  }

  func ring(_ x: Double, _ y: Double, _ radius: Double) {
    canvas.strokeCircle(center: place(x, y), radius: radius * square.size.width, width: width, color: color)
  }

  func eye(isHidden: Bool) {
    line((0.06, 0.5), (0.2, 0.34), (0.36, 0.25), (0.5, 0.22), (0.64, 0.25), (0.8, 0.34), (0.94, 0.5))
    line((0.06, 0.5), (0.2, 0.66), (0.36, 0.75), (0.5, 0.78), (0.64, 0.75), (0.8, 0.66), (0.94, 0.5))
    dot(0.5, 0.5, 0.14)
    if isHidden { line((0.16, 0.88), (0.84, 0.12)) }
  }

  func target() {
    ring(0.5, 0.5, 0.26)
    dot(0.5, 0.5, 0.08)
    line((0.5, 0.08), (0.5, 0.24))
    line((0.5, 0.76), (0.5, 0.92))
    line((0.08, 0.5), (0.24, 0.5))
    line((0.76, 0.5), (0.92, 0.5))
  }

  func trash() {
    line((0.16, 0.26), (0.84, 0.26))
    line((0.38, 0.26), (0.38, 0.14), (0.62, 0.14), (0.62, 0.26))
    line((0.24, 0.26), (0.3, 0.88), (0.7, 0.88), (0.76, 0.26))
  }

  func cube() {
    line((0.5, 0.1), (0.86, 0.3), (0.86, 0.7), (0.5, 0.9), (0.14, 0.7), (0.14, 0.3), (0.5, 0.1))
    line((0.14, 0.3), (0.5, 0.5), (0.86, 0.3))
    line((0.5, 0.5), (0.5, 0.9))
  }

  func region() {
    line((0.1, 0.24), (0.36, 0.14), (0.64, 0.24), (0.9, 0.14), (0.9, 0.76), (0.64, 0.86), (0.36, 0.76), (0.1, 0.86), (0.1, 0.24))
    line((0.36, 0.14), (0.36, 0.76))
    line((0.64, 0.24), (0.64, 0.86))
  }

  func photo() {
    box(0.1, 0.18, 0.8, 0.64)
    dot(0.32, 0.38, 0.07)
    line((0.16, 0.74), (0.4, 0.52), (0.56, 0.66), (0.7, 0.5), (0.86, 0.66))
  }

  func table() {
    box(0.12, 0.18, 0.76, 0.64)
    line((0.12, 0.4), (0.88, 0.4))
    line((0.42, 0.2), (0.42, 0.8))
  }

  func server() {
    ring(0.5, 0.5, 0.38)
    line((0.12, 0.5), (0.88, 0.5))
    line((0.5, 0.12), (0.36, 0.3), (0.32, 0.5), (0.36, 0.7), (0.5, 0.88))
    line((0.5, 0.12), (0.64, 0.3), (0.68, 0.5), (0.64, 0.7), (0.5, 0.88))
  }
}
