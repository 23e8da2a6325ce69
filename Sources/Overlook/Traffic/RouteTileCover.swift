import OverlookGeometry

/// The tiles that hold the surroundings of a route.
enum RouteTileCover {
  /// Tiles of a route at most: they are of a lower zoom where there would be more, and those behind are left out where there is none.
  static let limit = 256
  /// Enough for each carriageway to be one of its own.
  static let closestZoom = 14
  /// Metres beside the route that belong to it.
  private static let margin = 25.0

  /// In the order in which the route comes to them, of the closest of the zooms of which there are not too many.
  static func tiles(along geometry: [LocationCoordinate], zooms: ClosedRange<Int>) -> [TileID] {
    var zoom = max(min(zooms.upperBound, closestZoom), zooms.lowerBound)
    while true {
      let tiles = tiles(along: geometry, zoom: zoom)
      if tiles.count <= limit || zoom <= zooms.lowerBound { return Array(tiles.prefix(limit)) }
      zoom -= 1
    }
  }

  /// One more than the limit at most.
  private static func tiles(along geometry: [LocationCoordinate], zoom: Int) -> [TileID] {
    var tiles: [TileID] = []
    var known: Set<TileID> = []
    let count = Double(1 << zoom)
    var last: WorldPoint?
    for place in geometry where place.isValid {
      let here = WorldPoint(place)
      let reach = margin / Mercator.metersPerWorldUnit(atLatitude: place.latitude)
      let from = last ?? here
      var dx = here.x - from.x
      dx -= dx.rounded()
      let dy = here.y - from.y
      // Half a tile from one to the next.
      let steps = Int(exactly: (max(abs(dx), abs(dy)) * count * 2).rounded(.up)) ?? 0
      for step in 0...max(steps, 1) {
        let part = Double(step) / Double(max(steps, 1))
        let point = WorldPoint(x: from.x + dx * part, y: from.y + dy * part)
        for (side, ahead) in [(0.0, 0.0), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
          let tile = tile(at: WorldPoint(x: point.x + side * reach, y: point.y + ahead * reach), zoom: zoom, count: count)
          if known.insert(tile).inserted { tiles.append(tile) }
        }
        if tiles.count > limit { return tiles }
      }
      last = here
    }
    return tiles
  }

  private static func tile(at point: WorldPoint, zoom: Int, count: Double) -> TileID {
    let x = Int(exactly: ((point.x - point.x.rounded(.down)) * count).rounded(.down)) ?? 0
    let y = Int(exactly: (point.y * count).rounded(.down)) ?? 0
    return TileID(z: zoom, x: min(max(x, 0), (1 << zoom) - 1), y: min(max(y, 0), (1 << zoom) - 1))
  }
}
