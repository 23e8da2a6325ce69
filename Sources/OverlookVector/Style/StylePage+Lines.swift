import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookStyle

extension StylePage {
  /// How a line of the style is drawn.
  private struct LineLook: Hashable {
    var stroke: PageStroke
    /// To the right of its way, in points.
    var offset: Double
  }

  mutating func lines(_ layer: StyleFrameLayer, _ tiles: [TileFeatures]) -> [PageElement] {
    var values = LayerValues(layer.properties, zoom: frame.zoom)
    let (translate, anchor) = (values.pair(.lineTranslate), values.choice(.lineTranslateAnchor))
    if values.isSet(.lineGradient) { note("the gradient of the layer \(layer.layer.id) is drawn as its middle colour") }
    var groups = PaintGroups<PageStroke>()
    for tile in tiles {
      groups.beginTile()
      for row in tile.rows {
        let feature = tile.features.features[Int(row)]
        guard feature.kind != .point else { continue }
        let seen = tile.features.expressionFeature(row, in: tile.tile.canonical)
        for look in looks(&values, seen) {
          let width = look.stroke.width
          let plane = TilePlane(
            tile, view, translate: translate, anchor: anchor, overlap: width / 2 + 0.2, margin: width + abs(look.offset) + 4)
          for part in feature.parts {
            add(plane, tile.features, part, isClosed: feature.kind == .polygon, look, to: &groups)
          }
        }
      }
    }
    pointCount += groups.groups.reduce(0) { $0 + $1.outline.points.count }
    return groups.groups.filter { !$0.outline.isEmpty }.map { .path(PagePath($0.outline, stroke: $0.paint)) }
  }

  private func add(
    _ plane: TilePlane, _ features: FeatureLayer, _ part: Int32, isClosed: Bool, _ look: LineLook,
    to groups: inout PaintGroups<PageStroke>
  ) {
    var points = plane.points(features, part)
    let isInside = plane.isInside(points)
    guard isInside != false, let first = points.first else { return }
    let isWholeRing = isClosed && isInside == true && view.isFromAbove && look.offset == 0
    if isClosed, !isWholeRing { points.append(first) }
    let pieces = isInside == true ? [(points: points, start: 0.0)] : plane.clipper.line(points)
    for piece in pieces {
      for (line, scale) in evenPieces(piece.points, plane) {
        var stroke = look.stroke
        stroke.width *= scale
        // Dashes go on where the line was cut.
        if !stroke.dashes.isEmpty {
          stroke.dashes = stroke.dashes.map { $0 * scale }
          stroke.dashPhase = (piece.start * plane.pointsPerUnit).truncatingRemainder(dividingBy: stroke.dashes.reduce(0, +))
          stroke.dashPhase = (stroke.dashPhase * 4).rounded() / 4
        }
        var seen = line.map(plane.place)
        if look.offset != 0 { seen = LineOffset.moved(seen, by: look.offset * scale) }
        seen =
          isWholeRing
          ? LineSimplifier.simplified(ring: seen, tolerance: tolerance) : LineSimplifier.simplified(seen, tolerance: tolerance)
        groups.add(stroke) { $0.add(seen, isClosed: isWholeRing) }
      }
    }
  }

  /// Pieces of a line that are seen about equally large: on a tilted map lines are thinner far away.
  private func evenPieces(_ points: [SIMD2<Double>], _ plane: TilePlane) -> [(points: [SIMD2<Double>], scale: Double)] {
    guard !view.isFromAbove else { return [(points, 1)] }
    func step(_ point: SIMD2<Double>) -> Double { (plane.scale(at: point) * 16).rounded() / 16 }
    var pieces: [(points: [SIMD2<Double>], scale: Double)] = []
    for index in points.indices.dropLast() {
      let (a, b) = (points[index], points[index + 1])
      let (from, to) = (plane.scale(at: a), plane.scale(at: b))
      let count = min(max(Int((abs(from - to) * 16).rounded(.up)), 1), 64)
      for part in 0..<count {
        let start = a + (b - a) * (Double(part) / Double(count))
        let end = a + (b - a) * (Double(part + 1) / Double(count))
        let scale = max(step((start + end) / 2), 1.0 / 16)
        if let last = pieces.last, last.scale == scale {
          pieces[pieces.count - 1].points.append(end)
        } else {
          pieces.append(([start, end], scale))
        }
      }
    }
    return pieces
  }

  /// One line, or the two edges of a line with a gap.
  private func looks(_ values: inout LayerValues, _ feature: ExpressionFeature) -> [LineLook] {
    let opacity = values.number(.lineOpacity, feature)
    let width = values.number(.lineWidth, feature)
    guard opacity > 0, width > 0, let color = lineColor(&values, feature) else { return [] }
    let paint = PageColor(color, opacity: opacity)
    guard paint.isVisible else { return [] }
    var stroke = PageStroke(color: paint, width: width)
    stroke.join = join(values.value(.lineJoin, feature).string)
    stroke.cap = cap(values.value(.lineCap, feature).string)
    stroke.miterLimit = max(values.number(.lineMiterLimit, feature), 1)
    if values.isSet(.lineDasharray), let dashes = values.value(.lineDasharray, feature).numbers {
      // An odd number of lengths is run through twice.
      let lengths = dashes.map { $0 * width }
      stroke.dashes = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
      if !(stroke.dashes.reduce(0, +) > 0) || !stroke.dashes.allSatisfy({ $0 >= 0 && $0.isFinite }) { stroke.dashes = [] }
    }
    let offset = values.number(.lineOffset, feature)
    let gap = values.number(.lineGapWidth, feature)
    guard gap > 0 else { return [LineLook(stroke: stroke, offset: offset)] }
    let aside = (gap + width) / 2
    return [LineLook(stroke: stroke, offset: offset - aside), LineLook(stroke: stroke, offset: offset + aside)]
  }

  private func lineColor(_ values: inout LayerValues, _ feature: ExpressionFeature) -> StyleColor? {
    if values.isSet(.linePattern), let name = values.value(.linePattern, feature).imageName, let image = frame.images[name] {
      return icons.meanColor(name, image)
    }
    if values.isSet(.lineGradient), let color = values.value(.lineGradient, feature).color { return color }
    return values.value(.lineColor, feature).color
  }

  private func join(_ name: String?) -> PageStroke.Join {
    switch name {
    case "bevel"?: .bevel
    case "round"?: .round
    default: .miter
    }
  }

  private func cap(_ name: String?) -> PageStroke.Cap {
    switch name {
    case "round"?: .round
    case "square"?: .square
    default: .butt
    }
  }
}
