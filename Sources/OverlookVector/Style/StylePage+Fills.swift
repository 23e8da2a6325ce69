import OverlookGeometry
import OverlookLayout
import OverlookStyle

extension StylePage {
  private struct FillLook: Hashable {
    var paint: PagePaint
  }

  mutating func fills(_ layer: StyleFrameLayer, _ tiles: [TileFeatures]) -> [PageElement] {
    var values = LayerValues(layer.properties, zoom: frame.zoom)
    let (translate, anchor) = (values.pair(.fillTranslate), values.choice(.fillTranslateAnchor))
    let hasOutlines = values.isSet(.fillOutlineColor)
    var groups = PaintGroups<FillLook>()
    var outlines = PaintGroups<PageColor>()
    for tile in tiles {
      let plane = TilePlane(tile, view, translate: translate, anchor: anchor, overlap: 0.2, margin: 4)
      groups.beginTile()
      outlines.beginTile()
      for row in tile.rows {
        let feature = tile.features.features[Int(row)]
        guard feature.kind == .polygon else { continue }
        let seen = tile.features.expressionFeature(row, in: tile.tile.canonical)
        guard let paint = fill(&values, seen) else { continue }
        var isDrawn = false
        groups.add(FillLook(paint: paint)) { outline in
          for part in feature.parts {
            if let ring = ring(plane, tile.features, part) {
              outline.add(ring, isClosed: true)
              isDrawn = true
            }
          }
        }
        guard isDrawn, hasOutlines, let color = values.value(.fillOutlineColor, seen).color else { continue }
        let edge = PageColor(color, opacity: values.number(.fillOpacity, seen))
        guard edge.isVisible else { continue }
        outlines.add(edge) { outline in
          for part in feature.parts {
            var points = plane.points(tile.features, part)
            if let first = points.first { points.append(first) }
            for (line, _) in plane.clipper.line(points) {
              outline.add(LineSimplifier.simplified(line.map(plane.place), tolerance: tolerance), isClosed: false)
            }
          }
        }
      }
    }
    pointCount += groups.groups.reduce(0) { $0 + $1.outline.points.count }
    return groups.groups.filter { !$0.outline.isEmpty }.map { .path(PagePath($0.outline, fill: $0.paint.paint)) }
      + outlines.groups.filter { !$0.outline.isEmpty }.map {
        .path(PagePath($0.outline, stroke: PageStroke(color: $0.paint, width: 1)))
      }
  }

  private func fill(_ values: inout LayerValues, _ feature: ExpressionFeature) -> PagePaint? {
    let opacity = values.number(.fillOpacity, feature)
    guard opacity > 0 else { return nil }
    if values.isSet(.fillPattern) {
      return values.value(.fillPattern, feature).imageName.flatMap { pattern($0, opacity) }
    }
    guard let color = values.value(.fillColor, feature).color else { return nil }
    let paint = PageColor(color, opacity: opacity)
    return paint.isVisible ? .color(paint) : nil
  }

  /// A ring of a feature as it is seen; nil when nothing of it is.
  func ring(_ plane: TilePlane, _ features: FeatureLayer, _ part: Int32) -> [SIMD2<Double>]? {
    var points = plane.points(features, part)
    switch plane.isInside(points) {
    case false?: return nil
    case true?: break
    case nil: points = plane.clipper.ring(points)
    }
    let ring = LineSimplifier.simplified(ring: points.map(plane.place), tolerance: tolerance)
    return ring.count > 2 ? ring : nil
  }
}
