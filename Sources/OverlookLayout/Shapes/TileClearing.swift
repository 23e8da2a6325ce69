import OverlookGeometry
package import OverlookStyle

/// Which polygons of a tile stand on ground that a layer leaves clear. Outlines of the same building differ from map to map: they
/// are one when the middle of either lies within the other, or when the polygon holds most of what of the area is in the tile.
///
/// Each tile has its own piece of a building and knows no other: a piece far from an area that lies all in the neighbour, or next
/// to all of it, stays raised.
package struct TileClearing {
  private struct Area {
    var rings: [[LabelPoint]]
    var low: LabelPoint
    var high: LabelPoint
    var middle: LabelPoint?
    /// Places strewn evenly over what of it lies in the tile; none where that is all of it, or next to nothing.
    var strewn: [LabelPoint]
  }

  /// In tile units.
  private var areas: [Area] = []

  /// Of the middles of polygons. Units: 0.6 m at the equator in tiles of zoom 16, 2.4 m in those of zoom 14.
  private static let precision = 8.0
  /// Places are strewn in so many rows and columns.
  private static let strewnRows = 16
  /// Less of an area than this share may lie on other ground by a fault of its outline.
  private static let leastShare = 0.1

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
      let strewn = square.contains(area.bounds) ? [] : Self.strewn(rings, low, high)
      areas.append(Area(rings: rings, low: low, high: high, middle: area.middle.map(place), strewn: strewn))
    }
    if areas.isEmpty { return nil }
  }

  private static func strewn(_ rings: [[LabelPoint]], _ low: LabelPoint, _ high: LabelPoint) -> [LabelPoint] {
    let extent = LabelPoint(repeating: Double(FeatureLayer.extent))
    let (start, end) = (pointwiseMax(low, .zero), pointwiseMin(high, extent))
    guard all(start .< end) else { return [] }
    let step = (end - start) / Double(strewnRows)
    var places: [LabelPoint] = []
    for row in 0..<strewnRows {
      for column in 0..<strewnRows {
        let place = start + step * LabelPoint(Double(column) + 0.5, Double(row) + 0.5)
        if PolygonCenter.isInside(place, rings) { places.append(place) }
      }
    }
    let sizes = rings.map(size)
    let whole = sizes.dropFirst().reduce(sizes.first ?? 0, -)
    return Double(places.count) * step.x * step.y >= leastShare * whole ? places : []
  }

  /// The area within a ring (Gauss).
  private static func size(_ ring: [LabelPoint]) -> Double {
    var (sum, before) = (0.0, ring.last ?? .zero)
    for point in ring {
      sum += before.x * point.y - point.x * before.y
      before = point
    }
    return abs(sum) / 2
  }

  /// Whether all polygons of a feature stand on clear ground.
  package func holds(_ features: FeatureLayer, _ feature: Feature) -> Bool {
    guard feature.kind == .polygon else { return false }
    var isHeld = true
    features.forEachPolygon(of: feature) { isHeld = isHeld && holds(features, $0) }
    return isHeld
  }

  /// Whether a polygon does, an outer ring and its holes.
  package func holds(_ features: FeatureLayer, _ parts: Range<Int32>) -> Bool {
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
        || 2 * area.strewn.count { PolygonCenter.isInside($0, rings) } > area.strewn.count
    }
  }
}

extension FeatureLayer {
  fileprivate func place(_ index: Int) -> LabelPoint { LabelPoint(point(index)) }
}
