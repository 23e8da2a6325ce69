import Glibc
import OverlookLayout

/// Whether features of a tile lie where a person points, in tile units.
struct FeatureProbe {
  /// A convex polygon around what is asked about; one point for a point.
  var corners: [SIMD2<Double>]

  /// Whether a feature comes within `reach` tile units of the probe.
  func touches(_ layer: FeatureLayer, _ row: Int32, reach: Double) -> Bool {
    let feature = layer.features[Int(row)]
    switch feature.kind {
    case .point:
      return feature.parts.contains { part in
        layer.points(ofPart: part).contains { isNear(Self.point(layer, $0), reach) }
      }
    case .line: return feature.parts.contains { crosses(layer, layer.points(ofPart: $0), isClosed: false, reach) }
    case .polygon:
      if feature.parts.contains(where: { crosses(layer, layer.points(ofPart: $0), isClosed: true, reach) }) { return true }
      return corners.first.map { isInside($0, layer, feature) } ?? false
    }
  }

  private static func point(_ layer: FeatureLayer, _ index: Int) -> SIMD2<Double> {
    let point = layer.point(index)
    return SIMD2(Double(point.x), Double(point.y))
  }

  private func crosses(_ layer: FeatureLayer, _ points: Range<Int>, isClosed: Bool, _ reach: Double) -> Bool {
    guard let first = points.first, let last = points.last else { return false }
    var before = Self.point(layer, isClosed ? last : first)
    for index in points {
      let next = Self.point(layer, index)
      if isNear(next, reach) || crosses(before, next, reach) { return true }
      before = next
    }
    return false
  }

  /// Whether a place lies in the probe, or within `reach` of its edge.
  private func isNear(_ place: SIMD2<Double>, _ reach: Double) -> Bool {
    if corners.count > 2, holds(place) { return true }
    return edges.contains { Self.squaredDistance(place, $0.0, $0.1) <= reach * reach }
  }

  private func crosses(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ reach: Double) -> Bool {
    edges.contains { start, end in
      Self.meet(a, b, start, end) || Self.squaredDistance(start, a, b) <= reach * reach
    }
  }

  private var edges: [(SIMD2<Double>, SIMD2<Double>)] {
    corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
  }

  private func holds(_ place: SIMD2<Double>) -> Bool {
    var inside = false
    for (a, b) in edges where (a.y > place.y) != (b.y > place.y) {
      if place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x { inside.toggle() }
    }
    return inside
  }

  /// By the even-odd rule over all rings, holes included.
  private func isInside(_ place: SIMD2<Double>, _ layer: FeatureLayer, _ feature: Feature) -> Bool {
    var inside = false
    for part in feature.parts {
      let points = layer.points(ofPart: part)
      guard let last = points.last else { continue }
      var a = Self.point(layer, last)
      for index in points {
        let b = Self.point(layer, index)
        if (a.y > place.y) != (b.y > place.y), place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x { inside.toggle() }
        a = b
      }
    }
    return inside
  }

  private static func squaredDistance(_ place: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let along = b - a
    let length = (along * along).sum()
    let t = length > 0 ? min(max(((place - a) * along).sum() / length, 0), 1) : 0
    let away = place - (a + along * t)
    return (away * away).sum()
  }

  private static func meet(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) -> Bool {
    func side(_ p: SIMD2<Double>, _ q: SIMD2<Double>, _ r: SIMD2<Double>) -> Double {
      (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    }
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
  }
}
