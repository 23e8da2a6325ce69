extension GridRings {
  /// Ways of a ring that cross each other, as numbers of the points at which they begin.
  package static func crossings(of ring: [GridPoint], limit: Int = 1) -> [(Int, Int)] {
    guard ring.count > 3 else { return [] }
    var found: [(Int, Int)] = []
    forNeighbours(ring) { i, j in
      if cross(ring[i], ring[(i + 1) % ring.count], ring[j], ring[(j + 1) % ring.count]) { found.append((min(i, j), max(i, j))) }
      return found.count < limit
    }
    return found
  }

  /// The ring without crossings of its own, going around as before: between two ways that cross, the part of the ring is gone the other
  /// way round. Each such step makes the ring shorter, so that there is an end; should it take very long, the crossings that are left stay.
  package static func uncrossed(_ ring: [GridPoint]) -> [GridPoint] {
    let result = withoutCrossings(ring)
    // What was turned may be nearly all of the ring.
    return (signedArea(result) < 0) == (signedArea(ring) < 0) ? result : result.reversed()
  }

  private static func withoutCrossings(_ ring: [GridPoint]) -> [GridPoint] {
    var ring = ring
    for _ in 0..<100 {
      let crossings = crossings(of: ring, limit: .max).sorted { ($0.1 - $0.0, $0.0) < ($1.1 - $1.0, $1.0) }
      if crossings.isEmpty { return ring }
      var touched: [Range<Int>] = []
      for (i, j) in crossings where !touched.contains(where: { $0.overlaps(i..<j + 2) }) {
        ring[i + 1...j].reverse()
        touched.append(i..<j + 2)
      }
      ring = cleaned(ring)
    }
    return ring
  }

  /// Rings that meet themselves in no point: where one does, it is two.
  package static func parted(_ ring: [GridPoint]) -> [[GridPoint]] {
    var rings: [[GridPoint]] = []
    var open: [GridPoint] = []
    var places: [GridPoint: Int] = [:]
    for point in ring {
      if let place = places[point] {
        let loop = Array(open[place...])
        for passed in loop { places[passed] = nil }
        open.removeSubrange(place...)
        rings.append(cleaned(loop))
      }
      places[point] = open.count
      open.append(point)
    }
    rings.append(cleaned(open))
    return rings.filter { !$0.isEmpty }
  }

  /// Calls `body` for pairs of ways whose boxes touch and that are not neighbours in the ring, until it says no; a sweep over
  /// their western ends.
  private static func forNeighbours(_ ring: [GridPoint], _ body: (Int, Int) -> Bool) {
    let count = ring.count
    let ends = ring.indices.map { index -> (west: Int64, east: Int64, north: Int64, south: Int64) in
      let a = ring[index]
      let b = ring[(index + 1) % count]
      return (min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y))
    }
    let order = ring.indices.sorted { (ends[$0].west, $0) < (ends[$1].west, $1) }
    var active: [Int] = []
    for index in order {
      active.removeAll { ends[$0].east < ends[index].west }
      for other in active where ends[other].north <= ends[index].south && ends[other].south >= ends[index].north {
        let gap = abs(other - index)
        if gap == 1 || gap == count - 1 { continue }
        if !body(other, index) { return }
      }
      active.append(index)
    }
  }
}
