package import OverlookFormats
package import OverlookGeometry

/// Cuts features into vector tiles, simplified for each zoom.
package struct FeatureTiler {
  /// Units of a tile's side.
  private static let extent = 4096.0
  /// Units beyond a tile's edge that it holds too, so that lines and outlines go on across it.
  private static let buffer = 80.0
  /// Units by which a line may be off: an eighth of a point where a tile has 512.
  private static let tolerance = 1.0
  /// Square units below which an area is left out, except at the highest zoom.
  private static let smallestArea = 64.0

  private let features: [MapFeature]

  package init(features: [MapFeature]) {
    self.features = features.sorted { ($0.layer, $0.order, $0.id) < ($1.layer, $1.order, $1.id) }
  }

  /// Every tile of `zooms` that has something in it, zoom by zoom. `progress` is told how much is done, 0 ... 1.
  package func tiles(
    zooms: ClosedRange<Int>, progress: (Double) -> Void = { _ in },
    _ body: (TileID, [UInt8]) throws(FormatError) -> Void
  ) throws(FormatError) {
    for zoom in zooms {
      var writers: [TileID: VectorTileWriter] = [:]
      for feature in features where feature.zooms.contains(zoom) {
        add(feature, zoom: zoom, isHighest: zoom == zooms.upperBound, to: &writers)
      }
      for tile in writers.keys.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
        if let writer = writers[tile], !writer.isEmpty { try body(tile, writer.bytes()) }
      }
      progress(Double(zoom - zooms.lowerBound + 1) / Double(zooms.count))
    }
  }

  private func add(_ feature: MapFeature, zoom: Int, isHighest: Bool, to writers: inout [TileID: VectorTileWriter]) {
    let unit = 1 / (Self.extent * Double(1 << zoom))
    let shape = Self.simplified(feature.shape, tolerance: isHighest ? 0 : Self.tolerance * unit, unit: unit, isHighest: isHighest)
    guard let shape, let cover = Self.cover(shape, zoom: zoom, margin: Self.buffer * unit) else { return }
    for y in cover.rows {
      for x in cover.columns {
        let tile = TileID(z: zoom, x: x, y: y)
        let (type, parts) = Self.cut(shape, to: tile)
        if parts.isEmpty { continue }
        writers[tile, default: VectorTileWriter()].add(layer: feature.layer, id: feature.id, type, parts, tags: feature.tags)
      }
    }
  }

  /// Nil for what cannot be seen at this zoom.
  private static func simplified(
    _ shape: MapFeature.Shape, tolerance: Double, unit: Double, isHighest: Bool
  ) -> MapFeature.Shape? {
    switch shape {
    case .point: return shape
    case .line(let line): return .line(LineSimplifier.simplified(line, tolerance: tolerance))
    case .area(let rings):
      let smallest = isHighest ? 0 : smallestArea * unit * unit
      // A hole is dropped by itself, an outer ring with all its holes.
      var kept: [[WorldPoint]] = []
      var isOuterKept = false
      for ring in rings {
        let area = RingGeometry.signedArea(ring)
        let isOuter = area > 0
        if isOuter { isOuterKept = area > smallest }
        guard isOuterKept, abs(area) > smallest else { continue }
        let simple = tolerance > 0 ? LineSimplifier.simplified(ring: ring, tolerance: tolerance) : ring
        if simple.count >= 3 { kept.append(simple) } else if isOuter { isOuterKept = false }
      }
      return kept.isEmpty ? nil : .area(kept)
    }
  }

  private static func points(_ shape: MapFeature.Shape) -> [WorldPoint] {
    switch shape {
    case .point(let point): [point]
    case .line(let line): line
    case .area(let rings): Array(rings.joined())
    }
  }

  /// The tiles that the shape's box touches.
  private static func cover(
    _ shape: MapFeature.Shape, zoom: Int, margin: Double
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let points = points(shape)
    guard let first = points.first else { return nil }
    var low = first
    var high = first
    for point in points {
      low = WorldPoint(x: min(low.x, point.x), y: min(low.y, point.y))
      high = WorldPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    let side = Double(1 << zoom)
    let index = { (value: Double) in Int(min(max((value * side).rounded(.down), 0), side - 1)) }
    return (
      index(low.x - margin)...index(high.x + margin), index(low.y - margin)...index(high.y + margin)
    )
  }

  private static func cut(_ shape: MapFeature.Shape, to tile: TileID) -> (VectorTileWriter.GeometryType, [[SIMD2<Int32>]]) {
    let frame = TileFrame(tile: tile, extent: extent)
    let clipper = frame.clipper(margin: buffer)
    switch shape {
    case .point(let point): return (.points, clipper.contains(point) ? [[frame.units(point)]] : [])
    case .line(let line): return (.lines, clipper.clipped(line: line).map { frame.units($0) }.filter { $0.count > 1 })
    case .area(let rings):
      var parts: [[SIMD2<Int32>]] = []
      var isOuterKept = false
      for ring in rings {
        let isOuter = RingGeometry.signedArea(ring) > 0
        if !isOuter && !isOuterKept { continue }
        var units = frame.units(clipper.clipped(ring: ring))
        while units.count > 1, units.first == units.last { units.removeLast() }
        // Rounding may have made nothing of it, or turned it over.
        let area = RingGeometry.signedArea(units)
        let isKept = units.count >= 3 && (isOuter ? area > 0 : area < 0)
        if isOuter { isOuterKept = isKept }
        if isKept { parts.append(units) }
      }
      return (.polygons, parts)
    }
  }
}

/// Places in the units of one tile.
private struct TileFrame {
  private let originX: Double
  private let originY: Double
  private let unitsPerWorld: Double
  private let extent: Double

  init(tile: TileID, extent: Double) {
    let side = Double(1 << tile.z)
    originX = Double(tile.x) / side
    originY = Double(tile.y) / side
    unitsPerWorld = extent * side
    self.extent = extent
  }

  func clipper(margin: Double) -> TileClipper {
    let slack = margin / unitsPerWorld
    let side = extent / unitsPerWorld
    return TileClipper(
      minX: originX - slack, minY: originY - slack, maxX: originX + side + slack, maxY: originY + side + slack)
  }

  func units(_ point: WorldPoint) -> SIMD2<Int32> {
    SIMD2(Self.whole((point.x - originX) * unitsPerWorld), Self.whole((point.y - originY) * unitsPerWorld))
  }

  /// Without points that fall together.
  func units(_ line: [WorldPoint]) -> [SIMD2<Int32>] {
    var result: [SIMD2<Int32>] = []
    for point in line {
      let next = units(point)
      if result.last != next { result.append(next) }
    }
    return result
  }

  private static func whole(_ value: Double) -> Int32 {
    Int32(min(max(value.rounded(), -1e9), 1e9))
  }
}
