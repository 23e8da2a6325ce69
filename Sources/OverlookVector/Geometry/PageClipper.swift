import OverlookGeometry

/// Cuts lines and rings to a convex region.
package struct PageClipper: Sendable {
  /// Points with `dot(normal, p) >= distance` are inside.
  private struct Edge: Sendable {
    var normal: SIMD2<Double>
    var distance: Double

    func depth(_ point: SIMD2<Double>) -> Double { normal.x * point.x + normal.y * point.y - distance }
  }

  private var edges: [Edge] = []
  /// The box around the region.
  package private(set) var bounds: PageRect

  package init(_ rect: PageRect) {
    bounds = rect
    edges = [
      Edge(normal: SIMD2(1, 0), distance: rect.low.x), Edge(normal: SIMD2(-1, 0), distance: -rect.high.x),
      Edge(normal: SIMD2(0, 1), distance: rect.low.y), Edge(normal: SIMD2(0, -1), distance: -rect.high.y),
    ]
  }

  /// Also inside of a convex ring, whichever way it runs.
  package mutating func intersect(convex ring: [SIMD2<Double>]) {
    let doubledArea = ring.indices.reduce(0.0) { sum, index in
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      return sum + a.x * b.y - b.x * a.y
    }
    guard ring.count > 2, doubledArea != 0 else { return }
    for index in ring.indices {
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      var normal = SIMD2(a.y - b.y, b.x - a.x)
      if doubledArea < 0 { normal = -normal }
      let length = (normal.x * normal.x + normal.y * normal.y).squareRoot()
      guard length > 0, length.isFinite else { continue }
      normal /= length
      edges.append(Edge(normal: normal, distance: normal.x * a.x + normal.y * a.y))
    }
    let low = ring.reduce(ring[0]) { pointwiseMin($0, $1) }
    let high = ring.reduce(ring[0]) { pointwiseMax($0, $1) }
    bounds = PageRect(low: pointwiseMax(bounds.low, low), high: pointwiseMin(bounds.high, high))
  }

  package func contains(_ point: SIMD2<Double>) -> Bool { edges.allSatisfy { $0.depth(point) >= 0 } }

  /// The part of a ring inside (Sutherland and Hodgman); empty when there is none.
  package func ring(_ ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var inside = ring
    for edge in edges {
      if inside.isEmpty { return [] }
      inside = PlaneClip.clipped(inside, edge.depth)
    }
    return inside.count > 2 ? inside : []
  }

  /// The parts of a line inside, and how far from its start each begins.
  package func line(_ line: [SIMD2<Double>]) -> [(points: [SIMD2<Double>], start: Double)] {
    var parts: [(points: [SIMD2<Double>], start: Double)] = []
    var open: [SIMD2<Double>] = []
    var (start, way) = (0.0, 0.0)
    for index in line.indices.dropLast() {
      let (a, b) = (line[index], line[index + 1])
      let difference = b - a
      let length = (difference.x * difference.x + difference.y * difference.y).squareRoot()
      defer { way += length }
      guard let (from, to) = inside(a, b) else {
        if open.count > 1 { parts.append((open, start)) }
        open = []
        continue
      }
      if open.isEmpty || from > 0 {
        if open.count > 1 { parts.append((open, start)) }
        open = [a + difference * from]
        start = way + length * from
      }
      open.append(a + difference * to)
      if to < 1 {
        parts.append((open, start))
        open = []
      }
    }
    if open.count > 1 { parts.append((open, start)) }
    return parts
  }

  /// What of a segment is inside, as shares of it (Cyrus and Beck); nil for nothing.
  private func inside(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> (Double, Double)? {
    var (from, to) = (0.0, 1.0)
    for edge in edges {
      let (depthA, depthB) = (edge.depth(a), edge.depth(b))
      if depthA < 0, depthB < 0 { return nil }
      if depthA < 0 { from = max(from, depthA / (depthA - depthB)) }
      if depthB < 0 { to = min(to, depthA / (depthA - depthB)) }
    }
    return from <= to ? (from, to) : nil
  }
}
