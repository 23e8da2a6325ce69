/// Joining holes to the outer ring: after David Eberly, "Triangulation by Ear Clipping" (2002), section 3.
extension EarClipper {
  /// Links every hole into the ring of corner 0 by a bridge to a corner that it sees; a hole outside of the outer ring is left
  /// out. False when the budget ran out.
  mutating func bridgeHoles(starts: [Int], budget: inout StepBudget) -> Bool {
    guard starts.count > 1 else { return true }
    var leftmost: [Int32] = []
    for ring in 1..<starts.count {
      let end = ring + 1 < starts.count ? starts[ring + 1] : corners.count
      var best = starts[ring]
      for i in starts[ring]..<end where isFurtherLeft(corners[i].point, than: corners[best].point) { best = i }
      leftmost.append(Int32(best))
    }
    // From left to right, so that whatever lies between a hole and the outer ring is already part of the ring.
    leftmost.sort { isFurtherLeft(corners[Int($0)].point, than: corners[Int($1)].point) }
    var length = starts[1]
    for hole in leftmost {
      guard budget.spend(2 * length) else { return false }
      guard let target = cornerSeen(fromHole: hole) else { continue }
      length += bridge(hole, to: target)
    }
    return true
  }

  private func isFurtherLeft(_ a: SIMD2<Double>, than b: SIMD2<Double>) -> Bool {
    a.x < b.x || (a.x == b.x && a.y < b.y)
  }

  /// A corner of the ring of corner 0 that can be joined to `hole` by a straight line inside the polygon.
  private func cornerSeen(fromHole hole: Int32) -> Int32? {
    let h = corners[Int(hole)].point
    var hitX = -Double.infinity
    var target: Int32?
    forEachCorner { i, corner in
      let (a, b) = (corner.point, corners[Int(corner.next)].point)
      // Where a corner lies exactly on the hole's point the bridge has no length.
      if a == h, sees(h, from: i) {
        hitX = h.x
        target = i
      }
      // With the outer ring positive, an edge going up (y falling) has the inside to its right.
      guard a.y >= h.y, b.y <= h.y, a.y != b.y else { return }
      let x = a.x + (h.y - a.y) * (b.x - a.x) / (b.y - a.y)
      guard x <= h.x, x > hitX else { return }
      hitX = x
      target = a.x < b.x ? i : corner.next
    }
    guard let target, hitX < h.x else { return target }
    return closestVisible(from: h, hit: SIMD2(hitX, h.y), candidate: target)
  }

  /// `candidate`, or the corner inside the triangle (h, hit, candidate) that hides it, nearest in angle to the ray.
  private func closestVisible(from h: SIMD2<Double>, hit: SIMD2<Double>, candidate: Int32) -> Int32 {
    var best = candidate
    var bestSlope = Double.infinity
    var bestX = -Double.infinity
    let m = corners[Int(candidate)].point
    forEachCorner { i, corner in
      let p = corner.point
      guard p.x >= m.x, p.x < h.x, isInside(p, h, hit, m), sees(h, from: i) else { return }
      let slope = abs(p.y - h.y) / (h.x - p.x)
      if slope < bestSlope || (slope == bestSlope && p.x > bestX) {
        best = i
        bestSlope = slope
        bestX = p.x
      }
    }
    return best
  }

  private func forEachCorner(_ body: (Int32, Corner) -> Void) {
    var i: Int32 = 0
    repeat {
      let corner = corners[Int(i)]
      body(i, corner)
      i = corner.next
    } while i != 0
  }

  /// Whether `p` lies in or on the triangle, whichever way that winds.
  private func isInside(_ p: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Bool {
    let (d1, d2, d3) = (orientation(a, b, p), orientation(b, c, p), orientation(c, a, p))
    return (d1 >= 0 && d2 >= 0 && d3 >= 0) || (d1 <= 0 && d2 <= 0 && d3 <= 0)
  }

  /// Whether the direction from corner `i` to `p` starts out inside the polygon.
  private func sees(_ p: SIMD2<Double>, from i: Int32) -> Bool {
    let corner = corners[Int(i)]
    let before = corners[Int(corner.previous)].point
    let after = corners[Int(corner.next)].point
    if orientation(before, corner.point, after) > 0 {
      return orientation(corner.point, after, p) >= 0 && orientation(corner.point, p, before) >= 0
    }
    return orientation(corner.point, after, p) >= 0 || orientation(corner.point, p, before) >= 0
  }

  /// Splices the ring of `hole` in behind `target`; both ends of the bridge are visited twice. Returns how many corners the ring
  /// gained.
  private mutating func bridge(_ hole: Int32, to target: Int32) -> Int {
    var gained = 2
    var i = hole
    repeat {
      gained += 1
      i = corners[Int(i)].next
    } while i != hole
    let holeCopy = Int32(corners.count)
    let targetCopy = holeCopy + 1
    let afterTarget = corners[Int(target)].next
    let beforeHole = corners[Int(hole)].previous
    corners.append(
      Corner(
        point: corners[Int(hole)].point, source: corners[Int(hole)].source, next: targetCopy, previous: beforeHole,
        isReflex: false))
    corners.append(
      Corner(
        point: corners[Int(target)].point, source: corners[Int(target)].source, next: afterTarget, previous: holeCopy,
        isReflex: false))
    corners[Int(beforeHole)].next = holeCopy
    corners[Int(afterTarget)].previous = targetCopy
    corners[Int(target)].next = hole
    corners[Int(hole)].previous = target
    return gained
  }
}
