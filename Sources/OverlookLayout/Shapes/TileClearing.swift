import OverlookGeometry
package import OverlookStyle

/// Which polygons of a tile stand on ground that a layer leaves clear. Outlines of the same building differ from map to map:
/// they are one when the middle of either lies within the other.
package struct TileClearing {
  private struct Area {
    var rings: [[LabelPoint]]
    var low: LabelPoint
    var high: LabelPoint
    var middle: LabelPoint?
  }

  /// In tile units.
  private var areas: [Area] = []

  /// Units: a few centimetres in tiles that show buildings.
  private static let precision = 8.0

  /// Nil where nothing of the tile is clear.
  package init?(_ layer: StyleLayer, _ context: LayoutContext) {
    guard let ground = layer.clearedGround, context.zoom >= ground.minimumZoom else { return nil }
    let square = context.tile.canonical.worldRect
    let units = Double(FeatureLayer.extent) / (square.maxX - square.minX)
    func place(_ point: WorldPoint) -> LabelPoint {
      LabelPoint((point.x - square.minX) * units, (point.y - square.minY) * units)
    }
    // Polygons reach into the neighbours of their tile.
    let reached = square.expanded(byFraction: 1)
    for area in ground.areas where area.bounds.intersects(reached) {
      let rings = area.rings.map { $0.map(place) }
      let low = place(WorldPoint(x: area.bounds.minX, y: area.bounds.minY))
      let high = place(WorldPoint(x: area.bounds.maxX, y: area.bounds.maxY))
      areas.append(Area(rings: rings, low: low, high: high, middle: PolygonCenter.of(rings, precision: Self.precision)))
    }
    if areas.isEmpty { return nil }
  }

  /// Whether all polygons of a feature stand on clear ground.
  package func holds(_ features: FeatureLayer, _ feature: Feature) -> Bool {
    guard feature.kind == .polygon else { return false }
    var isHeld = true
    features.forEachPolygon(of: feature) { isHeld = isHeld && holds(features, $0) }
    return isHeld
  }

  /// Whether a polygon does, an outer ring and its holes.
  func holds(_ features: FeatureLayer, _ parts: Range<Int32>) -> Bool {
    guard let outer = parts.first, let start = features.points(ofPart: outer).first else { return false }
    var (low, high) = (features.place(start), features.place(start))
    for index in features.points(ofPart: outer) {
      low = pointwiseMin(low, features.place(index))
      high = pointwiseMax(high, features.place(index))
    }
    let near = areas.filter { all($0.low .<= high) && all($0.high .>= low) }
    if near.isEmpty { return false }
    let rings = parts.map { features.points(ofPart: $0).map(features.place) }.filter { !$0.isEmpty }
    let middle = PolygonCenter.of(rings, precision: Self.precision)
    return near.contains { area in
      middle.map { PolygonCenter.isInside($0, area.rings) } == true
        || area.middle.map { PolygonCenter.isInside($0, rings) } == true
    }
  }
}

extension FeatureLayer {
  fileprivate func place(_ index: Int) -> LabelPoint { LabelPoint(point(index)) }
}
