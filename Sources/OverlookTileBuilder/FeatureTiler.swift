package import OverlookFormats
package import OverlookGeometry

/// Cuts features into vector tiles, simplified for each zoom.
package struct FeatureTiler {
  /// Units of a tile's side.
  package static let extent: Int64 = 4096
  /// Units beyond a tile's edge that it holds too, so that lines and outlines go on across it.
  package static let buffer: Int64 = 80
  /// Units by which a line may be off: an eighth of a point where a tile has 512.
  private static let tolerance = 1.0
  /// Square units below which an area is left out, except at the highest zoom.
  private static let smallestArea = 64.0

  private let features: [MapFeature]
  /// The zoom of which nothing is left out, because it is drawn larger for all beyond; nil for the last one asked for.
  private let finestZoom: Int?

  package init(features: [MapFeature], finestZoom: Int? = nil) {
    self.finestZoom = finestZoom
    self.features = features.sorted { ($0.layer, $0.order, $0.id) < ($1.layer, $1.order, $1.id) }
  }

  package static func unitsPerWorld(zoom: Int) -> Double { Double(extent) * Double(1 << zoom) }

  /// Every tile of `zooms` that has something in it, zoom by zoom. `progress` is told how much is done, 0 ... 1.
  package func tiles(
    zooms: ClosedRange<Int>, progress: (Double) -> Void = { _ in },
    _ body: (TileID, [UInt8]) throws(FormatError) -> Void
  ) throws(FormatError) {
    for zoom in zooms {
      var writers: [TileID: VectorTileWriter] = [:]
      for feature in features where feature.zooms.contains(zoom) {
        Self.add(feature, zoom: zoom, isHighest: zoom == finestZoom ?? zooms.upperBound, to: &writers)
      }
      for tile in writers.keys.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
        if let writer = writers[tile], !writer.isEmpty { try body(tile, writer.bytes()) }
      }
      progress(Double(zoom - zooms.lowerBound + 1) / Double(zooms.count))
    }
  }

  private static func add(_ feature: MapFeature, zoom: Int, isHighest: Bool, to writers: inout [TileID: VectorTileWriter]) {
    let unit = 1 / unitsPerWorld(zoom: zoom)
    let tolerance = feature.isExact || isHighest ? 0 : tolerance * unit
    func put(_ tile: TileID, _ type: VectorTileWriter.GeometryType, _ parts: [[GridPoint]]) {
      let origin = GridPoint(Int64(tile.x), Int64(tile.y)) &* extent
      let units = parts.map { $0.map { SIMD2<Int32>(truncatingIfNeeded: $0 &- origin) } }
      writers[tile, default: VectorTileWriter(extent: Int(extent))]
        .add(layer: feature.layer, id: feature.id, type, units, tags: feature.tags)
    }
    switch feature.shape {
    case .point(let point):
      // A point is drawn once, by the tile that it lies in: text is not cut at a tile's edge.
      let tile = TileID(z: zoom, x: Int(grid(point, unit).x / extent), y: Int(grid(point, unit).y / extent))
      if tile.isValid, point.x >= 0, point.y >= 0 { put(tile, .points, [[grid(point, unit)]]) }
    case .line(let line):
      let simple = LineSimplifier.simplified(line, tolerance: tolerance)
      cut(line: simple, zoom: zoom, unit: unit) { tile, parts in put(tile, .lines, parts) }
    case .area(let rings):
      let area =
        feature.isExact
        ? rings.map { $0.map { grid($0, unit) } }
        : area(rings, tolerance: tolerance, unit: unit, smallest: isHighest ? 1 : smallestArea)
      cut(area: area, TileID(z: 0, x: 0, y: 0), zoom: zoom) { tile, parts in put(tile, .polygons, parts) }
    }
  }

  private static func grid(_ point: WorldPoint, _ unit: Double) -> GridPoint { GridRings.grid(point, unitsPerWorld: 1 / unit) }

  // MARK: Lines

  private static func cut(line: [WorldPoint], zoom: Int, unit: Double, _ body: (TileID, [[GridPoint]]) -> Void) {
    guard let cover = cover(line, zoom: zoom, margin: Double(buffer) * unit) else { return }
    let side = Double(extent) * unit
    let margin = Double(buffer) * unit
    for y in cover.rows {
      for x in cover.columns {
        let clipper = TileClipper(
          minX: Double(x) * side - margin, minY: Double(y) * side - margin, maxX: Double(x + 1) * side + margin,
          maxY: Double(y + 1) * side + margin)
        let parts = clipper.clipped(line: line).map { part in
          part.reduce(into: [GridPoint]()) { points, point in
            let next = grid(point, unit)
            if points.last != next { points.append(next) }
          }
        }
        let kept = parts.filter { $0.count > 1 }
        if !kept.isEmpty { body(TileID(z: zoom, x: x, y: y), kept) }
      }
    }
  }

  /// The tiles that the line's box touches.
  private static func cover(
    _ points: [WorldPoint], zoom: Int, margin: Double
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    guard var low = points.first else { return nil }
    var high = low
    for point in points {
      low = WorldPoint(x: min(low.x, point.x), y: min(low.y, point.y))
      high = WorldPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    guard high.x + margin >= 0, low.x - margin < 1, high.y + margin >= 0, low.y - margin < 1 else { return nil }
    let side = Double(1 << zoom)
    let index = { (value: Double) in Int(min(max((value * side).rounded(.down), 0), side - 1)) }
    return (index(low.x - margin)...index(high.x + margin), index(low.y - margin)...index(high.y + margin))
  }

  // MARK: Areas

  /// On the grid, without what cannot be seen. A hole is dropped by itself, an outer ring with all its holes.
  private static func area(_ rings: [[WorldPoint]], tolerance: Double, unit: Double, smallest: Double) -> [[GridPoint]] {
    var kept: [[GridPoint]] = []
    var isOuterKept = false
    for ring in rings {
      let isOuter = RingGeometry.signedArea(ring) > 0
      if !isOuter && !isOuterKept { continue }
      let simple = tolerance > 0 ? LineSimplifier.simplified(ring: ring, tolerance: tolerance) : ring
      let onGrid = GridRings.uncrossed(GridRings.cleaned(simple.map { grid($0, unit) }))
      // Rounding may have made nothing of it, or turned it over.
      let parts = GridRings.parted(onGrid).filter {
        let area = GridRings.signedArea($0) * (isOuter ? 1 : -1)
        return area > 0 && area >= smallest
      }
      if isOuter { isOuterKept = !parts.isEmpty }
      kept += parts
    }
    return kept
  }

  /// Down from the world to the tiles of `zoom`, each level cutting what the one above has left.
  private static func cut(area: [[GridPoint]], _ tile: TileID, zoom: Int, _ body: (TileID, [[GridPoint]]) -> Void) {
    var open = [(tile, area)]
    while let (tile, area) = open.popLast() {
      let side = extent << Int64(zoom - tile.z)
      let low = GridPoint(Int64(tile.x), Int64(tile.y)) &* side
      let clipper = RegionClipper(low: low &- buffer, high: low &+ (side + buffer))
      let parts = clipper.clipped(area)
      if parts.isEmpty { continue }
      if tile.z == zoom { body(tile, parts) } else { open += tile.children.map { ($0, parts) } }
    }
  }
}
