/// Finds how much each point of a line matters (Douglas and Peucker, 1973), once for all zooms: a zoom then takes the points that
/// weigh more than its tolerance.
package struct LineSimplifier {
  /// What the ends of a line weigh: more than the square of any distance in the world that a tolerance can be.
  package static let endWeight: Float = 1e6

  private let squaredTolerance: Double
  private var stack: [Range<Int>] = []

  /// Looks at a point, on average for each point of a line. A line that needs more is kept as it is.
  private static let stepsPerPoint = 256

  /// - Parameter squaredTolerance: Points that lie nearer to their line weigh nothing.
  package init(squaredTolerance: Double) {
    self.squaredTolerance = squaredTolerance
  }

  /// Sets the weights of the points of `range`: how far each lies from the line that would be there without it, squared.
  package mutating func weigh(_ points: [SIMD2<Double>], _ range: Range<Int>, into weights: inout [Float]) {
    guard let first = range.first, let last = range.last else { return }
    weights[first] = Self.endWeight
    weights[last] = Self.endWeight
    var steps = Self.stepsPerPoint * range.count
    stack.removeAll(keepingCapacity: true)
    stack.append(first..<last)
    while let piece = stack.popLast() {
      steps -= piece.count
      if steps < 0 {
        for index in range { weights[index] = Self.endWeight }
        return
      }
      guard let (index, distance) = farthest(points, piece) else { continue }
      weights[index] = Float(distance)
      if index - piece.lowerBound > 1 { stack.append(piece.lowerBound..<index) }
      if piece.upperBound - index > 1 { stack.append(index..<piece.upperBound) }
    }
  }

  /// The point between the ends that lies farthest from the segment between them, by its squared distance; of equals the one
  /// nearest to the middle, so that pieces are halved. Nil when all lie within the tolerance.
  private func farthest(_ points: [SIMD2<Double>], _ piece: Range<Int>) -> (index: Int, distance: Double)? {
    let (a, b) = (points[piece.lowerBound], points[piece.upperBound])
    let direction = b - a
    let square = (direction * direction).sum()
    let middle = (piece.lowerBound + piece.upperBound) / 2
    var best = squaredTolerance
    var found: Int?
    for index in (piece.lowerBound + 1)..<max(piece.upperBound, piece.lowerBound + 1) {
      let offset = points[index] - a
      let t = square > 0 ? min(max((offset * direction).sum() / square, 0), 1) : 0
      let away = offset - direction * t
      let distance = (away * away).sum()
      if distance > best || (distance == best && found.map { abs(index - middle) < abs($0 - middle) } ?? false) {
        best = distance
        found = index
      }
    }
    return found.map { ($0, best) }
  }

  /// The points of `line` of which none of the others lies farther than `tolerance` from the line through those kept. The ends stay.
  package static func simplified(_ line: [SIMD2<Double>], tolerance: Double) -> [SIMD2<Double>] {
    guard line.count > 2, tolerance > 0 else { return line }
    var weights = [Float](repeating: 0, count: line.count)
    var simplifier = LineSimplifier(squaredTolerance: tolerance * tolerance)
    simplifier.weigh(line, line.indices, into: &weights)
    return zip(line, weights).filter { $0.1 > 0 }.map { $0.0 }
  }

  /// A ring is opened at the two points that lie farthest apart along it, which stay. Nothing where fewer than three corners are left.
  package static func simplified(ring: [SIMD2<Double>], tolerance: Double) -> [SIMD2<Double>] {
    guard ring.count > 4, let first = ring.first else { return ring }
    func squareDistance(_ index: Int) -> Double {
      let way = ring[index] - first
      return (way * way).sum()
    }
    let far = ring.indices.max { squareDistance($0) < squareDistance($1) } ?? 0
    let there = simplified(Array(ring[...far]), tolerance: tolerance)
    let back = simplified(Array(ring[far...]) + [first], tolerance: tolerance)
    let corners = Array(there.dropLast() + back.dropLast())
    return corners.count > 2 ? corners : []
  }

  /// The same in world units.
  package static func simplified(_ line: [WorldPoint], tolerance: Double) -> [WorldPoint] {
    simplified(line.map { SIMD2($0.x, $0.y) }, tolerance: tolerance).map { WorldPoint(x: $0.x, y: $0.y) }
  }

  package static func simplified(ring: [WorldPoint], tolerance: Double) -> [WorldPoint] {
    simplified(ring: ring.map { SIMD2($0.x, $0.y) }, tolerance: tolerance).map { WorldPoint(x: $0.x, y: $0.y) }
  }
}
