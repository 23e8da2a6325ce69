package import OverlookFormats
package import OverlookGeometry

/// Cuts features into vector tiles, simplified for each zoom.
package struct FeatureTiler {
  private let features: [MapFeature]
  private let grid: @Sendable (Int) -> TileDetail

  /// `grid`: what the tiles of a zoom are drawn on.
  package init(features: [MapFeature], grid: @escaping @Sendable (Int) -> TileDetail) {
    self.grid = grid
    self.features = features.sortedForTiles().joiningLines()
  }

  /// Nothing is left out at `finestZoom`, because it is drawn larger for all beyond.
  package init(features: [MapFeature], finestZoom: Int) {
    self.init(features: features) { $0 == finestZoom ? .whole(zoom: $0) : TileDetail(zoom: $0) }
  }

  /// Every tile of `zooms` that has something in it, zoom by zoom. `progress` is told how much is done, 0 ... 1.
  package func tiles(
    zooms: ClosedRange<Int>, progress: (Double) -> Void = { _ in },
    _ body: (TileID, [UInt8]) throws(FormatError) -> Void
  ) throws(FormatError) {
    for zoom in zooms {
      var writers: [TileID: VectorTileWriter] = [:]
      let grid = grid(zoom)
      for feature in features where feature.zooms.contains(zoom) {
        Self.add(feature, on: grid, to: &writers)
      }
      for tile in writers.keys.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
        if let writer = writers[tile], !writer.isEmpty { try body(tile, writer.bytes()) }
      }
      progress(Double(zoom - zooms.lowerBound + 1) / Double(zooms.count))
    }
  }

  private static func add(_ feature: MapFeature, on grid: TileDetail, to writers: inout [TileID: VectorTileWriter]) {
    let tolerance = feature.isExact ? 0 : grid.tolerance / grid.unitsPerWorld
    func put(
      _ tile: TileID, _ type: VectorTileWriter.GeometryType, _ parts: [[GridPoint]],
      _ more: [(String, VectorTileWriter.Value)] = []
    ) {
      let origin = grid.origin(of: tile)
      let units = parts.map { $0.map { SIMD2<Int32>(truncatingIfNeeded: $0 &- origin) } }
      let id = feature.isJoined ? nil : feature.id
      writers[tile, default: VectorTileWriter(extent: Int(grid.extent))]
        .add(layer: feature.layer, id: id, type, units, tags: feature.tags + more, joins: feature.isJoined)
    }
    switch feature.shape {
    case .point(let point):
      // A point is drawn once, by the tile that it lies in: text is not cut at a tile's edge.
      let place = grid.place(point)
      let tile = TileID(z: grid.zoom, x: Int(place.x / grid.extent), y: Int(place.y / grid.extent))
      if tile.isValid, point.x >= 0, point.y >= 0 { put(tile, .points, [[place]]) }
    case .line(let line):
      let simple = LineSimplifier.simplified(line, tolerance: tolerance)
      cut(line: simple, grid) { tile, parts in put(tile, .lines, parts) }
    case .area(let rings):
      let area =
        feature.isExact ? rings.map { $0.map { grid.place($0) } } : area(rings, tolerance: tolerance, grid)
      let roofed = feature.keepsOutline && Self.hasOutline(area) ? area : nil
      cut(area: area, TileID(z: 0, x: 0, y: 0), grid) { tile, parts in
        let outline = roofed.flatMap { Self.outline(of: $0, in: tile, grid) }
        put(tile, .polygons, parts, outline.map { [(RoofOutline.key, .string($0.text))] } ?? [])
      }
    }
  }

  // MARK: Lines

  private static func cut(line: [WorldPoint], _ grid: TileDetail, _ body: (TileID, [[GridPoint]]) -> Void) {
    let side = Double(grid.extent) / grid.unitsPerWorld
    let margin = Double(grid.buffer) / grid.unitsPerWorld
    guard let cover = cover(line, zoom: grid.zoom, margin: margin) else { return }
    for y in cover.rows {
      for x in cover.columns {
        let clipper = TileClipper(
          minX: Double(x) * side - margin, minY: Double(y) * side - margin, maxX: Double(x + 1) * side + margin,
          maxY: Double(y + 1) * side + margin)
        let parts = clipper.clipped(line: line).map { part in
          part.reduce(into: [GridPoint]()) { points, point in
            let next = grid.place(point)
            if points.last != next { points.append(next) }
          }
        }
        let kept = parts.filter { $0.count > 1 }
        if !kept.isEmpty { body(TileID(z: grid.zoom, x: x, y: y), kept) }
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

  /// Whether tiles may say how the whole of an area lies: not of one that has no roof, nor where it is several. Asked once, since a huge
  /// one lies in thousands of tiles.
  static func hasOutline(_ area: [[GridPoint]]) -> Bool {
    area.reduce(0) { $0 + $1.count } <= Roof.maximumCorners && area.count(where: { GridRings.signedArea($0) > 0 }) == 1
  }

  /// Nil where nothing of the area is cut off.
  private static func outline(of area: [[GridPoint]], in tile: TileID, _ grid: TileDetail) -> RoofOutline? {
    let origin = grid.origin(of: tile)
    let (low, high) = (origin &- grid.buffer, origin &+ (grid.extent + grid.buffer))
    let isWhole = area.joined().allSatisfy { all($0 .>= low) && all($0 .<= high) }
    guard !isWhole else { return nil }
    let units = GridPoint(repeating: Int64(RoofOutline.unitsPerTile))
    return RoofOutline(area.map { $0.map { SIMD2<Int32>(clamping: ($0 &- origin) &* units / grid.extent) } })
  }

  /// On the grid, without what cannot be seen. A hole is dropped by itself, an outer ring with all its holes.
  private static func area(_ rings: [[WorldPoint]], tolerance: Double, _ grid: TileDetail) -> [[GridPoint]] {
    var kept: [[GridPoint]] = []
    var isOuterKept = false
    for ring in rings {
      let isOuter = RingGeometry.signedArea(ring) > 0
      if !isOuter && !isOuterKept { continue }
      let simple = tolerance > 0 ? LineSimplifier.simplified(ring: ring, tolerance: tolerance) : ring
      let onGrid = GridRings.uncrossed(GridRings.cleaned(simple.map { grid.place($0) }))
      // Rounding may have made nothing of it, or turned it over.
      let parts = GridRings.parted(onGrid).filter {
        let area = GridRings.signedArea($0) * (isOuter ? 1 : -1)
        return area > 0 && area >= grid.smallestArea
      }
      if isOuter { isOuterKept = !parts.isEmpty }
      kept += parts
    }
    return kept
  }

  /// Down from the world to the tiles of `zoom`, each level cutting what the one above has left.
  private static func cut(area: [[GridPoint]], _ tile: TileID, _ grid: TileDetail, _ body: (TileID, [[GridPoint]]) -> Void) {
    var open = [(tile, area)]
    while let (tile, area) = open.popLast() {
      let side = grid.extent << Int64(grid.zoom - tile.z)
      let low = GridPoint(Int64(tile.x), Int64(tile.y)) &* side
      let clipper = RegionClipper(low: low &- grid.buffer, high: low &+ (side + grid.buffer))
      let parts = clipper.clipped(area)
      if parts.isEmpty { continue }
      if tile.z == grid.zoom { body(tile, parts) } else { open += tile.children.map { ($0, parts) } }
    }
  }
}
