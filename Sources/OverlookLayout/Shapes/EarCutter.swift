/// Cuts small polygons into triangles, corner by corner, in whole numbers and in memory that is used again.
///
/// A corner may be cut off when it is convex and no other corner lies in its triangle. Holes are joined to the outer ring by
/// bridges (David Eberly, "Triangulation by Ear Clipping", 2002). Each cut looks at all reflex corners that are left, so this is
/// for polygons of a few hundred. Polygons whose edges cross are not cut.
///
/// The geometry of the world has a `Triangulator` for polygons of any size with places in Double, which cuts crossing edges too;
/// it makes grids, lists and sums in 64 bits, which the thousands of small polygons of a tile, most of them houses, would pay
/// for.
struct EarCutter {
  /// A point of the joined ring. A bridge passes its ends twice, so there may be more of them than points.
  private struct Corner {
    var place: Place
    var source: UInt32
    var next: Int32 = 0
    var previous: Int32 = 0
    /// Into `reflex`; -1 for a corner that is convex.
    var reflexIndex: Int32 = -1
  }

  /// Within `FeatureLayer.coordinateRange`, so that a product of two differences has 30 bits.
  private struct Place: Equatable {
    var x: Int32
    var y: Int32
  }

  private struct ReflexCorner {
    var place: Place
    var corner: Int32
  }

  private var corners: [Corner] = []
  private var reflex: [ReflexCorner] = []
  private var order: [Int32] = []
  /// The leftmost corner of each hole.
  private var holes: [Int32] = []
  private var outer: Int32 = -1
  private var pointCount: UInt32 = 0

  /// More points than this are not worth their squared number of steps.
  static let maximumPoints = 400

  mutating func begin() {
    corners.removeAll(keepingCapacity: true)
    reflex.removeAll(keepingCapacity: true)
    holes.removeAll(keepingCapacity: true)
    outer = -1
    pointCount = 0
  }

  /// Adds a ring; the first one is the outer one. A ring of no area is left out, and with it, when it is the outer one,
  /// everything.
  mutating func addRing(_ features: FeatureLayer, _ points: Range<Int>) {
    let firstSource = pointCount
    pointCount += UInt32(clamping: points.count)
    let isOuter = firstSource == 0
    let area = RingArea.doubled(features.coordinates, points)
    guard area != 0, isOuter || outer >= 0 else { return }
    let first = corners.count
    let isForward = (area > 0) == isOuter
    let coordinates = features.coordinates
    let ring = coordinates.span.extracting((2 * points.lowerBound)..<(2 * points.upperBound))
    var leftmost = first
    var before: Place?
    for step in 0..<points.count {
      let offset = isForward ? step : points.count - 1 - step
      let place = Place(x: Int32(ring[2 * offset]), y: Int32(ring[2 * offset + 1]))
      if place == before { continue }
      before = place
      let index = corners.count
      corners.append(
        Corner(
          place: place, source: firstSource + UInt32(clamping: offset), next: Int32(truncatingIfNeeded: index + 1),
          previous: Int32(truncatingIfNeeded: index - 1)))
      let least = corners[leftmost].place
      if place.x < least.x || (place.x == least.x && place.y < least.y) { leftmost = index }
    }
    while corners.count > first + 1, corners[corners.count - 1].place == corners[first].place, leftmost != corners.count - 1 {
      corners.removeLast()
    }
    let last = corners.count - 1
    corners[last].next = Int32(truncatingIfNeeded: first)
    corners[first].previous = Int32(truncatingIfNeeded: last)
    if isOuter { outer = Int32(truncatingIfNeeded: first) } else { holes.append(Int32(truncatingIfNeeded: leftmost)) }
  }

  /// Adds the sources of the triangles' corners (numbers of points in the order of the rings) plus `firstVertex`; false, and
  /// nothing is added, when the polygon cannot be cut so.
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

  @inline(__always)
  private func add(_ index: Int32, _ firstVertex: UInt32, _ indices: inout [UInt32]) {
    let corners = corners.span
    let corner = corners[Int(index)]
    indices.append(firstVertex + corners[Int(corner.previous)].source)
    indices.append(firstVertex + corner.source)
    indices.append(firstVertex + corners[Int(corner.next)].source)
  }

  private mutating func countAndMark() -> Int {
    var count = 0
    var index = outer
    repeat {
      mark(index)
      count += 1
      index = corners[Int(index)].next
    } while index != outer
    return count
  }

  /// Lists a corner among the reflex ones, or takes it from their list.
  @inline(__always)
  private mutating func mark(_ index: Int32) {
    let known = corners[Int(index)].reflexIndex
    let isReflex = turn(at: index) <= 0
    guard isReflex != (known >= 0) else { return }
    if isReflex {
      corners[Int(index)].reflexIndex = Int32(truncatingIfNeeded: reflex.count)
      reflex.append(ReflexCorner(place: corners[Int(index)].place, corner: index))
    } else {
      unlist(index, known)
    }
  }

  private mutating func unlist(_ index: Int32, _ place: Int32) {
    corners[Int(index)].reflexIndex = -1
    guard let last = reflex.popLast(), last.corner != index else { return }
    reflex[Int(place)] = last
    corners[Int(last.corner)].reflexIndex = place
  }

  private mutating func remove(_ index: Int32) {
    let corner = corners[Int(index)]
    corners[Int(corner.previous)].next = corner.next
    corners[Int(corner.next)].previous = corner.previous
    if corner.reflexIndex >= 0 { unlist(index, corner.reflexIndex) }
    mark(corner.previous)
    mark(corner.next)
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

  @inline(__always)
  private func isEar(_ index: Int32) -> Bool {
    let corners = corners.span
    let corner = corners[Int(index)]
    guard corner.reflexIndex < 0 else { return false }
    if reflex.isEmpty { return true }
    let (a, b, c) = (corners[Int(corner.previous)].place, corner.place, corners[Int(corner.next)].place)
    let (lowX, highX) = (min(a.x, b.x, c.x), max(a.x, b.x, c.x))
    let (lowY, highY) = (min(a.y, b.y, c.y), max(a.y, b.y, c.y))
    let reflex = reflex.span
    for other in reflex.indices {
      let p = reflex[other].place
      if p.x < lowX || p.x > highX || p.y < lowY || p.y > highY { continue }
      // Its own neighbours, the other end of a bridge, or a ring that touches itself.
      if p == a || p == b || p == c { continue }
      if Self.turn(a, b, p) >= 0, Self.turn(b, c, p) >= 0, Self.turn(c, a, p) >= 0 { return false }
    }
    return true
  }

  /// Positive where the ring turns as the outer one does.
  @inline(__always)
  private func turn(at index: Int32) -> Int32 {
    let corners = corners.span
    let corner = corners[Int(index)]
    return Self.turn(corners[Int(corner.previous)].place, corner.place, corners[Int(corner.next)].place)
  }

  /// Differences have 15 bits and a sign, so that this is below 2^31.
  @inline(__always)
  private static func turn(_ a: Place, _ b: Place, _ c: Place) -> Int32 {
    (b.x &- a.x) &* (c.y &- a.y) &- (b.y &- a.y) &* (c.x &- a.x)
  }
}

// MARK: - Crossings

extension EarCutter {
  /// Whether two edges cross; such that only touch do not.
  private mutating func hasCrossing() -> Bool {
    order.removeAll(keepingCapacity: true)
    for index in corners.indices { order.append(Int32(truncatingIfNeeded: index)) }
    // Edges in the order of their left ends: each meets only those that begin before it ends.
    let count = corners.count
    let isSorted = count > 48
    if isSorted { sortByLeftEnd() }
    let (corners, order) = (corners.span, order.span)
    for first in 0..<count {
      let start = corners[Int(order[first])]
      let (a, b) = (start.place, corners[Int(start.next)].place)
      let (left, right) = (min(a.x, b.x), max(a.x, b.x))
      let (low, high) = (min(a.y, b.y), max(a.y, b.y))
      for second in (first + 1)..<max(count, first + 1) {
        let other = corners[Int(order[second])]
        let (c, d) = (other.place, corners[Int(other.next)].place)
        if c.x > right && d.x > right {
          if isSorted { break }
          continue
        }
        if (c.x < left && d.x < left) || (c.y < low && d.y < low) || (c.y > high && d.y > high) { continue }
        let (fromC, fromD) = (Self.turn(a, b, c), Self.turn(a, b, d))
        guard (fromC > 0 && fromD < 0) || (fromC < 0 && fromD > 0) else { continue }
        let (fromA, fromB) = (Self.turn(c, d, a), Self.turn(c, d, b))
        if (fromA > 0 && fromB < 0) || (fromA < 0 && fromB > 0) { return true }
      }
    }
    return false
  }

  private mutating func sortByLeftEnd() {
    let corners = corners
    func leftEnd(_ index: Int32) -> Int32 {
      let corner = corners[Int(index)]
      return min(corner.place.x, corners[Int(corner.next)].place.x)
    }
    order.sort { leftEnd($0) < leftEnd($1) }
  }
}

// MARK: - Holes

extension EarCutter {
  private mutating func joinHoles() {
    guard !holes.isEmpty else { return }
    // From left to right, so that whatever lies between a hole and the outer ring is part of the ring by then.
    holes.sort { Self.order(corners[Int($0)].place, $0) < Self.order(corners[Int($1)].place, $1) }
    for hole in holes {
      if let bridge = bridge(from: hole) { join(bridge, hole) }
    }
  }

  private static func order(_ place: Place, _ index: Int32) -> (Int32, Int32, Int32) { (place.x, place.y, index) }

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

  /// A corner of the outer ring that the leftmost corner of a hole sees: the nearest edge on its left has one, unless another
  /// corner lies before it. Nil for a hole that is outside.
  private func bridge(from hole: Int32) -> Int32? {
    let h = corners[Int(hole)].place
    let (hx, hy) = (Double(h.x), Double(h.y))
    var nearest = -Double.infinity
    var best: Int32?
    var index = outer
    repeat {
      let next = corners[Int(index)].next
      let (p, q) = (corners[Int(index)].place, corners[Int(next)].place)
      if h.y <= p.y, h.y >= q.y, p.y != q.y {
        let x = Double(p.x) + (hy - Double(p.y)) * Double(q.x - p.x) / Double(q.y - p.y)
        if x <= hx, x > nearest {
          nearest = x
          best = p.x < q.x ? index : next
          if x == hx { return best }
        }
      }
      index = next
    } while index != outer
    guard let best else { return nil }
    return cornerBefore(best, hole, edgeX: nearest)
  }

  /// Among the corners in the triangle of the hole's corner, the edge on its left and `first`, the one at the smallest angle.
  private func cornerBefore(_ first: Int32, _ hole: Int32, edgeX: Double) -> Int32 {
    let h = corners[Int(hole)].place
    let m = corners[Int(first)].place
    let (hx, hy) = (Double(h.x), Double(h.y))
    let (mx, my) = (Double(m.x), Double(m.y))
    var best = first
    var smallest = Double.infinity
    var index = first
    repeat {
      let p = corners[Int(index)].place
      let (px, py) = (Double(p.x), Double(p.y))
      if h.x > p.x, p.x >= m.x,
        Self.isInside(px, py, hy < my ? hx : edgeX, hy, mx, my, hy < my ? edgeX : hx, hy)
      {
        let slope = abs(hy - py) / (hx - px)
        if sees(index, h), slope < smallest || (slope == smallest && p.x > corners[Int(best)].place.x) {
          best = index
          smallest = slope
        }
      }
      index = corners[Int(index)].next
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
  private func sees(_ index: Int32, _ place: Place) -> Bool {
    let corner = corners[Int(index)]
    let (before, after) = (corners[Int(corner.previous)].place, corners[Int(corner.next)].place)
    let own = corner.place
    if Self.turn(before, own, after) > 0 {
      return Self.turn(own, place, after) <= 0 && Self.turn(own, before, place) <= 0
    }
    return Self.turn(own, place, before) > 0 || Self.turn(own, after, place) > 0
  }
}
