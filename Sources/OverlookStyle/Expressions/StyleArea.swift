internal import OverlookFormats
internal import OverlookGeometry

/// The polygons of a `within`, on the Mercator plane, where their edges are straight.
struct StyleArea: Sendable {
  /// Each an outer ring and its holes.
  let polygons: [[[WorldPoint]]]
  private let bounds: WorldRect

  init(polygons: [[[LocationCoordinate]]]) {
    self.polygons = polygons.map { $0.map { $0.map { WorldPoint($0) } } }
    bounds = WorldRect(around: self.polygons.joined().joined())
  }

  /// Whether all of a point or line feature lies inside; polygons never do. A line lies inside when one polygon holds all of it.
  ///
  /// Both are compared in the units of the feature's tile: what lies on an edge in the document lies on it at every level.
  func holds(_ feature: ExpressionFeature) -> Bool {
    let grid = TileGrid(zoom: feature.tileZoom)
    let box = grid.rounded(bounds)
    var parts = feature.parts.map { $0.map { grid.rounded(WorldPoint($0)) } }
    let places = WorldRect(around: parts.joined())
    guard parts.contains(where: { !$0.isEmpty }) else { return false }
    switch feature.type {
    case .point, .multiPoint: bring(&parts, near: box, world: grid.worldSize)
    case .lineString, .multiLineString:
      // A line wider than half the world lies where its document says.
      if places.maxX - places.minX <= grid.worldSize / 2 { bring(&parts, near: box, world: grid.worldSize) }
    case .unknown, .polygon, .multiPolygon: return false
    }
    let reach = WorldRect(around: parts.joined())
    guard reach.minX > box.minX, reach.minY > box.minY, reach.maxX < box.maxX, reach.maxY < box.maxY else { return false }
    let polygons = polygons.map { $0.map { $0.map(grid.rounded) } }
    if feature.type == .point || feature.type == .multiPoint {
      return parts.joined().allSatisfy { place in polygons.contains { Self.holds(place, $0) } }
    }
    return parts.allSatisfy { line in polygons.contains { Self.holds(line: line, $0) } }
  }

  /// Moves what lies more than half a world from the polygons by a whole one: both may count on beyond 180 degrees.
  private func bring(_ parts: inout [[WorldPoint]], near box: WorldRect, world: Double) {
    for part in parts.indices {
      for index in parts[part].indices {
        let x = parts[part][index].x
        guard x < box.minX || x > box.maxX else { continue }
        if x - box.minX > world / 2 || x - box.maxX > world / 2 {
          parts[part][index].x -= world
        } else if box.minX - x > world / 2 || box.maxX - x > world / 2 {
          parts[part][index].x += world
        }
      }
    }
  }

  /// Places on an edge are outside.
  private static func holds(_ point: WorldPoint, _ rings: [[WorldPoint]]) -> Bool {
    let isOnEdge = rings.contains { ring in
      zip(ring, ring.dropFirst()).contains { PlaneGeometry.isOn(point, $0, $1) }
    }
    return !isOnEdge && PlaneGeometry.isInside(point, rings)
  }

  private static func holds(line: [WorldPoint], _ rings: [[WorldPoint]]) -> Bool {
    guard !line.isEmpty, line.allSatisfy({ holds($0, rings) }) else { return false }
    return zip(line, line.dropFirst()).allSatisfy { start, end in
      rings.allSatisfy { ring in
        zip(ring, ring.dropFirst()).allSatisfy { !PlaneGeometry.cross(start, end, $0, $1) }
      }
    }
  }
}

/// The units of tiles of one level, 8192 a side; places of no tile stay as they are.
private struct TileGrid {
  /// Units along the world.
  let worldSize: Double
  private let isExact: Bool

  init(zoom: Int?) {
    isExact = zoom == nil
    worldSize = zoom.map { Double(sign: .plus, exponent: $0, significand: 8192) } ?? 1
  }

  func rounded(_ point: WorldPoint) -> WorldPoint {
    isExact ? point : WorldPoint(x: (point.x * worldSize).rounded(), y: (point.y * worldSize).rounded())
  }

  func rounded(_ rect: WorldRect) -> WorldRect {
    let (low, high) = (rounded(WorldPoint(x: rect.minX, y: rect.minY)), rounded(WorldPoint(x: rect.maxX, y: rect.maxY)))
    return WorldRect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }
}

extension WorldRect {
  /// The smallest that holds all of `points`; of none one that nothing touches.
  fileprivate init(around points: some Sequence<WorldPoint>) {
    self.init(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    for point in points {
      minX = Swift.min(minX, point.x)
      minY = Swift.min(minY, point.y)
      maxX = Swift.max(maxX, point.x)
      maxY = Swift.max(maxY, point.y)
    }
  }
}

/// The geometry of a `distance`.
struct StyleShape: Sendable {
  enum Kind: Sendable { case points, lines, polygons }

  let kind: Kind
  let parts: [[LocationCoordinate]]

  /// Metres to the nearest place of the feature, on a plane that is true to scale about the feature's first place: the metres of
  /// a degree follow from the radii of curvature of the WGS84 ellipsoid there. NaN when either has no place.
  func meters(to feature: ExpressionFeature) -> Double {
    guard let origin = feature.parts.first?.first else { return .nan }
    let plane = LocalPlane(latitude: origin.latitude)
    let mine = parts.map { $0.map { plane.point($0, from: origin) } }
    let theirs = feature.parts.map { $0.map { plane.point($0, from: origin) } }
    let theirKind: Kind =
      switch feature.type {
      case .polygon, .multiPolygon: .polygons
      case .lineString, .multiLineString: .lines
      case .point, .multiPoint, .unknown: .points
      }
    if kind == .polygons, theirs.joined().contains(where: { PlaneGeometry.isInside($0, mine) }) { return 0 }
    if theirKind == .polygons, mine.joined().contains(where: { PlaneGeometry.isInside($0, theirs) }) { return 0 }
    var best = Double.infinity
    for a in Self.segments(mine, kind) {
      for b in Self.segments(theirs, theirKind) {
        best = min(best, PlaneGeometry.distance(a.0, a.1, b.0, b.1))
        if best == 0 { return 0 }
      }
    }
    return best.isFinite ? best : .nan
  }

  /// A point is a segment of no length.
  private static func segments(_ parts: [[WorldPoint]], _ kind: Kind) -> [(WorldPoint, WorldPoint)] {
    parts.flatMap { part in
      kind == .points || part.count == 1 ? part.map { ($0, $0) } : Array(zip(part, part.dropFirst()))
    }
  }
}

/// Metres about a latitude.
private struct LocalPlane {
  let metersPerLongitude: Double
  let metersPerLatitude: Double

  init(latitude: Double) {
    let flattening = 1 / 298.257223563
    let eccentricity = flattening * (2 - flattening)
    let cosine = PlaneGeometry.cosine(degrees: latitude)
    let w2 = 1 / (1 - eccentricity * (1 - cosine * cosine))
    let w = w2.squareRoot()
    let meters = 6_378_137 * Double.pi / 180
    metersPerLongitude = meters * w * cosine
    metersPerLatitude = meters * w * w2 * (1 - eccentricity)
  }

  func point(_ place: LocationCoordinate, from origin: LocationCoordinate) -> WorldPoint {
    WorldPoint(
      x: (place.longitude - origin.longitude).remainder(dividingBy: 360) * metersPerLongitude,
      y: (place.latitude - origin.latitude) * metersPerLatitude)
  }
}
