import Overlook
import OverlookGeometry
import OverlookInput
import OverlookSupport

extension SketchEditor {
  func draw(on canvas: Canvas, _ frame: MapFrame) {
    let projection = frame.projection
    drawTexts(canvas, projection)
    guard let figure = sketch.selected else { return }
    if isActive, sketch.isGrowing {
      if let hover {
        drawNext(figure, hover, canvas, projection)
      } else if let aim {
        drawNext(figure, aim, canvas, projection)
        drawCross(at: projection.point(for: aim), canvas)
      }
    }
    if let sectionText { drawSections(figure, sectionText, canvas, projection) }
    if isActive { drawHandles(figure, canvas, projection) }
  }

  private func drawTexts(_ canvas: Canvas, _ projection: Projection) {
    for (index, figure) in sketch.figures.enumerated() where figure.kind == .text {
      guard let place = figure.places.first, projection.contains(place) else { continue }
      let isDark = map?.interfaceTheme == .dark
      let text = figure.name.isEmpty ? localized("Text") : figure.name
      let point = projection.point(for: place)
      canvas.text(
        text, at: point, size: TypeScale.title, color: figure.color, anchor: TextAnchor(.center, .middle),
        halo: TextHalo(color: isDark ? Color.black.withAlpha(0.8) : Color.white.withAlpha(0.9), width: 2.5))
      guard isActive, index == sketch.selection else { continue }
      let width = canvas.textWidth(text, size: TypeScale.title) + 14
      canvas.strokeRoundedRect(
        ScreenRect(x: point.x - width / 2, y: point.y - 13, width: width, height: 26), radius: 5, width: 1.5, color: accent)
    }
  }

  /// From the last place to the pointer.
  private func drawNext(_ figure: Figure, _ hover: LocationCoordinate, _ canvas: Canvas, _ projection: Projection) {
    let point = projection.point(for: hover)
    if let last = figure.places.last, figure.kind != .point, figure.kind != .text {
      let points = (0...24).map {
        projection.point(for: SphericalGeometry.interpolate(from: last, to: hover, fraction: Double($0) / 24))
      }
      // A way that leaves the view on one side and comes back on the other is not drawn across it.
      let isWhole = zip(points, points.dropFirst()).allSatisfy { abs($0.x - $1.x) < projection.size.width / 2 }
      if isWhole { canvas.strokePolyline(points, width: max(figure.width - 1, 1.5), color: figure.color.withAlpha(0.55)) }
    }
    if isSnapped {
      canvas.strokeCircle(center: point, radius: 9, width: 2, color: accent)
    } else {
      canvas.fillCircle(center: point, radius: 3.5, color: figure.color.withAlpha(0.7))
    }
  }

  /// What keys aim with.
  private func drawCross(at point: ScreenPoint, _ canvas: Canvas) {
    for (color, width) in [(Color.white.withAlpha(0.9), 4.0), (accent, 1.8)] {
      for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
        canvas.strokePolyline(
          [ScreenPoint(x: point.x + 6 * x, y: point.y + 6 * y), ScreenPoint(x: point.x + 16 * x, y: point.y + 16 * y)],
          width: width, color: color)
      }
    }
  }

  private func drawSections(
    _ figure: Figure, _ text: (Int) -> String?, _ canvas: Canvas, _ projection: Projection
  ) {
    let isDark = map?.interfaceTheme == .dark
    let palette = isDark ? Palette.dark : Palette.light
    for (index, section) in figure.sections.enumerated() {
      let (a, b) = (projection.point(for: figure.places[section.from]), projection.point(for: figure.places[section.to]))
      guard let line = text(index) else { continue }
      let width = canvas.textWidth(line, size: TypeScale.secondary) + 14
      let (x, y) = (b.x - a.x, b.y - a.y)
      // A section that is shorter than its text has none.
      guard (x * x + y * y).squareRoot() > width * 0.8 else { continue }
      let middle = projection.point(for: Self.middle(figure, section))
      guard middle.x > -width, middle.y > -20, middle.x < projection.size.width + width, middle.y < projection.size.height + 20
      else { continue }
      let rect = ScreenRect(x: middle.x - width / 2, y: middle.y - 26, width: width, height: 19)
      canvas.fillRoundedRect(rect, radius: 9.5, color: palette.surface)
      canvas.text(
        line, at: ScreenPoint(x: middle.x, y: rect.origin.y + 9.5), size: TypeScale.secondary, color: palette.ink,
        anchor: TextAnchor(.center, .middle))
    }
  }

  private func drawHandles(_ figure: Figure, _ canvas: Canvas, _ projection: Projection) {
    if figure.kind == .point || figure.kind == .text { return }
    let size = projection.size
    func seen(_ place: LocationCoordinate) -> ScreenPoint? {
      let point = projection.point(for: place)
      return point.x > -8 && point.y > -8 && point.x < size.width + 8 && point.y < size.height + 8 ? point : nil
    }
    if !sketch.isGrowing {
      for section in figure.sections.prefix(Self.maximumHandles) {
        guard let point = seen(Self.middle(figure, section)) else { continue }
        canvas.fillCircle(center: point, radius: 3.5, color: .white)
        canvas.strokeCircle(center: point, radius: 3.5, width: 1.2, color: accent.withAlpha(0.7))
      }
    }
    var drawn = 0
    for (index, place) in figure.places.enumerated() {
      guard drawn < Self.maximumHandles, let point = seen(place) else { continue }
      drawn += 1
      let isChosen = index == sketch.vertex
      canvas.fillCircle(center: point, radius: Self.handleRadius, color: isChosen ? accent : .white)
      canvas.strokeCircle(center: point, radius: Self.handleRadius, width: 2, color: isChosen ? .white : accent)
      if isChosen { canvas.strokeCircle(center: point, radius: Self.handleRadius + 2, width: 1.5, color: accent) }
    }
  }
}
