public import OverlookGeometry
public import OverlookSupport

/// Memory that lines and polygons work in.
struct CanvasScratch {
  var points: [SIMD2<Float>] = []
  /// From each corner outwards: half a pixel away from both edges.
  var outward: [SIMD2<Float>] = []
  /// Corners that the triangulation has not cut off yet.
  var remaining: [Int] = []
}

extension Canvas {
  /// More corners than any sign or arrow has.
  private static let maximumCorners = 1024
  /// Corners that are looked at for each that is cut off, on average; keeps the time within the square of the corners' number.
  private static let searchesPerCorner = 32

  /// Fills a polygon, convex or not, with antialiased edges, in either direction of going around. One that crosses itself is
  /// filled in part. At most 1 024 corners; a corner that is not finite, and nothing is drawn.
  public func fillPolygon(_ points: [ScreenPoint], color: Color) {
    guard points.count >= 3, points.count <= Self.maximumCorners, color.alpha > 0 else { return }
    scratch.points.removeAll(keepingCapacity: true)
    for point in points {
      guard appendCorner(point) else { return }
    }
    fillCorners(color)
  }

  /// Fills a triangle, without an array of its corners.
  public func fillTriangle(_ a: ScreenPoint, _ b: ScreenPoint, _ c: ScreenPoint, color: Color) {
    scratch.points.removeAll(keepingCapacity: true)
    guard color.alpha > 0, appendCorner(a), appendCorner(b), appendCorner(c) else { return }
    fillCorners(color)
  }

  private func fillCorners(_ color: Color) {
    guard orderCorners() else { return }
    computeOutward()
    prepareBatch()
    let count = scratch.points.count
    let base = UInt32(truncatingIfNeeded: vertices.count)
    let packed = color.packedPremultiplied
    for index in 0..<count {
      appendFill(scratch.points[index] - scratch.outward[index], coverage: 1, packed)
      appendFill(scratch.points[index] + scratch.outward[index], coverage: 0, packed)
    }
    for index in 0..<count {
      let inner = base + 2 * UInt32(truncatingIfNeeded: index)
      let nextInner = base + 2 * UInt32(truncatingIfNeeded: (index + 1) % count)
      appendTriangle(inner, inner + 1, nextInner + 1)
      appendTriangle(inner, nextInner + 1, nextInner)
    }
    triangulate(base: base)
  }

  private func appendFill(_ position: SIMD2<Float>, coverage: Float, _ color: UInt32) {
    vertices.append(
      CanvasVertex(first: SIMD4(coverage, 0, 0, 0), second: .zero, position: position, color: color, kind: .fill))
  }

  /// Takes over a corner, unless it repeats the last; false when it is not finite.
  private func appendCorner(_ point: ScreenPoint) -> Bool {
    guard Self.isDrawable(point) else { return false }
    let corner = SIMD2<Float>(flow.placed(point))
    if scratch.points.last != corner { scratch.points.append(corner) }
    return true
  }

  /// Lets the corners go around so that the area is positive; false when there is nothing to fill.
  private func orderCorners() -> Bool {
    while scratch.points.count > 1, scratch.points.first == scratch.points.last { scratch.points.removeLast() }
    guard scratch.points.count >= 3 else { return false }
    var doubleArea: Float = 0
    for index in scratch.points.indices {
      doubleArea += Self.cross(scratch.points[index], scratch.points[(index + 1) % scratch.points.count])
    }
    if doubleArea < 0 { scratch.points.reverse() }
    return doubleArea != 0
  }

  private func computeOutward() {
    let count = scratch.points.count
    let halfPixel = Float(0.5 / pixelsPerPoint)
    scratch.outward.removeAll(keepingCapacity: true)
    for index in 0..<count {
      let before = Self.outwardNormal(scratch.points[(index + count - 1) % count], scratch.points[index])
      let after = Self.outwardNormal(scratch.points[index], scratch.points[(index + 1) % count])
      let sum = before + after
      let lengthSquared = (sum * sum).sum()
      // Half a pixel from both edges; at a needle's tip that would reach far, so no more than four times that.
      let scale = lengthSquared > 0.0625 * 4 ? 2 / lengthSquared : 8
      scratch.outward.append(sum * scale * halfPixel)
    }
  }

  /// For corners in the order that `orderCorners` leaves.
  private static func outwardNormal(_ from: SIMD2<Float>, _ to: SIMD2<Float>) -> SIMD2<Float> {
    let edge = to - from
    let length = (edge * edge).sum().squareRoot()
    return length > 0 ? SIMD2(edge.y, -edge.x) / length : .zero
  }

  private static func cross(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
    a.x * b.y - a.y * b.x
  }

  /// Cuts off ears until a triangle is left (Meisters 1975). Where rounding or a crossing leaves no ear, the next corner goes
  /// instead, so that it always ends.
  private func triangulate(base: UInt32) {
    scratch.remaining.removeAll(keepingCapacity: true)
    for index in scratch.points.indices { scratch.remaining.append(index) }
    var position = 0
    var misses = 0
    var searchesLeft = Self.searchesPerCorner * scratch.points.count
    while scratch.remaining.count > 3 {
      let count = scratch.remaining.count
      let previous = scratch.remaining[(position + count - 1) % count]
      let corner = scratch.remaining[position % count]
      let next = scratch.remaining[(position + 1) % count]
      searchesLeft -= 1
      guard misses >= count || searchesLeft < 0 || isEar(previous, corner, next) else {
        position = (position + 1) % count
        misses += 1
        continue
      }
      appendInner(base, previous, corner, next)
      scratch.remaining.remove(at: position % count)
      // Back to the corner before: a fan of slivers around one corner would come of always going on.
      position = (position % count + scratch.remaining.count - 1) % scratch.remaining.count
      misses = 0
    }
    appendInner(base, scratch.remaining[0], scratch.remaining[1], scratch.remaining[2])
  }

  private func appendInner(_ base: UInt32, _ a: Int, _ b: Int, _ c: Int) {
    appendTriangle(
      base + 2 * UInt32(truncatingIfNeeded: a), base + 2 * UInt32(truncatingIfNeeded: b), base + 2 * UInt32(truncatingIfNeeded: c)
    )
  }

  private func isEar(_ previous: Int, _ corner: Int, _ next: Int) -> Bool {
    let (a, b, c) = (scratch.points[previous], scratch.points[corner], scratch.points[next])
    if Self.cross(b - a, c - b) <= 0 { return false }
    for other in scratch.remaining where other != previous && other != corner && other != next {
      let p = scratch.points[other]
      if p == a || p == b || p == c { continue }
      if Self.cross(b - a, p - a) >= 0 && Self.cross(c - b, p - b) >= 0 && Self.cross(a - c, p - c) >= 0 { return false }
    }
    return true
  }
}
