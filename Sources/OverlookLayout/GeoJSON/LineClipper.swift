internal import OverlookGeometry

/// Parts of a feature on their way into a tile: clipped first between two meridians, then between two parallels.
struct ClippedParts {
  struct Part {
    /// Into `points`.
    var range: Range<Int>
    /// Length of the whole line or area of the whole ring that this is a piece of.
    var size: Double
    /// How far along the whole line the piece begins and ends.
    var start: Double
    var end: Double
  }

  var parts: [Part] = []
  var points: [SIMD2<Double>] = []
  var weights: [Float] = []

  mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
  }

  mutating func append(_ point: SIMD2<Double>, _ weight: Float) {
    points.append(point)
    weights.append(weight)
  }
}

/// Clips lines and rings to a strip across one axis.
struct LineClipper {
  /// 0: x, 1: y.
  let axis: Int
  let low: Double
  let high: Double
  let isRing: Bool

  func clip(_ source: ClippedParts, into target: inout ClippedParts) {
    for part in source.parts {
      if isInside(source, part.range) {
        let start = target.points.count
        target.points.append(contentsOf: source.points[part.range])
        target.weights.append(contentsOf: source.weights[part.range])
        var whole = part
        whole.range = start..<target.points.count
        target.parts.append(whole)
      } else {
        clip(source, part, into: &target)
      }
    }
  }

  private func isInside(_ source: ClippedParts, _ range: Range<Int>) -> Bool {
    range.allSatisfy { source.points[$0][axis] >= low && source.points[$0][axis] <= high }
  }

  private func clip(_ source: ClippedParts, _ part: ClippedParts.Part, into target: inout ClippedParts) {
    var begun = target.points.count
    // How far along the whole line the segment begins, and where the piece that is being made does.
    var along = part.start
    var start = part.start
    for index in part.range.dropLast() {
      let (from, to) = (source.points[index], source.points[index + 1])
      let (a, b) = (from[axis], to[axis])
      let step = to - from
      let length = isRing ? 0 : (step * step).sum().squareRoot()
      if a >= low && a <= high { target.append(from, source.weights[index]) }
      if let edge = a < low && b > low ? low : a > high && b < high ? high : nil {
        let t = (edge - a) / (b - a)
        target.append(point(from, to, t, edge), LineSimplifier.endWeight)
        start = along + length * t
      }
      if let edge = b < low && a >= low ? low : b > high && a <= high ? high : nil {
        let t = (edge - a) / (b - a)
        target.append(point(from, to, t, edge), LineSimplifier.endWeight)
        end(part, begun, start, along + length * t, &target, isLast: false, &begun)
      }
      along += length
    }
    if let last = part.range.last, source.points[last][axis] >= low, source.points[last][axis] <= high {
      target.append(source.points[last], source.weights[last])
    }
    if isRing, target.points.count > begun, target.points[target.points.count - 1] != target.points[begun] {
      target.append(target.points[begun], target.weights[begun])
    }
    end(part, begun, start, part.end, &target, isLast: true, &begun)
  }

  private func point(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ t: Double, _ edge: Double) -> SIMD2<Double> {
    var point = from + (to - from) * t
    point[axis] = edge
    return point
  }

  /// Closes a piece. A ring goes on along the edge, a line ends there.
  private func end(
    _ part: ClippedParts.Part, _ begun: Int, _ start: Double, _ end: Double, _ target: inout ClippedParts, isLast: Bool,
    _ next: inout Int
  ) {
    if isRing && !isLast { return }
    let range = begun..<target.points.count
    next = range.upperBound
    guard range.count > (isRing ? 3 : 1) else {
      target.points.removeSubrange(range)
      target.weights.removeSubrange(range)
      next = begun
      return
    }
    target.parts.append(ClippedParts.Part(range: range, size: part.size, start: start, end: end))
  }
}
