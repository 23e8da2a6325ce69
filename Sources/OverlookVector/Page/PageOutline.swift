import Glibc

/// Lines and rings of one path, in the units of the page that they lie on.
package struct PageOutline: Hashable, Sendable {
  /// Where a line begins among the points, and whether it goes back there at its end.
  package struct Piece: Hashable, Sendable {
    package var start: Int
    package var isClosed: Bool
  }

  package private(set) var points: ContiguousArray<SIMD2<Float>> = []
  package private(set) var pieces: [Piece] = []

  package init() {}

  /// One ring.
  package init(ring: [SIMD2<Double>]) {
    add(ring, isClosed: true)
  }

  /// A rectangle.
  package init(_ rect: PageRect) {
    self.init(ring: rect.corners)
  }

  package var isEmpty: Bool { pieces.isEmpty }

  /// The points of a piece.
  package func range(of piece: Int) -> Range<Int> {
    pieces[piece].start..<(piece + 1 < pieces.count ? pieces[piece + 1].start : points.count)
  }

  /// Adds a line, or a ring that is not said to end where it begins. Less than two points, and points that are not finite, are left
  /// out.
  package mutating func add(_ line: [SIMD2<Double>], isClosed: Bool) {
    let start = points.count
    for point in line where point.x.isFinite && point.y.isFinite {
      points.append(SIMD2(Float(point.x.clamped), Float(point.y.clamped)))
    }
    guard points.count - start > 1 else { return points.removeSubrange(start...) }
    pieces.append(Piece(start: start, isClosed: isClosed))
  }

  package mutating func append(_ other: PageOutline) {
    let start = points.count
    points.append(contentsOf: other.points)
    pieces.append(contentsOf: other.pieces.map { Piece(start: $0.start + start, isClosed: $0.isClosed) })
  }

  /// A circle as a ring, off by less than a twentieth of a unit.
  package mutating func addCircle(at center: SIMD2<Double>, radius: Double) {
    guard radius > 0, radius.isFinite else { return }
    let count = min(max(Int((Double.pi / (2 * 0.05 / radius).squareRoot()).rounded(.up)), 12), 720)
    add(
      (0..<count).map { index in
        let angle = 2 * Double.pi * Double(index) / Double(count)
        return center + SIMD2(cos(angle), sin(angle)) * radius
      }, isClosed: true)
  }

  /// The box around all points; nil without any.
  package var bounds: PageRect? {
    guard let first = points.first else { return nil }
    var (low, high) = (first, first)
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    return PageRect(low: SIMD2<Double>(low), high: SIMD2<Double>(high))
  }
}

extension Double {
  /// Within what writers can say.
  fileprivate var clamped: Double { min(max(self, -1e6), 1e6) }
}
