/// Cuts areas to a box of the grid, by the ways of their rings between where they come into the box and where they leave it; what
/// comes out are again rings that touch nowhere but at the box's edge, unlike those of an algorithm that cuts side by side.
package struct RegionClipper {
  /// The outermost lines of the grid that belong to the box. What is cut gets corners one unit beyond, so that no way within the
  /// box runs along the cut.
  let low: GridPoint
  let high: GridPoint

  package init(low: GridPoint, high: GridPoint) {
    self.low = low
    self.high = high
  }

  /// A way through the box: from one place on its edge to another.
  private struct Way {
    var points: [GridPoint]
    var enters: Double
    var leaves: Double
  }

  /// What of the area lies in the box: each outer ring is followed by its holes.
  package func clipped(_ rings: [[GridPoint]]) -> [[GridPoint]] {
    clipped(rings: rings, lines: [])
  }

  /// - Parameter lines: Further parts of the area's outline, which begin and end outside the box.
  package func clipped(rings: [[GridPoint]], lines: [[GridPoint]]) -> [[GridPoint]] {
    var whole: [[GridPoint]] = []
    var near: [[GridPoint]] = []
    var ways: [Way] = []
    for ring in rings {
      guard let box = Self.box(ring) else { continue }
      if box.high.x < low.x || box.low.x > high.x || box.high.y < low.y || box.low.y > high.y { continue }
      near.append(ring)
      if box.low.x >= low.x && box.high.x <= high.x && box.low.y >= low.y && box.high.y <= high.y {
        whole.append(ring)
      } else if let outside = ring.firstIndex(where: { !contains($0) }) {
        // Begun outside, every way in the ring comes in and leaves.
        ways += self.ways(Array(ring[outside...] + ring[...outside]))
      }
    }
    for line in lines { ways += self.ways(line) }
    // Rounding at the edge may make a ring meet itself.
    whole += joined(ways).flatMap { GridRings.parted(GridRings.cleaned($0)) }
    var outer = whole.filter { GridRings.signedArea($0) > 0 }
    if ways.isEmpty, GridRings.contain(near, x: Double(low.x) - 0.5, y: Double(low.y) - 0.5) { outer.append(corners) }
    return Self.withHoles(outer, whole.filter { GridRings.signedArea($0) < 0 })
  }

  private func contains(_ point: GridPoint) -> Bool {
    point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
  }

  private static func box(_ ring: [GridPoint]) -> (low: GridPoint, high: GridPoint)? {
    guard var low = ring.first else { return nil }
    var high = low
    for point in ring {
      low = GridPoint(min(low.x, point.x), min(low.y, point.y))
      high = GridPoint(max(high.x, point.x), max(high.y, point.y))
    }
    return (low, high)
  }

  /// Each outer ring followed by the holes in it; a hole lies in the smallest that holds it.
  private static func withHoles(_ outer: [[GridPoint]], _ holes: [[GridPoint]]) -> [[GridPoint]] {
    if holes.isEmpty { return outer }
    var owned: [[[GridPoint]]] = outer.map { [$0] }
    let areas = outer.map(GridRings.signedArea)
    for hole in holes {
      guard let point = hole.first else { continue }
      // Just beside a corner, between the lines of the grid.
      let owners = outer.indices.filter {
        outer.count == 1 || GridRings.contain([outer[$0]], x: Double(point.x) + 0.25, y: Double(point.y) + 0.25)
      }
      if let owner = owners.min(by: { areas[$0] < areas[$1] }) { owned[owner].append(hole) }
    }
    return owned.flatMap { $0 }
  }

  // MARK: Ways

  private func ways(_ line: [GridPoint]) -> [Way] {
    var ways: [Way] = []
    var open: Way?
    for (a, b) in zip(line, line.dropFirst()) {
      if contains(a) && contains(b) {
        open?.points.append(b)
        continue
      }
      if a.x < low.x && b.x < low.x || a.x > high.x && b.x > high.x || a.y < low.y && b.y < low.y || a.y > high.y && b.y > high.y
      {
        continue
      }
      guard let (enter, leave) = crossings(a, b) else { continue }
      if let enter { open = Way(points: [beyond(enter)], enters: position(enter), leaves: 0) }
      if contains(b) { open?.points.append(b) }
      if let leave, var way = open {
        way.points.append(beyond(leave))
        way.leaves = position(leave)
        ways.append(way)
        open = nil
      }
    }
    return ways
  }

  private typealias Place = SIMD2<Double>
  private var edgeLow: Place { Place(Double(low.x) - 0.5, Double(low.y) - 0.5) }
  private var edgeHigh: Place { Place(Double(high.x) + 0.5, Double(high.y) + 0.5) }

  /// Where a segment comes into the box and where it leaves it (Liang and Barsky, 1984); nil for an end inside, nil for both
  /// outside.
  private func crossings(_ a: GridPoint, _ b: GridPoint) -> (enter: Place?, leave: Place?)? {
    let start = Place(Double(a.x), Double(a.y))
    let step = Place(Double(b.x), Double(b.y)) - start
    var enter = (t: 0.0, axis: -1, edge: 0.0)
    var leave = (t: 1.0, axis: -1, edge: 0.0)
    for axis in 0..<2 {
      for (edge, sign) in [(edgeLow[axis], 1.0), (edgeHigh[axis], -1.0)] {
        let inward = step[axis] * sign
        let distance = (edge - start[axis]) * sign
        if inward == 0 {
          if distance > 0 { return nil }
        } else if inward > 0 {
          if distance / inward > enter.t { enter = (distance / inward, axis, edge) }
        } else if distance / inward < leave.t {
          leave = (distance / inward, axis, edge)
        }
      }
    }
    guard enter.t < leave.t else { return nil }
    let place = { (crossing: (t: Double, axis: Int, edge: Double)) -> Place? in
      guard crossing.axis >= 0 else { return nil }
      var place = start + crossing.t * step
      place[crossing.axis] = crossing.edge
      return place
    }
    return (place(enter), place(leave))
  }

  /// The point of the grid for a place on the edge, one unit out of the box.
  private func beyond(_ place: Place) -> GridPoint {
    let rounded = GridPoint(GridRings.whole(place.x), GridRings.whole(place.y))
    var point = GridPoint(min(max(rounded.x, low.x), high.x), min(max(rounded.y, low.y), high.y))
    if place.x == edgeLow.x { point.x = low.x - 1 } else if place.x == edgeHigh.x { point.x = high.x + 1 }
    if place.y == edgeLow.y { point.y = low.y - 1 } else if place.y == edgeHigh.y { point.y = high.y + 1 }
    return point
  }

  // MARK: The edge, as a line of length 4: clockwise on the screen, from the north-west corner

  private var corners: [GridPoint] {
    [
      low &- 1, GridPoint(high.x + 1, low.y - 1), high &+ 1, GridPoint(low.x - 1, high.y + 1),
    ]
  }

  private func position(_ place: Place) -> Double {
    let share = (place - edgeLow) / (edgeHigh - edgeLow)
    if place.y == edgeLow.y { return share.x }
    if place.x == edgeHigh.x { return 1 + share.y }
    if place.y == edgeHigh.y { return 3 - share.x }
    return 4 - share.y
  }

  /// Rings: along a way out of the box, then along the edge, with the area on the right, to where the next way comes in.
  private func joined(_ ways: [Way]) -> [[GridPoint]] {
    let arrivals = ways.indices.sorted { (ways[$0].enters, $0) < (ways[$1].enters, $1) }
    var isUsed = ways.map { _ in false }
    var rings: [[GridPoint]] = []
    for start in ways.indices where !isUsed[start] {
      var ring: [GridPoint] = []
      var current = start
      while !isUsed[current] {
        isUsed[current] = true
        ring += ways[current].points
        let leaves = ways[current].leaves
        // The first that comes in at or behind the place, else the first of all, once around.
        var first = 0
        var end = arrivals.count
        while first < end {
          let middle = (first + end) / 2
          if ways[arrivals[middle]].enters < leaves { first = middle + 1 } else { end = middle }
        }
        let next = first < arrivals.count ? arrivals[first] : arrivals[0]
        let distance = ways[next].enters - leaves
        ring += edge(from: leaves, length: distance < 0 ? distance + 4 : distance)
        current = next
      }
      rings.append(ring)
    }
    return rings
  }

  /// The corners that are passed.
  private func edge(from start: Double, length: Double) -> [GridPoint] {
    var points: [GridPoint] = []
    var corner = start.rounded(.down) + 1
    while corner < start + length {
      points.append(corners[Int(corner) % 4])
      corner += 1
    }
    return points
  }
}
