import Glibc
import OverlookCamera
import OverlookGeometry

/// From places of the world to the points of a view, cut to what is near it.
struct WorldPlane {
  let view: ViewTransform
  private let tolerance: Double
  private let refinement: CurveRefinement

  init(_ view: ViewTransform, tolerance: Double) {
    self.view = view
    self.tolerance = tolerance
    refinement = CurveRefinement(tolerance: CurveRefinement.tolerance(atZoom: view.camera.zoom))
  }

  func place(_ point: WorldPoint) -> SIMD2<Double> {
    let seen = view.screenPointClamped(for: point)
    return SIMD2(seen.x, seen.y)
  }

  func pointsPerMeter(at place: LocationCoordinate?) -> Double {
    view.pointsPerWorld / Mercator.metersPerWorldUnit(atLatitude: place?.latitude ?? view.camera.target.latitude)
  }

  /// By how many worlds things of these bounds are moved to be seen.
  func copies(of bounds: WorldRect?) -> ClosedRange<Int> {
    guard let bounds, let copies = WorldCopy.meeting(bounds, view.visibleRect.expanded(byFraction: 0.2)) else { return 0...0 }
    return copies
  }

  func lines(_ path: [LocationCoordinate], isGeodesic: Bool) -> [WorldLine] {
    var projector = PathProjector(geodesic: isGeodesic, refinement: refinement)
    return projector.lines(of: path)
  }

  func ring(_ path: [LocationCoordinate], isGeodesic: Bool) -> WorldLine? {
    var projector = PathProjector(geodesic: isGeodesic, refinement: refinement)
    return projector.ring(of: path)
  }

  /// The places so far from a centre.
  func rim(_ center: LocationCoordinate, radiusMeters: Double) -> WorldLine? {
    let angle = radiusMeters / 6_371_009
    guard angle > 0, angle < Double.pi else { return nil }
    let corners = (0..<180).map {
      SphericalGeometry.offset(from: center, distanceMeters: radiusMeters, headingDegrees: Double($0) * 2)
    }
    return ring(corners, isGeodesic: true)
  }

  /// Twice the area within a ring of coordinates, positive when it turns clockwise on a map whose north is up.
  static func doubledArea(_ ring: [LocationCoordinate]) -> Double {
    let points = ring.map { WorldPoint($0) }
    return points.indices.reduce(0.0) { sum, index in
      let (a, b) = (points[index], points[(index + 1) % points.count])
      let dx = (b.x - a.x) - (b.x - a.x).rounded()
      return sum + (a.x - points[0].x) * (b.y - a.y) - dx * (a.y - points[0].y)
    }
  }

  private func clipper(margin: Double) -> PageClipper {
    var clipper = PageClipper(PageRect(low: SIMD2(repeating: -1e9), high: SIMD2(repeating: 1e9)))
    let seen = view.groundQuad(
      of: ScreenRect(
        x: -margin, y: -margin, width: view.size.width + 2 * margin, height: view.size.height + 2 * margin))
    clipper.intersect(convex: [seen.farLeft, seen.farRight, seen.nearRight, seen.nearLeft].map(centered))
    return clipper
  }

  private func centered(_ point: WorldPoint) -> SIMD2<Double> {
    let place = view.centeredPoints(for: point)
    return SIMD2(place.x, place.y)
  }

  private func seen(_ centered: SIMD2<Double>) -> SIMD2<Double> {
    place(WorldPoint(x: view.center.x + centered.x / view.pointsPerWorld, y: view.center.y + centered.y / view.pointsPerWorld))
  }

  private func bounds(_ line: WorldLine) -> WorldRect? {
    guard let first = line.points.first else { return nil }
    return line.points.reduce(WorldRect(minX: first.x, minY: first.y, maxX: first.x, maxY: first.y)) { rect, point in
      WorldRect(
        minX: min(rect.minX, point.x), minY: min(rect.minY, point.y), maxX: max(rect.maxX, point.x), maxY: max(rect.maxY, point.y)
      )
    }
  }

  /// What of a line is seen, in points of the view; the last point of a closed line is the first again where it is cut.
  func pieces(_ line: WorldLine, margin: Double) -> [[SIMD2<Double>]] {
    let clipper = clipper(margin: margin)
    return copies(of: bounds(line)).flatMap { copy -> [[SIMD2<Double>]] in
      var points = line.points.map { centered(WorldPoint(x: $0.x + Double(copy), y: $0.y)) }
      if points.allSatisfy(clipper.contains) {
        return [line.isClosed ? points.map(seen) : LineSimplifier.simplified(points.map(seen), tolerance: tolerance)]
      }
      if line.isClosed, let first = points.first { points.append(first) }
      return clipper.line(points).map { LineSimplifier.simplified($0.points.map(seen), tolerance: tolerance) }
    }
  }

  /// What of the region within a ring is seen.
  func regions(_ ring: WorldLine) -> [[SIMD2<Double>]] {
    let clipper = clipper(margin: 4)
    return copies(of: bounds(ring)).compactMap { copy in
      let points = ring.points.map { centered(WorldPoint(x: $0.x + Double(copy), y: $0.y)) }
      let inside = clipper.ring(points)
      let part = LineSimplifier.simplified(ring: inside.map(seen), tolerance: tolerance)
      return part.count > 2 ? part : nil
    }
  }
}
