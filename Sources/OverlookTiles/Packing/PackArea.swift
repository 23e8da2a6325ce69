import OverlookFormats
package import OverlookGeometry

/// The tiles of some zooms that lie in some bounds.
package struct PackArea: Hashable, Sendable {
  /// The tiles of one zoom: one or two spans of columns, two where the bounds cross the antimeridian.
  package struct Level: Hashable, Sendable {
    package let zoom: Int
    package let columns: [ClosedRange<Int>]
    package let rows: ClosedRange<Int>

    package var tileCount: Int { columns.reduce(0) { $0 + $1.count } * rows.count }

    /// Whether `tile`, of this zoom or one above, has tiles of the level in it.
    fileprivate func intersects(_ tile: TileID) -> Bool {
      let depth = zoom - tile.z
      func span(_ value: Int) -> ClosedRange<Int> { (value << depth)...(((value + 1) << depth) - 1) }
      return rows.overlaps(span(tile.y)) && columns.contains { $0.overlaps(span(tile.x)) }
    }
  }

  /// Rising zooms; those without a tile are left out.
  package let levels: [Level]

  /// The tiles of `zooms` that share more than an edge with `bounds` and with what the source has. Latitudes beyond the square of
  /// the map count as its edge.
  package init(bounds: CoordinateBounds, zooms: ClosedRange<Int>, extent: TileExtent = TileExtent()) {
    let usable = zooms.clamped(to: extent.minimumZoom...extent.maximumZoom)
    levels =
      zooms.overlaps(usable)
      ? usable.compactMap { zoom in
        guard let wanted = Level(bounds, zoom: zoom) else { return nil }
        return extent.bounds.flatMap { Level($0, zoom: zoom) }.map(wanted.intersection) ?? wanted
      } : []
  }

  package var tileCount: Int { levels.reduce(0) { $0 + $1.tileCount } }

  /// All tiles: zoom by zoom, each along the curve by which PMTiles numbers them, so that neighbours lie close in an archive too.
  package var tiles: Tiles { Tiles(levels: levels) }

  package struct Tiles: IteratorProtocol, Sequence {
    private var levels: ArraySlice<Level>
    /// Tiles of the level or above it that are still to be looked into, the next one last.
    private var open: [TileID] = []

    fileprivate init(levels: [Level]) {
      self.levels = levels[...]
    }

    package mutating func next() -> TileID? {
      while let level = levels.first {
        guard let tile = open.popLast() else {
          // The stack is empty before a level and behind it.
          if isInside {
            isInside = false
            levels.removeFirst()
          } else {
            isInside = true
            open = [TileID(z: 0, x: 0, y: 0)]
          }
          continue
        }
        if tile.z == level.zoom { return tile }
        let children = tile.children.filter(level.intersects)
        open += children.sorted { PMTilesTileID.number($0) ?? 0 > PMTilesTileID.number($1) ?? 0 }
      }
      return nil
    }

    private var isInside = false
  }
}

extension PackArea.Level {
  /// Part of a tile, by which edges may lie beside those of the grid: bounds are often edges of tiles, rounded.
  private static let slack = 1e-6

  fileprivate init?(_ bounds: CoordinateBounds, zoom: Int) {
    guard bounds.isValid, (0...TileID.maximumZoom).contains(zoom) else { return nil }
    let count = 1 << zoom
    self.zoom = zoom
    let rows = Self.span(WorldPoint(bounds.northEast).y, WorldPoint(bounds.southWest).y, count: count)
    self.rows = min(max(rows.lowerBound, 0), count - 1)...min(max(rows.upperBound, 0), count - 1)
    let start = bounds.southWest.longitude / 360 + 0.5
    let span = Self.span(start, start + bounds.longitudeSpan / 360, count: count)
    let first = min(max(span.lowerBound, 0), count - 1)
    if span.upperBound < count {
      columns = [first...max(span.upperBound, first)]
    } else if span.upperBound - count >= first - 1 {
      columns = [0...(count - 1)]
    } else {
      columns = [0...(span.upperBound - count), first...(count - 1)]
    }
  }

  /// Nil when nothing is in both.
  fileprivate func intersection(_ other: PackArea.Level) -> PackArea.Level? {
    let common = columns.flatMap { mine in
      other.columns.compactMap { mine.overlaps($0) ? mine.clamped(to: $0) : nil }
    }
    guard !common.isEmpty, rows.overlaps(other.rows) else { return nil }
    return PackArea.Level(zoom: zoom, columns: common, rows: rows.clamped(to: other.rows))
  }

  /// The cells of a grid of `count` that a part of 0 ... 1 touches, at least one.
  private static func span(_ low: Double, _ high: Double, count: Int) -> ClosedRange<Int> {
    let first = Int(exactly: (low * Double(count) + slack).rounded(.down)) ?? 0
    let last = Int(exactly: (high * Double(count) - slack).rounded(.up)) ?? 0
    return first...max(last - 1, first)
  }
}
