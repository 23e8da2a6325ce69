/// Cuts the corners off a polygon until nothing is left.
///
/// The rings become one by bridges (see `EarClipper+Holes`). Only reflex corners can lie in the triangle of another one, so a
/// grid over these, shrinking as they disappear, answers in nearly constant time whether a corner may be cut.
struct EarClipper {
  /// A corner of the joined ring; a bridge visits the same point twice, so corners and points are not the same.
  struct Corner {
    var point: SIMD2<Double>
    var source: UInt32
    var next: Int32
    var previous: Int32
    var isReflex: Bool
  }

  var corners: [Corner] = []
  private var grid = CornerGrid()
  private let rings: RingList

  /// `rings` must be oriented: the outer one positive, holes negative.
  init(rings: RingList) {
    self.rings = rings
    corners.reserveCapacity(rings.points.count + 2 * rings.starts.count)
    for ring in rings.starts.indices {
      let first = corners.count
      for i in rings.starts[ring]..<rings.end(ofRing: ring) {
        let index = Int32(corners.count)
        corners.append(
          Corner(point: rings.points[i], source: rings.sources[i], next: index + 1, previous: index - 1, isReflex: false))
      }
      corners[corners.count - 1].next = Int32(first)
      corners[first].previous = Int32(corners.count - 1)
    }
  }

  /// Indices of the triangles into the points from which the rings were made; nil when no ear could be found or the budget ran
  /// out.
  mutating func triangles(budget: inout StepBudget) -> [UInt32]? {
    guard !corners.isEmpty, bridgeHoles(starts: rings.starts, budget: &budget) else { return nil }
    markReflex()
    var indices: [UInt32] = []
    indices.reserveCapacity(corners.count * 3)
    var remaining = ringLength(from: 0)
    var current: Int32 = 0
    var misses = 0
    while remaining > 3 {
      let ear = corners[Int(current)]
      if isEar(ear, at: current, budget: &budget) {
        indices.append(corners[Int(ear.previous)].source)
        indices.append(ear.source)
        indices.append(corners[Int(ear.next)].source)
        remove(current)
        remaining -= 1
        misses = 0
        // Leaving out the next corner gives rounder triangles than a fan would have.
        current = corners[Int(ear.next)].next
        continue
      }
      guard budget.spend(1) else { return nil }
      current = ear.next
      misses += 1
      if misses > remaining {
        guard let (next, removed) = removeFlatCorners(from: current, count: remaining), removed > 0 else { return nil }
        current = next
        remaining -= removed
        misses = 0
      }
    }
    let last = corners[Int(current)]
    let (p, q) = (corners[Int(last.previous)], corners[Int(last.next)])
    if remaining == 3, orientation(p.point, last.point, q.point) != 0 {
      indices.append(p.source)
      indices.append(last.source)
      indices.append(q.source)
    }
    return indices
  }

  private func ringLength(from first: Int32) -> Int {
    var count = 1
    var i = corners[Int(first)].next
    while i != first {
      count += 1
      i = corners[Int(i)].next
    }
    return count
  }

  private mutating func markReflex() {
    var reflex: [Int32] = []
    var i: Int32 = 0
    repeat {
      let isReflex = turn(at: i) <= 0
      corners[Int(i)].isReflex = isReflex
      if isReflex { reflex.append(i) }
      i = corners[Int(i)].next
    } while i != 0
    grid = CornerGrid(corners: corners, members: reflex)
  }

  private func turn(at i: Int32) -> Double {
    let corner = corners[Int(i)]
    return orientation(corners[Int(corner.previous)].point, corner.point, corners[Int(corner.next)].point)
  }

  private func isEar(_ ear: Corner, at index: Int32, budget: inout StepBudget) -> Bool {
    guard !ear.isReflex else { return false }
    if grid.isEmpty { return true }
    return !grid.anyMember(
      insideTriangleOf: corners[Int(ear.previous)].point, ear.point, corners[Int(ear.next)].point, corners: corners,
      budget: &budget)
  }

  /// Takes a corner out of the ring; its neighbours may become convex.
  private mutating func remove(_ index: Int32) {
    let corner = corners[Int(index)]
    corners[Int(corner.previous)].next = corner.next
    corners[Int(corner.next)].previous = corner.previous
    if corner.isReflex { grid.remove(index) }
    for neighbour in [corner.previous, corner.next] where corners[Int(neighbour)].isReflex && turn(at: neighbour) > 0 {
      corners[Int(neighbour)].isReflex = false
      grid.remove(neighbour)
    }
  }

  /// Removes corners without area (spikes and points in the middle of an edge) that are in the way of every ear.
  private mutating func removeFlatCorners(from start: Int32, count: Int) -> (next: Int32, removed: Int)? {
    var current = start
    var removed = 0
    for _ in 0..<count where count - removed > 3 {
      let next = corners[Int(current)].next
      if turn(at: current) == 0 {
        remove(current)
        removed += 1
      }
      current = next
    }
    return (current, removed)
  }
}

/// Corners by place: a grid whose cells list their members, for asking whether any lies in a triangle.
struct CornerGrid {
  private var members: [Int32] = []
  private var cellStarts: [Int32] = []
  private var cellCounts: [Int32] = []
  private var cellOfCorner: [Int32] = []
  private var origin = SIMD2<Double>.zero
  private var cellsPerUnit = SIMD2<Double>.zero
  private var side = 1
  private var count = 0

  init() {}

  init(corners: [EarClipper.Corner], members all: [Int32]) {
    count = all.count
    guard let first = all.first else { return }
    var low = corners[Int(first)].point
    var high = low
    for i in all {
      low = pointwiseMin(low, corners[Int(i)].point)
      high = pointwiseMax(high, corners[Int(i)].point)
    }
    side = min(max(Int(Double(all.count).squareRoot()), 1), 512)
    origin = low
    let extent = high - low
    cellsPerUnit = SIMD2(extent.x > 0 ? Double(side) / extent.x : 0, extent.y > 0 ? Double(side) / extent.y : 0)
    cellCounts = Array(repeating: 0, count: side * side)
    cellOfCorner = Array(repeating: -1, count: corners.count)
    for i in all {
      let cell = cell(of: corners[Int(i)].point)
      cellOfCorner[Int(i)] = Int32(cell)
      cellCounts[cell] += 1
    }
    cellStarts = Array(repeating: 0, count: side * side)
    var start: Int32 = 0
    for cell in cellStarts.indices {
      cellStarts[cell] = start
      start += cellCounts[cell]
      cellCounts[cell] = 0
    }
    members = Array(repeating: 0, count: all.count)
    for i in all {
      let cell = Int(cellOfCorner[Int(i)])
      members[Int(cellStarts[cell] + cellCounts[cell])] = i
      cellCounts[cell] += 1
    }
  }

  var isEmpty: Bool { count == 0 }

  mutating func remove(_ corner: Int32) {
    let cell = Int(cellOfCorner[Int(corner)])
    let start = Int(cellStarts[cell])
    let end = start + Int(cellCounts[cell])
    guard let slot = (start..<end).first(where: { members[$0] == corner }) else { return }
    members[slot] = members[end - 1]
    cellCounts[cell] -= 1
    count -= 1
  }

  /// Whether a member lies in or on the triangle (positive orientation) and on none of its corners.
  func anyMember(
    insideTriangleOf a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, corners: [EarClipper.Corner],
    budget: inout StepBudget
  ) -> Bool {
    let low = pointwiseMin(a, pointwiseMin(b, c))
    let high = pointwiseMax(a, pointwiseMax(b, c))
    let (fromX, fromY) = (column(low.x), row(low.y))
    let (toX, toY) = (column(high.x), row(high.y))
    var steps = 0
    defer { _ = budget.spend(steps) }
    for y in fromY...max(fromY, toY) {
      for x in fromX...max(fromX, toX) {
        let cell = y * side + x
        let start = Int(cellStarts[cell])
        let members = Int(cellCounts[cell])
        steps += 1 + members
        for slot in start..<(start + members) {
          let p = corners[Int(self.members[slot])].point
          if p.x < low.x || p.x > high.x || p.y < low.y || p.y > high.y { continue }
          if p == a || p == b || p == c { continue }
          if orientation(a, b, p) >= 0, orientation(b, c, p) >= 0, orientation(c, a, p) >= 0 { return true }
        }
      }
    }
    return false
  }

  private func cell(of p: SIMD2<Double>) -> Int {
    row(p.y) * side + column(p.x)
  }

  private func column(_ x: Double) -> Int {
    Int(min(max((x - origin.x) * cellsPerUnit.x, 0), Double(side - 1)))
  }

  private func row(_ y: Double) -> Int {
    Int(min(max((y - origin.y) * cellsPerUnit.y, 0), Double(side - 1)))
  }
}
