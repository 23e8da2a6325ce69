import OverlookGeometry
import OverlookTileBuilder

/// The sea of one zoom, as an area on its grid: the world's square and a little around it, without the land.
struct WorldSea {
  /// Rings that may reach beyond the world's square, and lines across all of it; land on their left.
  private let rings: [[WorldPoint]]
  private let lines: [[WorldPoint]]
  /// How far the sea goes on beyond the square, in widths of the world.
  private static let margin = 1.0 / 64

  /// - Parameter land: Rings of the land.
  init(land: [Outline]) {
    let (rings, open) = BorderNetwork([GeoPackage.Land(land)]).coasts()
    let (closed, lines) = Self.joined(open)
    self.rings = rings + closed
    self.lines = lines
  }

  /// Joins lines at the antimeridian, where the points of the two sides do not quite meet.
  private static func joined(_ open: [[WorldPoint]]) -> (rings: [[WorldPoint]], lines: [[WorldPoint]]) {
    var pairs: [(distance: Double, end: Int, start: Int)] = []
    for (end, line) in open.enumerated() {
      for (start, other) in open.enumerated() {
        guard let a = line.last, let b = other.first else { continue }
        pairs.append((abs(a.y - b.y), end, start))
      }
    }
    pairs.sort { $0 < $1 }
    var next: [Int: Int] = [:]
    var isReached: Set<Int> = []
    for pair in pairs where next[pair.end] == nil && !isReached.contains(pair.start) && pair.distance < 0.005 {
      next[pair.end] = pair.start
      isReached.insert(pair.start)
    }
    var isUsed: Set<Int> = []
    var rings: [[WorldPoint]] = []
    var lines: [[WorldPoint]] = []
    for first in open.indices where isReached.contains(first) && !isUsed.contains(first) {
      var points: [WorldPoint] = []
      var shift = 0.0
      var current = first
      while isUsed.insert(current).inserted {
        if let end = points.last, let start = open[current].first { shift = (end.x - start.x).rounded() }
        points += open[current].map { WorldPoint(x: $0.x + shift, y: $0.y) }
        guard let following = next[current] else { break }
        current = following
      }
      guard let start = points.first, let end = points.last else { continue }
      let way = (end.x - start.x).rounded()
      if way == 0 {
        rings.append(points)
      } else {
        // Around the pole: three times around the world, so that it reaches beyond the square on both sides.
        lines.append((-1...1).flatMap { lap in points.map { WorldPoint(x: $0.x + Double(lap) * way, y: $0.y) } })
      }
    }
    return (rings, lines)
  }

  /// - Parameters:
  ///   - tolerance: Units by which the coast may be off.
  ///   - smallest: Square units below which an island is left out.
  ///   - count: Of the islands of a tile only so many are there, the largest.
  func area(zoom: Int, tolerance: Double, smallest: Double, perTile count: Int) -> [[GridPoint]] {
    let detail = TileDetail(zoom: zoom)
    let units = detail.unitsPerWorld
    let copies = rings.flatMap { ring in
      [-1.0, 0, 1].compactMap { shift -> [WorldPoint]? in
        let xs = ring.map { $0.x + shift }
        guard let west = xs.min(), let east = xs.max(), east > -Self.margin, west < 1 + Self.margin else { return nil }
        return zip(xs, ring).map { WorldPoint(x: $0, y: $1.y) }
      }
    }
    var coasts = copies.flatMap { ring -> [[GridPoint]] in
      let simple = LineSimplifier.simplified(ring: ring, tolerance: tolerance / units)
      let onGrid = GridRings.uncrossed(GridRings.cleaned(simple.map { GridRings.grid($0, unitsPerWorld: units) }))
      return GridRings.parted(onGrid).filter { abs(GridRings.signedArea($0)) >= smallest }
    }
    RingCrossings.removeSmallerOnes(&coasts)
    Self.thin(&coasts, detail, perTile: count)
    let poles = lines.map { line in
      LineSimplifier.simplified(line, tolerance: tolerance / units).map { GridRings.grid($0, unitsPerWorld: units) }
    }
    let reach = Int64(Self.margin * units)
    let side = Int64(units)
    let box = RegionClipper(low: GridPoint(-reach, -reach), high: GridPoint(side + reach, side + reach))
    return box.clipped(rings: coasts, lines: poles)
  }
}

extension WorldSea {
  /// Leaves out the smallest rings where a tile has too many.
  private static func thin(_ rings: inout [[GridPoint]], _ detail: TileDetail, perTile count: Int) {
    let areas = rings.map { abs(GridRings.signedArea($0)) }
    var counts: [GridPoint: Int] = [:]
    var isKept = [Bool](repeating: false, count: rings.count)
    for index in rings.indices.sorted(by: { (areas[$1], $0) < (areas[$0], $1) }) {
      let xs = rings[index].map(\.x)
      let ys = rings[index].map(\.y)
      guard let west = xs.min(), let east = xs.max(), let north = ys.min(), let south = ys.max() else { continue }
      func tile(_ place: Int64) -> Int64 { Int64((Double(place) / Double(detail.extent)).rounded(.down)) }
      let tiles = (tile(west - detail.buffer)...tile(east + detail.buffer)).flatMap { x in
        (tile(north - detail.buffer)...tile(south + detail.buffer)).map { GridPoint(x, $0) }
      }
      guard tiles.allSatisfy({ counts[$0, default: 0] < count }) else { continue }
      for tile in tiles { counts[tile, default: 0] += 1 }
      isKept[index] = true
    }
    rings = zip(rings, isKept).filter(\.1).map(\.0)
  }
}

/// Rings that cross others.
enum RingCrossings {
  /// Of two rings that cross each other, as islands may when they are simplified, the smaller one goes.
  static func removeSmallerOnes(_ rings: inout [[GridPoint]]) {
    var edges: [(west: Int64, east: Int64, north: Int64, south: Int64, ring: Int, a: GridPoint, b: GridPoint)] = []
    for (number, ring) in rings.enumerated() {
      guard var a = ring.last else { continue }
      for b in ring {
        edges.append((min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y), number, a, b))
        a = b
      }
    }
    edges.sort { ($0.west, $0.ring) < ($1.west, $1.ring) }
    let areas = rings.map { abs(GridRings.signedArea($0)) }
    var isGone: Set<Int> = []
    var active: [Int] = []
    for index in edges.indices {
      let edge = edges[index]
      active.removeAll { edges[$0].east < edge.west }
      for other in active {
        let old = edges[other]
        guard old.ring != edge.ring, old.north <= edge.south, old.south >= edge.north,
          GridRings.cross(old.a, old.b, edge.a, edge.b), !isGone.contains(old.ring), !isGone.contains(edge.ring)
        else { continue }
        isGone.insert(areas[old.ring] < areas[edge.ring] ? old.ring : edge.ring)
      }
      active.append(index)
    }
    rings = rings.enumerated().filter { !isGone.contains($0.offset) }.map(\.element)
  }
}

extension GeoPackage.Land {
  /// All of the land as one: what the coasts are taken from.
  fileprivate init(_ outlines: [Outline]) {
    // Null Island, which marks where nothing is, is no land.
    let rings = outlines.filter { abs($0.signedArea) > 1e-9 }
    let places = { (outline: Outline) in
      zip(outline.latitudes, outline.longitudes).map { LocationCoordinate(latitude: $0, longitude: $1) }
    }
    var polygons = rings.filter { $0.kind != .inner }.map { [places($0)] }
    // Which of them holds a hole makes no difference to the coasts.
    if !polygons.isEmpty { polygons[0] += rings.filter { $0.kind == .inner }.map(places) }
    self.init(name: "", country: "land", polygons: polygons)
  }
}
