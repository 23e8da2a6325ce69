package import OverlookGeometry

/// The tiles that a source can have: a range of zooms and a part of the world.
package struct TileExtent: Hashable, Sendable {
  /// 0 ... 30, not above `maximumZoom`.
  package let minimumZoom: Int
  /// 0 ... 30.
  package let maximumZoom: Int
  /// Nil for all of the world.
  package let bounds: CoordinateBounds?

  /// Bounds that hold no point, or all of the map, count as none; zooms are brought into their range.
  package init(minimumZoom: Int = 0, maximumZoom: Int = TileID.maximumZoom, bounds: CoordinateBounds? = nil) {
    let highest = min(max(maximumZoom, 0), TileID.maximumZoom)
    self.maximumZoom = highest
    self.minimumZoom = min(max(minimumZoom, 0), highest)
    let limits = bounds.map { $0.isValid && !Self.isWholeMap($0) } == true
    self.bounds = limits ? bounds : nil
  }

  /// Whether the tile has a zoom of the extent and shares more than an edge with its bounds.
  package func contains(_ tile: TileID) -> Bool {
    guard tile.isValid, tile.z >= minimumZoom, tile.z <= maximumZoom else { return false }
    guard let bounds else { return true }
    let rect = tile.worldRect
    // Bounds are often edges of tiles, rounded to a few digits: a millionth of a tile is no overlap.
    let slack = (rect.maxX - rect.minX) * 1e-6
    let (top, bottom) = Self.widened(WorldPoint(bounds.northEast).y, WorldPoint(bounds.southWest).y, by: slack)
    guard rect.minY < bottom - slack, rect.maxY > top + slack else { return false }
    let span = bounds.longitudeSpan / 360
    if span >= 1 { return true }
    let start = bounds.southWest.longitude / 360 + 0.5
    let (west, east) = Self.widened(start, start + span, by: slack)
    // The second is the copy of the bounds one world to the west: they go on there when they cross the antimeridian.
    return [0.0, 1.0].contains { rect.minX < east - $0 - slack && rect.maxX > west - $0 + slack }
  }

  /// A few places where a tile is likely: the middle of the bounds, at several zooms.
  package var likelyTiles: [TileID] {
    let middle = bounds.map { WorldPoint($0.center) } ?? WorldPoint(x: 0.5, y: 0.5)
    var tiles: [TileID] = []
    for zoom in [minimumZoom, min(minimumZoom + 2, maximumZoom), maximumZoom] {
      let tile = Self.tile(at: middle, zoom: zoom)
      if !tiles.contains(tile) { tiles.append(tile) }
    }
    return tiles
  }

  /// The tile of a valid zoom that holds a point of the world.
  static func tile(at point: WorldPoint, zoom: Int) -> TileID {
    let count = 1 << zoom
    func index(_ value: Double) -> Int {
      min(max(Int(exactly: (value * Double(count)).rounded(.down)) ?? 0, 0), count - 1)
    }
    return TileID(z: zoom, x: index(point.x), y: index(point.y))
  }

  /// A range that is wide enough to overlap something: a point or a line has its tiles too.
  private static func widened(_ low: Double, _ high: Double, by slack: Double) -> (Double, Double) {
    high - low < 4 * slack ? ((low + high) / 2 - 2 * slack, (low + high) / 2 + 2 * slack) : (low, high)
  }

  private static func isWholeMap(_ bounds: CoordinateBounds) -> Bool {
    bounds.longitudeSpan >= 360 && bounds.southWest.latitude <= -85.05 && bounds.northEast.latitude >= 85.05
  }
}
