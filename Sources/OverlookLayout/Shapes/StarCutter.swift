/// Cuts a ring that is seen whole from the middle of its box into triangles, as is so for most of what people build.
///
/// Of such a ring a corner may be cut off when it is convex and the middle is not beyond the cut: the triangle then lies in the
/// wedge that the middle sees between the corner's neighbours, where no other corner is, and the ring that is left is again seen
/// from the middle. So nobody needs to look at the other corners. There is always a corner to cut: of more than three corners,
/// two convex ones are no neighbours, and their wedges cannot both be wider than half of what is around the middle.
struct StarCutter {
  /// Its place is counted from the middle, and has 16 bits with the sign, so that sums of two products of differences fit 32
  /// bits.
  private struct Corner {
    var x: Int32
    var y: Int32
    /// Its number among the points of the ring.
    var source: UInt32
  }

  private var corners: [Corner] = []
  /// Those of the ring at hand are the first ones.
  private var triangles: [UInt32] = []

  /// The way around is gone as often as half as many times as there are corners, for a ring that is all bays.
  private static let maximumPoints = 2000

  /// Adds the corners of the triangles (numbers of points of the ring plus `firstVertex`); false, and nothing is added, when the
  /// ring is not seen from the middle.
  mutating func cut(_ features: FeatureLayer, _ points: Range<Int>, firstVertex: UInt32, into indices: inout [UInt32]) -> Bool {
    guard read(features, points) else { return false }
    let count = 3 * (corners.count - 2)
    if triangles.count < count { triangles.append(contentsOf: repeatElement(0, count: count - triangles.count)) }
    Self.cut(&corners, firstVertex, into: &triangles)
    indices.append(contentsOf: triangles[..<count])
    return true
  }

  /// Takes in the corners of the ring, each as far around the middle as less than half a turn from the one before, and all of
  /// them once around; false when they are not.
  private mutating func read(_ features: FeatureLayer, _ points: Range<Int>) -> Bool {
    guard points.count > 2, points.count <= Self.maximumPoints else { return false }
    let coordinates = features.coordinates
    let ring = coordinates.span.extracting((2 * points.lowerBound)..<(2 * points.upperBound))
    let (middleX, middleY) = Self.middle(ring)
    corners.removeAll(keepingCapacity: true)
    var (beforeX, beforeY) = (Int32(ring[ring.count - 2]) &- middleX, Int32(ring[ring.count - 1]) &- middleY)
    // Not twice around, as a pentagram goes.
    var rounds = 0
    var source: UInt32 = 0
    for index in stride(from: 0, to: ring.count - 1, by: 2) {
      let (x, y) = (Int32(ring[index]) &- middleX, Int32(ring[index + 1]) &- middleY)
      if x != beforeX || y != beforeY {
        if beforeX &* y &- beforeY &* x <= 0 { return false }
        if beforeY < 0, y >= 0 { rounds += 1 }
        corners.append(Corner(x: x, y: y, source: source))
        (beforeX, beforeY) = (x, y)
      }
      source &+= 1
    }
    return rounds == 1
  }

  private static func middle(_ ring: borrowing Span<Int16>) -> (Int32, Int32) {
    var (left, right, low, high) = (ring[0], ring[0], ring[1], ring[1])
    for index in stride(from: 2, to: ring.count - 1, by: 2) {
      let (x, y) = (ring[index], ring[index + 1])
      (left, right) = (min(left, x), max(right, x))
      (low, high) = (min(low, y), max(high, y))
    }
    return ((Int32(left) + Int32(right)) >> 1, (Int32(low) + Int32(high)) >> 1)
  }

  /// Goes around the ring until three corners are left. Of two neighbours only one is cut in a round: a fan around the other
  /// would be slivers.
  private static func cut(_ corners: inout [Corner], _ firstVertex: UInt32, into triangles: inout [UInt32]) {
    var corners = corners.mutableSpan
    var triangles = triangles.mutableSpan
    var (count, end) = (corners.count, 0)
    while count > 3 {
      var (kept, left) = (0, count)
      var before = corners[count - 1]
      var mayCut = true
      for index in 0..<count {
        let corner = corners[index]
        // The first ones may have moved to the front already.
        let after = corners[index + 1 < count ? index + 1 : 0]
        if mayCut, left > 3, isCut(before, corner, after) {
          add(before, corner, after, firstVertex, &triangles, &end)
          left -= 1
          mayCut = false
        } else {
          corners[kept] = corner
          kept += 1
          before = corner
          mayCut = true
        }
      }
      count = kept
    }
    add(corners[0], corners[1], corners[2], firstVertex, &triangles, &end)
  }

  @inline(__always)
  private static func isCut(_ a: Corner, _ b: Corner, _ c: Corner) -> Bool {
    (b.x &- a.x) &* (c.y &- a.y) &- (b.y &- a.y) &* (c.x &- a.x) > 0 && a.x &* c.y &- a.y &* c.x >= 0
  }

  @inline(__always)
  private static func add(
    _ a: Corner, _ b: Corner, _ c: Corner, _ firstVertex: UInt32, _ triangles: inout MutableSpan<UInt32>, _ end: inout Int
  ) {
    triangles[end] = firstVertex &+ a.source
    triangles[end + 1] = firstVertex &+ b.source
    triangles[end + 2] = firstVertex &+ c.source
    end += 3
  }
}
