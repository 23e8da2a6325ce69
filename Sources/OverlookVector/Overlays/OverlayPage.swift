import Glibc
package import OverlookCamera
import OverlookGeometry
package import OverlookScene
import OverlookSupport

/// Makes the overlays of a map into elements of a page, in points of the view.
@MainActor package struct OverlayPage {
  let store: OverlayStore
  let view: ViewTransform
  let plane: WorldPlane
  /// One line for each kind that is left out or drawn otherwise than on the screen.
  private(set) package var messages: [String] = []
  /// Elements of one layer that are drawn as shapes; more become a picture.
  package static let maximumShapes = 50_000
  /// A layer of more elements is left out.
  static let maximumElements = 2_000_000

  /// `millimetersPerPoint`: on the paper.
  package init(_ store: OverlayStore, _ view: ViewTransform, millimetersPerPoint: Double) {
    self.store = store
    self.view = view
    plane = WorldPlane(view, tolerance: 0.05 / max(millimetersPerPoint, 1e-6))
  }

  /// What a layer of many elements is drawn as: shapes, or a picture made of them.
  package enum Part: Sendable {
    case elements([PageElement])
    /// To be painted as one picture of the view.
    case picture([PageElement])
  }

  /// Shapes and layers in the order of drawing, then the markers that have room.
  package mutating func parts() -> [Part] {
    var parts: [Part] = []
    let reach = max(store.widestStrokePoints, store.dataReachPoints)
    let around = view.visibleRect.expanded(byFraction: 0.1 + 2 * reach / max(view.size.width, 1))
    var shapes = DrawOrder.forShapes()
    shapes.update(store, visibleRect: around)
    for entry in shapes.entries { parts.append(part(entry)) }
    var order = DrawOrder.forMarkers()
    order.update(
      store, visibleRect: view.visibleRect.expanded(byFraction: 0.1 + 2 * store.markerReachPoints / max(view.size.width, 1)))
    var markers: [PageElement] = []
    for entry in order.entries {
      if let row = store.markers.row(Int(entry.slot)) { markers += marker(row) }
    }
    if !markers.isEmpty { parts.append(.elements(markers)) }
    return parts
  }

  private mutating func part(_ entry: DrawOrder.Entry) -> Part {
    let slot = Int(entry.slot)
    switch entry.kind {
    case .polyline: return .elements(store.polylines.row(slot).map(polyline) ?? [])
    case .polygon: return .elements(store.polygons.row(slot).map { polygon($0) } ?? [])
    case .circle: return .elements(store.circles.row(slot).map(circle) ?? [])
    case .groundOverlay: return .elements(store.groundOverlays.row(slot).map(ground) ?? [])
    case .dataLayer:
      guard let row = store.dataLayers.row(slot) else { return .elements([]) }
      let (elements, count) = data(row)
      return count > Self.maximumShapes ? .picture(elements) : .elements(elements)
    case .model:
      note("models are left out of the page")
      return .elements([])
    case .marker: return .elements([])
    }
  }

  mutating func note(_ message: String) {
    if !messages.contains(message) { messages.append(message) }
  }

  // MARK: Kinds

  private func polyline(_ row: PolylineRow) -> [PageElement] {
    guard row.stroke.isVisible, let color = row.stroke.color else { return [] }
    let lines = plane.lines(row.path, isGeodesic: row.isGeodesic)
    guard !row.spans.isEmpty else { return stroked(lines, row.stroke, PageColor(color), at: row.path.first) }
    // Each span by itself, in the middle of its colours.
    var elements: [PageElement] = []
    var start = 0.0
    for (index, span) in row.spans.enumerated() {
      let end = index == row.spans.count - 1 ? Double.infinity : start + span.segments
      let pieces = lines.flatMap { $0.part(start..<end) }
      elements += stroked(pieces, row.stroke, PageColor(span.style.from.mixed(with: span.style.to)), at: row.path.first)
      start = end
    }
    return elements
  }

  private mutating func polygon(_ row: PolygonRow) -> [PageElement] {
    if row.extrusion != nil { note("raised polygons are drawn as their outlines") }
    var rings = [row.path] + row.holes
    // Outer rings and holes turn opposite ways, so that what winds around is inside.
    for index in rings.indices where (WorldPlane.doubledArea(rings[index]) < 0) == (index == 0) { rings[index].reverse() }
    return filled(rings.compactMap { plane.ring($0, isGeodesic: row.isGeodesic) }, row.fill, row.stroke, at: row.path.first)
  }

  private func circle(_ row: CircleRow) -> [PageElement] {
    let ring = plane.rim(row.center, radiusMeters: row.radiusMeters)
    return filled(ring.map { [$0] } ?? [], row.fill, row.stroke, at: row.center)
  }

  private func ground(_ row: GroundOverlayRow) -> [PageElement] {
    guard let image = row.icon, row.opacity > 0 else { return [] }
    return plane.copies(of: row.bounds).map { copy in
      let corners = [row.quad.topLeft, row.quad.topRight, row.quad.bottomLeft].map { corner in
        plane.place(WorldPoint(x: corner.x + Double(copy), y: corner.y))
      }
      return .picture(
        PagePicture(
          PageImage(image), topLeft: corners[0], topRight: corners[1], bottomLeft: corners[2], opacity: Double(row.opacity)))
    }
  }

  private func marker(_ row: MarkerRow) -> [PageElement] {
    guard row.isDrawable, row.hasRoom, row.opacity > 0, let entry = store.icons[row.icon] else { return [] }
    guard let seen = view.screenPoint(for: view.nearestCopy(of: row.position)) else { return [] }
    let turn = Double(row.rotationRadians) - (row.isFlat ? view.camera.bearing * Angle.radiansPerDegree : 0)
    let scale = Double(row.scale)
    let place = SIMD2(seen.x, seen.y)
    func corner(_ x: Double, _ y: Double) -> SIMD2<Double> {
      place
        + (SIMD2(Double(row.originX) + x * Double(row.width), Double(row.originY) + y * Double(row.height)) * scale).rotated(
          by: turn)
    }
    return [
      .picture(
        PagePicture(
          PageImage(entry.image), topLeft: corner(0, 0), topRight: corner(1, 0), bottomLeft: corner(0, 1),
          opacity: Double(row.opacity)))
    ]
  }

  // MARK: Strokes and fills

  /// Points of the view for the unit of a stroke.
  private func points(_ stroke: Stroke, at place: LocationCoordinate?) -> Double {
    stroke.style.unit == .points ? 1 : plane.pointsPerMeter(at: place)
  }

  private func stroked(_ lines: [WorldLine], _ stroke: Stroke, _ color: PageColor, at place: LocationCoordinate?) -> [PageElement]
  {
    let unit = points(stroke, at: place)
    let style = stroke.style
    var outline = PageOutline()
    for line in lines {
      for piece in plane.pieces(line, margin: (stroke.reach() + 2) * unit) {
        outline.add(
          style.offset == 0 ? piece : LineOffset.moved(piece, by: style.offset * unit),
          isClosed: line.isClosed && lines.count == 1 && piece.count == line.points.count)
      }
    }
    guard !outline.isEmpty else { return [] }
    var drawn = PageStroke(
      color: color, width: stroke.width * unit, join: PageStroke.Join(style.join), cap: PageStroke.Cap(style.cap))
    if let dashes = style.dashes {
      drawn.dashes = dashes.lengths.map { $0 * unit }
      drawn.dashPhase = dashes.phase * unit
      drawn.cap = PageStroke.Cap(dashes.cap)
    }
    var elements: [PageElement] = []
    if let casing = style.casingColor, style.casingWidth > 0 {
      var around = drawn
      around.color = PageColor(casing)
      around.width += 2 * style.casingWidth * unit
      elements.append(.path(PagePath(outline, stroke: around)))
    }
    return elements + [.path(PagePath(outline, stroke: drawn))]
  }

  private func filled(_ rings: [WorldLine], _ fill: Fill, _ stroke: Stroke, at place: LocationCoordinate?) -> [PageElement] {
    var elements: [PageElement] = []
    var outline = PageOutline()
    for ring in rings {
      for part in plane.regions(ring) { outline.add(part, isClosed: true) }
    }
    if let color = fill.color, !outline.isEmpty {
      elements.append(.path(PagePath(outline, fill: .color(PageColor(color)))))
    }
    switch fill.pattern {
    case .image(let image)?:
      let paint = PagePaint.pattern(PageImage(image), width: image.widthPoints, height: image.heightPoints, opacity: 1)
      if !outline.isEmpty { elements.append(.path(PagePath(outline, fill: paint))) }
    case .hatch(let hatch)?:
      if !outline.isEmpty { elements.append(.path(PagePath(outline, fill: Self.paint(hatch)))) }
    case nil: break
    }
    if stroke.isVisible, let color = stroke.color {
      for ring in rings { elements += stroked([ring], stroke, PageColor(color), at: place) }
    }
    return elements
  }

  /// A hatch as a small picture side by side.
  private static func paint(_ hatch: HatchStyle) -> PagePaint {
    let angle = hatch.angle * Angle.radiansPerDegree
    let (across, along) = (SIMD2(cos(angle), sin(angle)), SIMD2(sin(angle), -cos(angle)))
    // Lines that run up or aside fit a square of one spacing, others one of its diagonal.
    let isStraight = abs(across.x) < 0.01 || abs(along.x) < 0.01
    let side = isStraight ? hatch.spacing : hatch.spacing * 2.0.squareRoot()
    let pixels = min(max(Int((side * 4).rounded(.up)), 4), 512)
    let image = Image(width: pixels, height: pixels, scale: 1) { column, row in
      let place = SIMD2(Double(column) + 0.5, Double(row) + 0.5) * (side / Double(pixels))
      func isOn(_ way: SIMD2<Double>) -> Bool {
        let distance = way.x * place.x + way.y * place.y
        return abs(distance.remainder(dividingBy: hatch.spacing)) < hatch.width / 2
      }
      return isOn(across) || hatch.isCrossed && isOn(along) ? hatch.color.pixel : .zero
    }
    return .pattern(PageImage(image), width: side, height: side, opacity: 1)
  }
}

extension Color {
  /// Half of both.
  fileprivate func mixed(with other: Color) -> Color {
    Color(
      red: (red + other.red) / 2, green: (green + other.green) / 2, blue: (blue + other.blue) / 2,
      alpha: (alpha + other.alpha) / 2)
  }
}

extension PageStroke.Join {
  init(_ join: StrokeJoin) {
    switch join {
    case .round: self = .round
    case .miter: self = .miter
    case .bevel: self = .bevel
    }
  }
}

extension PageStroke.Cap {
  init(_ cap: StrokeCap) {
    switch cap {
    case .butt: self = .butt
    case .round: self = .round
    case .square: self = .square
    }
  }
}
