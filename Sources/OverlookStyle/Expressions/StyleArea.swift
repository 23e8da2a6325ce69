internal import OverlookFormats
internal import OverlookGeometry

/// The polygons of a `within`, on the Mercator plane, where their edges are straight.
struct StyleArea: Sendable {
  /// Rings of all polygons: a place is inside when it lies in an odd number of them.
  let rings: [[WorldPoint]]

  init(polygons: [[[LocationCoordinate]]]) {
    rings = polygons.flatMap { $0.map { $0.map { WorldPoint($0) } } }
  }

  /// Whether all of a point or line feature lies inside; polygons never do.
  func holds(_ feature: ExpressionFeature) -> Bool {
    switch feature.type {
    case .point, .multiPoint:
      let places = feature.parts.joined().map { WorldPoint($0) }
      return !places.isEmpty && places.allSatisfy(holds)
    case .lineString, .multiLineString:
      return !feature.parts.isEmpty && feature.parts.allSatisfy { holds(line: $0.map { WorldPoint($0) }) }
    case .unknown, .polygon, .multiPolygon: return false
    }
  }

  /// Places on an edge are outside.
  private func holds(_ point: WorldPoint) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) {
        if PlaneGeometry.isOn(point, a, b) { return false }
        if (a.y > point.y) != (b.y > point.y), point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x {
          isInside.toggle()
        }
      }
    }
    return isInside
  }

  private func holds(line: [WorldPoint]) -> Bool {
    guard !line.isEmpty, line.allSatisfy(holds) else { return false }
    return zip(line, line.dropFirst()).allSatisfy { start, end in
      rings.allSatisfy { ring in
        zip(ring, ring.dropFirst()).allSatisfy { !PlaneGeometry.cross(start, end, $0, $1) }
      }
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
