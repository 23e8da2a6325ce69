import Glibc

extension SphericalGeometry {
  /// `isLocationOnPath` and `isLocationOnEdge` take a place this many metres away as on the line.
  public static let defaultToleranceMeters = 0.1

  /// Whether `coordinate` lies within `toleranceMeters` of `path`; its segments are great circles when `geodesic`, else rhumb
  /// lines.
  public static func isLocationOnPath(
    _ coordinate: LocationCoordinate, path: some PathProtocol, geodesic: Bool = true,
    toleranceMeters: Double = defaultToleranceMeters
  ) -> Bool {
    isLocation(coordinate, on: path, closed: false, geodesic: geodesic, toleranceMeters: toleranceMeters)
  }

  /// As `isLocationOnPath`, with the segment that closes the path.
  public static func isLocationOnEdge(
    _ coordinate: LocationCoordinate, path: some PathProtocol, geodesic: Bool = true,
    toleranceMeters: Double = defaultToleranceMeters
  ) -> Bool {
    isLocation(coordinate, on: path, closed: true, geodesic: geodesic, toleranceMeters: toleranceMeters)
  }

  /// `path` with the coordinates left out that lie within `toleranceMeters` of the great circle between their kept neighbours;
  /// the ends stay. Invalid coordinates are left out. A tolerance that is not positive leaves out nothing else.
  ///
  /// D. H. Douglas and T. K. Peucker, Algorithms for the reduction of the number of points required to represent a digitized line
  /// or its caricature, 1973; with a stack in place of recursion. Worst case n^2.
  public static func simplify(_ path: some PathProtocol, toleranceMeters: Double) -> Path {
    let places = path.coordinates.filter(\.isValid)
    guard places.count > 2, toleranceMeters > 0 else { return Path(places) }
    let directions = places.map(direction)
    let tolerance = toleranceMeters / earthRadiusMeters
    var isKept = [Bool](repeating: false, count: places.count)
    isKept[0] = true
    isKept[places.count - 1] = true
    var open = [(first: 0, last: places.count - 1)]
    while let (first, last) = open.popLast() {
      var farthest = (index: first, angle: tolerance)
      for index in (first + 1)..<last {
        let angle = angle(from: directions[index], toArcFrom: directions[first], to: directions[last])
        if angle > farthest.angle { farthest = (index, angle) }
      }
      guard farthest.index > first else { continue }
      isKept[farthest.index] = true
      if farthest.index - first > 1 { open.append((first, farthest.index)) }
      if last - farthest.index > 1 { open.append((farthest.index, last)) }
    }
    return Path(zip(places, isKept).filter(\.1).map(\.0))
  }

  private static func isLocation(
    _ place: LocationCoordinate, on path: some PathProtocol, closed: Bool, geodesic: Bool, toleranceMeters: Double
  ) -> Bool {
    let vertices = path.coordinates.filter(\.isValid)
    guard place.isValid, toleranceMeters >= 0, let first = vertices.first, let last = vertices.last else { return false }
    let tolerance = toleranceMeters / earthRadiusMeters
    let here = direction(place)
    var start = closed ? last : first
    for end in vertices {
      let distance =
        geodesic
        ? angle(from: here, toArcFrom: direction(start), to: direction(end)) : rhumbAngle(from: place, toLineFrom: start, to: end)
      if distance <= tolerance { return true }
      start = end
    }
    return false
  }

  /// The angle between a direction and the nearest point of the shorter arc between two others.
  private static func angle(
    from p: SIMD3<Double>, toArcFrom a: SIMD3<Double>, to b: SIMD3<Double>
  ) -> Double {
    let normal = cross(a, b)
    let size = length(normal)
    // Beside the arc, and not beyond one of its ends?
    if size > 1e-15, dot(cross(normal, a), p) > 0, dot(cross(b, normal), p) > 0 {
      return asin(min(abs(dot(normal, p)) / size, 1))
    }
    return min(angle(p, a), angle(p, b))
  }

  /// The angle from a place to the nearest point of a rhumb line, found on the Mercator map, which is true to angles; for places
  /// far from the line it is an upper bound.
  private static func rhumbAngle(
    from place: LocationCoordinate, toLineFrom start: LocationCoordinate, to end: LocationCoordinate
  ) -> Double {
    let (y, y1, y2) = (mercatorY(place), mercatorY(start), mercatorY(end))
    let dx = Angle.shortestTurn(fromDegrees: start.longitude, toDegrees: end.longitude) * Angle.radiansPerDegree
    let dy = y2 - y1
    let toStart = Angle.shortestTurn(fromDegrees: place.longitude, toDegrees: start.longitude) * Angle.radiansPerDegree
    var nearest = Double.infinity
    // The line may come by on its next or its last turn.
    for turn in [-2 * Double.pi, 0, 2 * Double.pi] {
      let x1 = toStart + turn
      let square = dx * dx + dy * dy
      let t = square > 0 ? min(max((-x1 * dx + (y - y1) * dy) / square, 0), 1) : 0
      let foot = LocationCoordinate(
        latitude: atan(sinh(y1 + t * dy)) * Angle.degreesPerRadian,
        longitude: place.longitude + (x1 + t * dx) * Angle.degreesPerRadian)
      nearest = min(nearest, angle(from: place, to: foot))
    }
    return nearest
  }

  private static func mercatorY(_ place: LocationCoordinate) -> Double {
    asinh(tan(place.latitude * Angle.radiansPerDegree))
  }

  private static func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    atan2(length(cross(a, b)), dot(a, b))
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    (a * b).sum()
  }

  private static func length(_ a: SIMD3<Double>) -> Double {
    dot(a, a).squareRoot()
  }
}
