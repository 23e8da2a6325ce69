import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport

extension OverlayPage {
  /// The elements of a layer that are near the view, and how many they are.
  mutating func data(_ row: DataRow) -> ([PageElement], Int) {
    switch row.content {
    case .points(let columns, let style): return points(columns, style)
    case .icons(let columns, let style): return icons(columns, style)
    case .paths(let columns, let style): return paths(columns, style, opacity: 1)
    case .polygons(let columns, let style):
      if style.isExtruded { note("raised polygons are drawn as their outlines") }
      return polygons(columns, style)
    case .arcs, .prisms, .heat:
      note("layers of arcs, columns and heat are left out of the page")
      return ([], 0)
    }
  }

  private var reach: PageRect {
    PageRect(x: 0, y: 0, width: view.size.width, height: view.size.height).expanded(by: min(store.dataReachPoints, 2000) + 8)
  }

  /// Where a place is seen, in the copy of the world next to the camera; nil far outside.
  private func place(_ fixed: FixedPlace, _ reach: PageRect) -> SIMD2<Double>? {
    guard fixed.isValid, let seen = view.screenPoint(for: view.nearestCopy(of: fixed.worldPoint)) else { return nil }
    let place = SIMD2(seen.x, seen.y)
    return reach.contains(place) ? place : nil
  }

  private static func isShown(_ values: LayerColumn<Float>, _ index: Int, _ shown: ClosedRange<Float>?) -> Bool {
    guard let shown else { return true }
    return index < values.count && shown.contains(values.elements[index])
  }

  private mutating func isTooMany(_ count: Int) -> Bool {
    guard count > Self.maximumElements else { return false }
    note("a layer of \(count) elements is left out of the page")
    return true
  }

  private mutating func points(_ columns: PlaceColumns, _ style: PointStyle) -> ([PageElement], Int) {
    if isTooMany(columns.count) { return ([], 0) }
    let reach = reach
    var (elements, count): ([PageElement], Int) = ([], 0)
    let edge = PageColor(packed: style.strokeColor, opacity: Double(style.opacity))
    for index in 0..<columns.count where Self.isShown(columns.filterValues, index, style.shownValues) {
      guard let place = place(columns.places.elements[index], reach) else { continue }
      var radius = Double(style.radius ?? (index < columns.sizes.count ? columns.sizes.elements[index] : 0))
      if style.unit == .meters { radius *= plane.pointsPerMeter(at: columns.places.elements[index].worldPoint.coordinate) }
      let packed = style.color ?? (index < columns.colors.count ? columns.colors.elements[index] : 0)
      let color = PageColor(packed: packed, opacity: Double(style.opacity))
      guard radius > 0, radius.isFinite, color.isVisible else { continue }
      var outline = PageOutline()
      outline.addCircle(at: place, radius: min(radius, 1e5))
      let stroke = style.strokeWidthPoints > 0 ? PageStroke(color: edge, width: Double(style.strokeWidthPoints)) : nil
      elements.append(.path(PagePath(outline, fill: .color(color), stroke: stroke)))
      count += 1
    }
    return (elements, count)
  }

  private mutating func icons(_ columns: PlaceColumns, _ style: IconStyle) -> ([PageElement], Int) {
    if isTooMany(columns.count) { return ([], 0) }
    if style.color.map({ $0 != .max }) ?? !columns.colors.isEmpty { note("tinted icons have their own colours on the page") }
    let reach = reach
    let images = style.set.images.map(PageImage.init)
    var elements: [PageElement] = []
    for index in 0..<columns.count where Self.isShown(columns.filterValues, index, style.shownValues) {
      guard let place = place(columns.places.elements[index], reach) else { continue }
      let number = Int(style.icon ?? (index < columns.icons.count ? columns.icons.elements[index] : 0))
      let scale = Double(style.scale ?? (index < columns.sizes.count ? columns.sizes.elements[index] : 1))
      let rotation = Double(style.rotation ?? (index < columns.rotations.count ? columns.rotations.elements[index] : 0))
      guard images.indices.contains(number), scale > 0, scale.isFinite, rotation.isFinite else { continue }
      let image = images[number]
      let size = SIMD2(image.image.widthPoints, image.image.heightPoints) * scale
      let origin = -SIMD2(style.anchor.x, style.anchor.y) * size
      elements.append(
        .picture(
          PagePicture(
            image, topLeft: place + origin.rotated(by: rotation),
            topRight: place + (origin + SIMD2(size.x, 0)).rotated(by: rotation),
            bottomLeft: place + (origin + SIMD2(0, size.y)).rotated(by: rotation), opacity: Double(style.opacity))))
    }
    return (elements, elements.count)
  }

  /// Paths or rings of `columns` as lines of the world.
  private func line(_ sequences: PlaceSequences, _ path: Int, isClosed: Bool) -> WorldLine? {
    let range = sequences.range(of: path)
    guard range.count > 1 else { return nil }
    var points: [WorldPoint] = []
    points.reserveCapacity(range.count)
    var x = 0.0
    for index in range {
      let point = sequences.places.elements[index].worldPoint
      // The shorter way round.
      if let last = points.last { x += (point.x - last.x).remainder(dividingBy: 1) } else { x = point.x }
      points.append(WorldPoint(x: x, y: point.y))
    }
    if isClosed, points.count > 2, points.first == points.last { points.removeLast() }
    return WorldLine(points: points, isClosed: isClosed)
  }

  private mutating func paths(
    _ columns: PathColumns, _ style: PathStyle, opacity: Double, isClosed: Bool = false
  ) -> ([PageElement], Int) {
    if isTooMany(columns.count) { return ([], 0) }
    if style.trail != nil { note("trails are drawn as the whole of their paths") }
    let sequences = columns.sequences
    var (elements, count): ([PageElement], Int) = ([], 0)
    for path in 0..<columns.count where Self.isShown(columns.filterValues, path, style.shownValues) {
      guard let line = line(sequences, path, isClosed: isClosed) else { continue }
      var width = Double(style.width ?? (path < columns.widths.count ? columns.widths.elements[path] : 0))
      let unit = style.unit == .meters ? plane.pointsPerMeter(at: line.points.first?.coordinate) : 1
      width *= unit
      let packed = style.color ?? (path < columns.colors.count ? columns.colors.elements[path] : 0)
      let color = PageColor(packed: packed, opacity: Double(style.opacity) * opacity)
      guard width > 0, width.isFinite, color.isVisible else { continue }
      var outline = PageOutline()
      for piece in plane.pieces(line, margin: width + 4) {
        outline.add(piece, isClosed: isClosed && piece.count == line.points.count)
      }
      guard !outline.isEmpty else { continue }
      var stroke = PageStroke(color: color, width: width, join: PageStroke.Join(style.join), cap: PageStroke.Cap(style.cap))
      if let dashes = style.dashes {
        stroke.dashes = dashes.lengths.map { $0 * unit }
        stroke.dashPhase = dashes.phase * unit
        stroke.cap = PageStroke.Cap(dashes.cap)
      }
      if let casing = style.casing {
        var around = stroke
        around.width += 2 * Double(casing.width) * unit
        around.color = PageColor(packed: casing.color, opacity: Double(style.opacity) * opacity)
        elements.append(.path(PagePath(outline, stroke: around)))
      }
      elements.append(.path(PagePath(outline, stroke: stroke)))
      count += 1
    }
    return (elements, count)
  }

  private mutating func polygons(_ columns: PolygonColumns, _ style: PolygonStyle) -> ([PageElement], Int) {
    if isTooMany(columns.count) { return ([], 0) }
    let sequences = columns.rings.sequences
    var (elements, count): ([PageElement], Int) = ([], 0)
    for polygon in 0..<columns.count where Self.isShown(columns.filterValues, polygon, style.shownValues) {
      let packed = style.color ?? (polygon < columns.colors.count ? columns.colors.elements[polygon] : 0)
      let color = PageColor(packed: packed, opacity: Double(style.opacity))
      guard color.isVisible else { continue }
      var outline = PageOutline()
      for (number, ring) in columns.rings(of: polygon).enumerated() {
        guard var line = line(sequences, ring, isClosed: true) else { continue }
        let area = line.points.indices.reduce(0.0) { sum, index in
          let (a, b) = (line.points[index], line.points[(index + 1) % line.points.count])
          return sum + (a.x - line.points[0].x) * (b.y - a.y) - (b.x - a.x) * (a.y - line.points[0].y)
        }
        if (area < 0) == (number == 0) { line.points.reverse() }
        for part in plane.regions(line) { outline.add(part, isClosed: true) }
      }
      guard !outline.isEmpty else { continue }
      elements.append(.path(PagePath(outline, fill: .color(color))))
      count += 1
    }
    if style.outline.largestWidth > 0 {
      let (edges, _) = paths(columns.rings, style.outline, opacity: 1, isClosed: true)
      elements += edges
    }
    return (elements, count)
  }
}
