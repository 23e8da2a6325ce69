/// Cuts small polygons into triangles, corner by corner, in whole numbers and in memory that is used again.
///
/// A corner may be cut off when it is convex and no other corner lies in its triangle. Holes are joined to the outer ring by bridges
/// (David Eberly, "Triangulation by Ear Clipping", 2002). Each cut looks at all corners that are left, so this is for polygons of a few
/// hundred. Polygons whose edges cross are not cut.
struct EarCutter {
  /// A point of the joined ring. A bridge passes its ends twice, so there may be more of them than points.
  private struct Corner {
    var x: Int32
    var y: Int32
    var source: UInt32
    var next: Int32 = 0
    var previous: Int32 = 0
    var isReflex = false
  }

  private var corners: [Corner] = []
  private var order: [Int32] = []
  /// The leftmost corner of each hole.
  private var holes: [Int32] = []
  private var outer: Int32 = -1
  private var pointCount: UInt32 = 0

  /// More points than this are not worth their squared number of steps.
  static let maximumPoints = 400

  mutating func begin() {
    corners.removeAll(keepingCapacity: true)
    holes.removeAll(keepingCapacity: true)
    outer = -1
    pointCount = 0
  }

  /// Adds a ring; the first one is the outer one. A ring of no area is left out, and with it, when it is the outer one, everything.
  mutating func addRing(_ features: FeatureLayer, _ points: Range<Int>) {
    let firstSource = pointCount
    pointCount += UInt32(clamping: points.count)
    let isOuter = firstSource == 0
    let area = RingArea.doubled(features.coordinates, points)
    guard area != 0, isOuter || outer >= 0 else { return }
    let first = Int32(clamping: corners.count)
    let isForward = (area > 0) == isOuter
    var leftmost = first
    for step in 0..<points.count {
      let offset = isForward ? step : points.count - 1 - step
      let point = features.point(points.lowerBound + offset)
      if corners.count > Int(first), let last = corners.last, last.x == point.x, last.y == point.y { continue }
      let index = Int32(clamping: corners.count)
      corners.append(
        Corner(x: point.x, y: point.y, source: firstSource + UInt32(clamping: offset), next: index + 1, previous: index - 1))
      let left = corners[Int(leftmost)]
      if point.x < left.x || (point.x == left.x && point.y < left.y) { leftmost = index }
    }
    while corners.count > Int(first) + 1, isSamePlace(Int32(corners.count - 1), first), leftmost != Int32(corners.count - 1) {
      corners.removeLast()
    }
    let last = Int32(clamping: corners.count - 1)
    corners[Int(last)].next = first
    corners[Int(first)].previous = last
    if isOuter { outer = first } else { holes.append(leftmost) }
  }

  /// Adds the sources of the triangles' corners (numbers of points in the order of the rings) plus `firstVertex`; false, and nothing
  /// is added, when the polygon cannot be cut so.
  mutating func cut(firstVertex: UInt32, into indices: inout [UInt32]) -> Bool {
    guard outer >= 0 else { return true }
    if hasCrossing() { return false }
    let start = indices.count
    joinHoles()
    var remaining = countAndMark()
    var current = outer
    var misses = 0
    while remaining > 3 {
      let corner = corners[Int(current)]
      if isEar(current) {
        add(current, firstVertex, &indices)
        remove(current)
        remaining -= 1
        misses = 0
        // Every second corner first: a fan around one would be slivers.
        current = corners[Int(corner.next)].next
        continue
      }
      current = corner.next
      misses += 1
      guard misses > remaining else { continue }
      let removed = removeFlat(&current, remaining)
      guard removed > 0 else {
        indices.removeLast(indices.count - start)
        return false
      }
      remaining -= removed
      misses = 0
    }
    if remaining == 3, turn(at: current) != 0 { add(current, firstVertex, &indices) }
    return true
  }

  private func add(_ index: Int32, _ firstVertex: UInt32, _ indices: inout [UInt32]) {
    let corner = corners[Int(index)]
    indices.append(firstVertex + corners[Int(corner.previous)].source)
    indices.append(firstVertex + corner.source)
    indices.append(firstVertex + corners[Int(corner.next)].source)
  }

  private mutating func countAndMark() -> Int {
    var count = 0
    var index = outer
    repeat {
      corners[Int(index)].isReflex = turn(at: index) <= 0
      count += 1
      index = corners[Int(index)].next
    } while index != outer
    return count
  }

  private mutating func remove(_ index: Int32) {
    let corner = corners[Int(index)]
    corners[Int(corner.previous)].next = corner.next
    corners[Int(corner.next)].previous = corner.previous
    corners[Int(corner.previous)].isReflex = turn(at: corner.previous) <= 0
    corners[Int(corner.next)].isReflex = turn(at: corner.next) <= 0
  }

  /// Takes out corners without area, which are in the way of every cut; says how many.
  private mutating func removeFlat(_ current: inout Int32, _ count: Int) -> Int {
    var removed = 0
    for _ in 0..<count where count - removed > 3 {
      let next = corners[Int(current)].next
      if turn(at: current) == 0 {
        remove(current)
        removed += 1
      }
      current = next
    }
    return removed
  }

  private func isEar(_ index: Int32) -> Bool {
    let b = corners[Int(index)]
    guard !b.isReflex else { return false }
    let a = corners[Int(b.previous)]
    let c = corners[Int(b.next)]
    let (lowX, highX) = (min(a.x, b.x, c.x), max(a.x, b.x, c.x))
    let (lowY, highY) = (min(a.y, b.y, c.y), max(a.y, b.y, c.y))
    var other = c.next
    while other != b.previous {
      let p = corners[Int(other)]
      other = p.next
      guard p.isReflex, p.x >= lowX, p.x <= highX, p.y >= lowY, p.y <= highY else { continue }
      // The other end of a bridge, or a ring that touches itself.
      if (p.x == a.x && p.y == a.y) || (p.x == c.x && p.y == c.y) || (p.x == b.x && p.y == b.y) { continue }
      if turn(a, b, p) >= 0, turn(b, c, p) >= 0, turn(c, a, p) >= 0 { return false }
    }
    return true
  }

  /// Positive where the ring turns as the outer one does.
  private func turn(at index: Int32) -> Int64 {
    let corner = corners[Int(index)]
    return turn(corners[Int(corner.previous)], corner, corners[Int(corner.next)])
  }

  private func turn(_ a: Corner, _ b: Corner, _ c: Corner) -> Int64 {
    Int64(b.x - a.x) * Int64(c.y - a.y) - Int64(b.y - a.y) * Int64(c.x - a.x)
  }

  private func isSamePlace(_ a: Int32, _ b: Int32) -> Bool {
    corners[Int(a)].x == corners[Int(b)].x && corners[Int(a)].y == corners[Int(b)].y
  }
}

// MARK: - Crossings

extension EarCutter {
  /// Whether two edges cross; such that only touch do not.
  private mutating func hasCrossing() -> Bool {
    let count = corners.count
    order.removeAll(keepingCapacity: true)
    for index in 0..<count { order.append(Int32(truncatingIfNeeded: index)) }
    // Edges in the order of their left ends: each meets only those that begin before it ends.
    let isSorted = count > 48
    if isSorted {
      let corners = corners
      order.sort { Self.leftEnd($0, corners) < Self.leftEnd($1, corners) }
    }
    for first in 0..<count {
      let a = corners[Int(order[first])]
      let b = corners[Int(a.next)]
      let (left, right) = (min(a.x, b.x), max(a.x, b.x))
      let (low, high) = (min(a.y, b.y), max(a.y, b.y))
      for second in (first + 1)..<max(count, first + 1) {
        let c = corners[Int(order[second])]
        let d = corners[Int(c.next)]
        if c.x > right && d.x > right {
          if isSorted { break }
          continue
        }
        if (c.x < left && d.x < left) || (c.y < low && d.y < low) || (c.y > high && d.y > high) { continue }
        let (fromC, fromD) = (turn(a, b, c), turn(a, b, d))
        guard (fromC > 0 && fromD < 0) || (fromC < 0 && fromD > 0) else { continue }
        let (fromA, fromB) = (turn(c, d, a), turn(c, d, b))
        if (fromA > 0 && fromB < 0) || (fromA < 0 && fromB > 0) { return true }
      }
    }
    return false
  }

  private static func leftEnd(_ index: Int32, _ corners: [Corner]) -> Int32 {
    let corner = corners[Int(index)]
    return min(corner.x, corners[Int(corner.next)].x)
  }
}

// MARK: - Holes

extension EarCutter {
  private mutating func joinHoles() {
    guard !holes.isEmpty else { return }
    // From left to right, so that whatever lies between a hole and the outer ring is part of the ring by then.
    holes.sort { (corners[Int($0)].x, corners[Int($0)].y, $0) < (corners[Int($1)].x, corners[Int($1)].y, $1) }
    for hole in holes {
      if let bridge = bridge(from: hole) { join(bridge, hole) }
    }
  }

  /// Links the ring of `b` into that of `a`: along the bridge, around, and back.
  private mutating func join(_ a: Int32, _ b: Int32) {
    let (second, back) = (Int32(corners.count), Int32(corners.count + 1))
    corners.append(corners[Int(a)])
    corners.append(corners[Int(b)])
    let (afterA, beforeB) = (corners[Int(a)].next, corners[Int(b)].previous)
    corners[Int(a)].next = b
    corners[Int(b)].previous = a
    corners[Int(second)].next = afterA
    corners[Int(afterA)].previous = second
    corners[Int(back)].next = second
    corners[Int(second)].previous = back
    corners[Int(beforeB)].next = back
    corners[Int(back)].previous = beforeB
  }

  /// A corner of the outer ring that the leftmost corner of a hole sees: the nearest edge on its left has one, unless another corner
  /// lies before it. Nil for a hole that is outside.
  private func bridge(from hole: Int32) -> Int32? {
    let h = corners[Int(hole)]
    let (hx, hy) = (Double(h.x), Double(h.y))
    var nearest = -Double.infinity
    var best: Int32?
    var index = outer
    repeat {
      let p = corners[Int(index)]
      let q = corners[Int(p.next)]
      if h.y <= p.y, h.y >= q.y, p.y != q.y {
        let x = Double(p.x) + (hy - Double(p.y)) * Double(q.x - p.x) / Double(q.y - p.y)
        if x <= hx, x > nearest {
          nearest = x
          best = p.x < q.x ? index : p.next
          if x == hx { return best }
        }
      }
      index = p.next
    } while index != outer
    guard let best else { return nil }
    return cornerBefore(best, hole, edgeX: nearest)
  }

  /// Among the corners in the triangle of the hole's corner, the edge on its left and `first`, the one at the smallest angle.
  private func cornerBefore(_ first: Int32, _ hole: Int32, edgeX: Double) -> Int32 {
    let h = corners[Int(hole)]
    let m = corners[Int(first)]
    let (hx, hy) = (Double(h.x), Double(h.y))
    let (mx, my) = (Double(m.x), Double(m.y))
    var best = first
    var smallest = Double.infinity
    var index = first
    repeat {
      let p = corners[Int(index)]
      let (px, py) = (Double(p.x), Double(p.y))
      if h.x > p.x, p.x >= m.x,
        Self.isInside(px, py, hy < my ? hx : edgeX, hy, mx, my, hy < my ? edgeX : hx, hy)
      {
        let slope = abs(hy - py) / (hx - px)
        if sees(index, h), slope < smallest || (slope == smallest && p.x > corners[Int(best)].x) {
          best = index
          smallest = slope
        }
      }
      index = p.next
    } while index != first
    return best
  }

  private static func isInside(
    _ px: Double, _ py: Double, _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ cx: Double, _ cy: Double
  ) -> Bool {
    let (a, b, c) = (
      (ax - px) * (by - py) - (bx - px) * (ay - py), (bx - px) * (cy - py) - (cx - px) * (by - py),
      (cx - px) * (ay - py) - (ax - px) * (cy - py)
    )
    return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0)
  }

  /// Whether the way from a corner to a place begins inside of the ring.
  private func sees(_ index: Int32, _ place: Corner) -> Bool {
    let corner = corners[Int(index)]
    let before = corners[Int(corner.previous)]
    let after = corners[Int(corner.next)]
    if turn(before, corner, after) > 0 { return turn(corner, place, after) <= 0 && turn(corner, before, place) <= 0 }
    return turn(corner, place, before) > 0 || turn(corner, after, place) > 0
  }
}
