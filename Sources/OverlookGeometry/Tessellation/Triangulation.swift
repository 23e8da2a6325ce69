/// Triangles of a polygon.
package struct Triangulation: Equatable, Sendable {
  /// Points that the triangulation added behind those of the polygon (where edges cross).
  package var addedPoints: [WorldPoint] = []
  /// 3 per triangle, into the polygon's points followed by `addedPoints`; both windings occur.
  package var indices: [UInt32] = []
  /// Whether the whole polygon is covered; when the step budget ran out there are no triangles at all, only an outline can be
  /// drawn.
  package var isComplete = true

  package init() {}
}

/// Cuts polygons with holes into triangles, each place inside covered once.
///
/// A polygon whose edges do not cross is cut by ear clipping; one whose edges do is cut into trapezoids by the even-odd rule.
/// Both are loops with a common budget of steps, so that no input costs more than a bounded time.
package enum Triangulator {
  /// Steps spent on one polygon at most; a step is a few nanoseconds.
  package static let defaultStepBudget = 60_000_000

  /// Triangles for the rings that begin at `ringStarts` (ascending, the first 0) in `points`: the first is the outer one, the
  /// others are holes. Rings may wind either way and repeat points; points that are not finite are skipped, a ring of fewer than
  /// three points is ignored.
  package static func triangulation(
    of points: [WorldPoint], ringStarts: [Int], stepBudget: Int = defaultStepBudget
  ) -> Triangulation {
    guard points.count <= Int(Int32.max) / 4 else { return incomplete }
    var rings = RingList(points: points, ringStarts: ringStarts)
    guard !rings.starts.isEmpty else { return Triangulation() }
    var budget = StepBudget(stepBudget)
    guard let crossings = CrossingFinder.crossings(of: rings, budget: &budget) else { return incomplete }
    if crossings.isEmpty, rings.orient() {
      var clipper = EarClipper(rings: rings)
      if let indices = clipper.triangles(budget: &budget) {
        var result = Triangulation()
        result.indices = indices
        return result
      }
    }
    var slabs = SlabTriangulator(rings: rings, crossingYs: crossings)
    return slabs.triangulation(firstAddedIndex: points.count, budget: &budget) ?? incomplete
  }

  private static var incomplete: Triangulation {
    var result = Triangulation()
    result.isComplete = false
    return result
  }
}

/// What is left of the work that one polygon may cost.
struct StepBudget {
  private var remaining: Int

  init(_ steps: Int) {
    remaining = max(steps, 0)
  }

  /// Half of what is left, which this one then has no longer.
  mutating func takeHalf() -> StepBudget {
    let half = max(remaining, 0) / 2
    remaining -= half
    return StepBudget(half)
  }

  /// Takes `steps`; false once there are none left.
  mutating func spend(_ steps: Int) -> Bool {
    remaining -= min(steps, remaining + 1)
    return remaining >= 0
  }
}

/// Rings without repeated or not finite points: for each point its coordinates and its index in the caller's array.
struct RingList {
  var points: [SIMD2<Double>] = []
  var sources: [UInt32] = []
  /// Where each ring begins in `points`.
  var starts: [Int] = []

  init(points all: [WorldPoint], ringStarts: [Int]) {
    points.reserveCapacity(all.count)
    sources.reserveCapacity(all.count)
    for (ring, start) in ringStarts.enumerated() {
      let end = ring + 1 < ringStarts.count ? ringStarts[ring + 1] : all.count
      guard start >= 0, start <= end, end <= all.count else { continue }
      let first = points.count
      for i in start..<end {
        let p = SIMD2(all[i].x, all[i].y)
        guard p.x.isFinite, p.y.isFinite else { continue }
        if points.count > first, points[points.count - 1] == p { continue }
        points.append(p)
        sources.append(UInt32(i))
      }
      while points.count > first + 1, points[points.count - 1] == points[first] {
        points.removeLast()
        sources.removeLast()
      }
      if points.count - first >= 3 {
        starts.append(first)
      } else {
        points.removeLast(points.count - first)
        sources.removeLast(sources.count - first)
        // Without an outer ring there is nothing for holes to be in.
        if ring == 0 { return }
      }
    }
  }

  func end(ofRing ring: Int) -> Int {
    ring + 1 < starts.count ? starts[ring + 1] : points.count
  }

  /// Turns the outer ring to a positive area (x cross y) and the holes to a negative one; false when the outer ring has none.
  mutating func orient() -> Bool {
    for ring in starts.indices {
      let range = starts[ring]..<end(ofRing: ring)
      let area = signedArea(of: range)
      if ring == 0, area == 0 { return false }
      if (area > 0) != (ring == 0) {
        points[range].reverse()
        sources[range].reverse()
      }
    }
    return true
  }

  private func signedArea(of range: Range<Int>) -> Double {
    let origin = points[range.lowerBound]
    var sum = 0.0
    var previous = points[range.upperBound - 1] - origin
    for i in range {
      let p = points[i] - origin
      sum += previous.x * p.y - previous.y * p.x
      previous = p
    }
    return sum
  }
}

/// Twice the signed area of the triangle a, b, c.
@inline(__always)
func orientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Double {
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
