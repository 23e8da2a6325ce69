import OverlookGeometry
import OverlookLayout
import OverlookStyle

extension StylePage {
  mutating func circles(_ layer: StyleFrameLayer, _ tiles: [TileFeatures]) -> [PageElement] {
    var values = LayerValues(layer.properties, zoom: frame.zoom)
    let (translate, anchor) = (values.pair(.circleTranslate), values.choice(.circleTranslateAnchor))
    let growsWithMap = values.choice(.circlePitchScale) == "map"
    var elements: [PageElement] = []
    for tile in tiles {
      let plane = TilePlane(tile, view, translate: translate, anchor: anchor, overlap: 0, margin: 300, isCut: true)
      for row in tile.rows {
        let feature = tile.features.features[Int(row)]
        let seen = tile.features.expressionFeature(row, in: tile.tile.canonical)
        let radius = values.number(.circleRadius, seen)
        let opacity = values.number(.circleOpacity, seen)
        let fill = values.value(.circleColor, seen).color.map { PageColor($0, opacity: opacity) }
        let width = values.number(.circleStrokeWidth, seen)
        let edge = values.value(.circleStrokeColor, seen).color.map {
          PageColor($0, opacity: values.number(.circleStrokeOpacity, seen))
        }
        for part in feature.parts {
          for point in plane.points(tile.features, part) where isOwn(point) && plane.clipper.contains(point) {
            let scale = growsWithMap ? plane.scale(at: point) : 1
            elements += circle(at: plane.place(point), radius * scale, fill, width * scale, edge)
          }
        }
      }
    }
    pointCount += 24 * elements.count
    return elements
  }

  /// Points beyond a tile's edges are its neighbours'.
  private func isOwn(_ point: SIMD2<Double>) -> Bool {
    let extent = Double(FeatureLayer.extent)
    return point.x >= 0 && point.y >= 0 && point.x < extent && point.y < extent
  }

  private func circle(
    at place: SIMD2<Double>, _ radius: Double, _ fill: PageColor?, _ width: Double, _ edge: PageColor?
  ) -> [PageElement] {
    var elements: [PageElement] = []
    if let fill, fill.isVisible, radius > 0 {
      var outline = PageOutline()
      outline.addCircle(at: place, radius: radius)
      elements.append(.path(PagePath(outline, fill: .color(fill))))
    }
    // The edge lies outside of the circle.
    if let edge, edge.isVisible, width > 0 {
      var outline = PageOutline()
      outline.addCircle(at: place, radius: max(radius, 0) + width / 2)
      elements.append(.path(PagePath(outline, stroke: PageStroke(color: edge, width: width))))
    }
    return elements
  }
}
