import OverlookGeometry

/// What the tiles of one zoom are drawn on, and how finely.
package struct TileDetail: Hashable, Sendable {
  package var zoom: Int
  /// Units of a tile's side.
  package var extent: Int64 = 4096
  /// Units by which a line may be off: one is an eighth of a point where a tile has 512.
  package var tolerance = 1.0
  /// Square units below which an area is left out.
  package var smallestArea = 64.0

  package init(zoom: Int) {
    self.zoom = zoom
  }

  /// Of which nothing is left out.
  package static func whole(zoom: Int) -> TileDetail {
    var grid = TileDetail(zoom: zoom)
    grid.tolerance = 0
    grid.smallestArea = 1
    return grid
  }

  /// Units beyond a tile's edge that it holds too, so that lines and outlines go on across it.
  package var buffer: Int64 { extent * 5 / 256 }
  package var unitsPerWorld: Double { Double(extent) * Double(1 << zoom) }

  /// The grid's place of the upper left corner of a tile of the zoom.
  func origin(of tile: TileID) -> GridPoint { GridPoint(Int64(tile.x), Int64(tile.y)) &* extent }

  func place(_ point: WorldPoint) -> GridPoint { GridRings.grid(point, unitsPerWorld: unitsPerWorld) }
}
