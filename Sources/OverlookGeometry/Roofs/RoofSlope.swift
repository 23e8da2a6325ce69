/// A linear function of a place: how far up a slope it is, 0 at the eaves and 1 at the ridge.
struct RoofPlane: Sendable {
  var gradient: SIMD2<Double>
  /// Its value at `origin`.
  var offset: Double
  var origin: SIMD2<Double>

  func callAsFunction(_ place: SIMD2<Double>) -> Double { ((place - origin) * gradient).sum() + offset }
}

/// A part of an outline above which the roof is one slope.
struct RoofSlope: Sendable {
  var rings: [[SIMD2<Double>]]
  var plane: RoofPlane

  /// Corners lie on a grid of 1 / 4096 m, so that those of neighbours are the same.
  private static let gridUnits = 4_096.0

  /// The slope between two of its heights.
  func band(_ low: Double, _ high: Double) -> [[SIMD2<Double>]] {
    rings.map { ring in
      let above = low > 0 ? PlaneClip.clipped(ring) { Self.side(plane($0) - low) } : ring
      return Self.onGrid(high < 1 ? PlaneClip.clipped(above) { Self.side(high - plane($0)) } : above)
    }
    .filter { $0.count > 2 }
  }

  /// Nothing, where it is less than numbers are exact.
  static func side(_ value: Double) -> Double { abs(value) < 1e-9 ? 0 : value }

  private static func onGrid(_ ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var result: [SIMD2<Double>] = []
    for corner in ring {
      let place = (corner * gridUnits).rounded(.toNearestOrAwayFromZero) / gridUnits
      if place != result.last { result.append(place) }
    }
    while result.count > 1, result.first == result.last { result.removeLast() }
    return result
  }
}

/// Cuts polygons along lines and planes.
package enum PlaneClip {
  /// The part of a polygon, flat or in space, on the side of a line or plane where `side` is not negative. What is not convex may come
  /// back with edges that lie on each other, which no triangulation minds.
  package static func clipped<Point: SIMD>(_ ring: [Point], _ side: (Point) -> Double) -> [Point] where Point.Scalar == Double {
    guard var before = ring.last else { return [] }
    var result: [Point] = []
    var sideBefore = side(before)
    for corner in ring {
      let sideNow = side(corner)
      if (sideBefore < 0) != (sideNow < 0) {
        result.append(before + (corner - before) * (sideBefore / (sideBefore - sideNow)))
      }
      if sideNow >= 0 { result.append(corner) }
      (before, sideBefore) = (corner, sideNow)
    }
    return result
  }
}
