/// The straight skeleton of a polygon: the ways of its corners while all its edges move inwards at one speed (Aichholzer et al.,
/// 1995). Edges that grow to nothing let their neighbours meet, corners that point inwards part what they run into.
///
/// All events are looked for anew at each step, which is cubic in the corners; hence their limit.
struct StraightSkeleton {
  static let maximumCorners = 48

  private struct Edge {
    var start: SIMD2<Double>
    var end: SIMD2<Double>
    var way: SIMD2<Double>
    /// Inwards.
    var normal: SIMD2<Double>
  }

  /// A corner of the front between two edges.
  private struct Corner {
    var left: Int
    var right: Int
    /// Where its way began.
    var node: Int
    var place: SIMD2<Double>
    /// Nil where both edges lie on each other.
    var velocity: SIMD2<Double>?
  }

  /// A way that a corner went, between the faces of two edges.
  private struct Arc {
    var start: Int
    var end: Int
    var left: Int
    var right: Int
  }

  private struct Split {
    var time: Double
    var loop: Int
    var corner: Int
    var otherLoop: Int
    /// The edge begins at this corner.
    var other: Int
  }

  private var edges: [Edge] = []
  private var loops: [[Corner]] = []
  private var nodes: [(place: SIMD2<Double>, time: Double)] = []
  private var arcs: [Arc] = []
  private var time = 0.0
  private let tolerance: Double

  /// Nil for what has too many corners. `rings`: the outer one counter-clockwise, holes the other way.
  init?(_ rings: [[SIMD2<Double>]]) {
    let rings = rings.map(Self.simplified)
    guard rings.allSatisfy({ $0.count > 2 }), let first = rings.first?.first else { return nil }
    guard rings.reduce(0, { $0 + $1.count }) <= Self.maximumCorners else { return nil }
    let reach = rings.joined().reduce(0.0) { max($0, ($1 - first).max(), (first - $1).max()) }
    tolerance = reach * 1e-6
    for ring in rings {
      let base = edges.count
      for index in ring.indices {
        let (start, end) = (ring[index], ring[(index + 1) % ring.count])
        let way = (end - start) / ((end - start) * (end - start)).sum().squareRoot()
        edges.append(Edge(start: start, end: end, way: way, normal: SIMD2(-way.y, way.x)))
      }
      loops.append([])
      for index in ring.indices {
        let corner = corner(base + (index + ring.count - 1) % ring.count, base + index, ring[index])
        loops[loops.count - 1].append(corner)
      }
    }
  }

  /// Without corners on straight edges and edges of no length.
  private static func simplified(_ ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var ring = ring
    var index = 0
    while ring.count > 2, index < ring.count {
      let (a, b, c) = (ring[(index + ring.count - 1) % ring.count], ring[index], ring[(index + 1) % ring.count])
      let (before, after) = (b - a, c - b)
      let lengths = ((before * before).sum() * (after * after).sum()).squareRoot()
      let turn = before.x * after.y - before.y * after.x
      if lengths < 1e-9 || (turn.magnitude < 1e-3 * lengths && (before * after).sum() > 0) {
        ring.remove(at: index)
        index = max(index - 1, 0)
      } else {
        index += 1
      }
    }
    return ring
  }

  // MARK: The front

  private mutating func corner(_ left: Int, _ right: Int, _ place: SIMD2<Double>) -> Corner {
    Corner(left: left, right: right, node: node(place), place: place, velocity: velocity(edges[left].normal, edges[right].normal))
  }

  private func velocity(_ left: SIMD2<Double>, _ right: SIMD2<Double>) -> SIMD2<Double>? {
    let turn = left.x * right.y - left.y * right.x
    if turn.magnitude < 1e-6 { return (left * right).sum() > 0 ? left : nil }
    return SIMD2(right.y - left.y, left.x - right.x) / turn
  }

  private func isReflex(_ corner: Corner) -> Bool {
    let (a, b) = (edges[corner.left].way, edges[corner.right].way)
    return a.x * b.y - a.y * b.x < -1e-6
  }

  private mutating func node(_ place: SIMD2<Double>) -> Int {
    let known = nodes.firstIndex { (($0.place - place) * ($0.place - place)).sum() < 4 * tolerance * tolerance }
    if let known { return known }
    nodes.append((place, time))
    return nodes.count - 1
  }

  private mutating func addArc(_ start: Int, _ end: Int, _ left: Int, _ right: Int) {
    if start != end { arcs.append(Arc(start: start, end: end, left: left, right: right)) }
  }

  private mutating func end(_ corner: Corner) {
    addArc(corner.node, node(corner.place), corner.left, corner.right)
  }

  // MARK: Events

  /// Moves all edges until nothing is left; false where the steps do not come to an end.
  private mutating func run() -> Bool {
    for _ in 0..<(6 * edges.count + 16) {
      guard settle() else { return false }
      if loops.isEmpty { return true }
      let split = nextSplit()
      let collapse = nextCollapse()
      let step = min(split?.time ?? .infinity, collapse)
      guard step.isFinite else { return false }
      time += max(step, 0)
      for loop in loops.indices {
        for index in loops[loop].indices { loops[loop][index].place += (loops[loop][index].velocity ?? .zero) * max(step, 0) }
      }
      if let split, split.time < collapse - tolerance { part(split) }
    }
    return loops.isEmpty
  }

  private func nextCollapse() -> Double {
    var next = Double.infinity
    for loop in loops {
      for index in loop.indices {
        let (a, b) = (loop[index], loop[(index + 1) % loop.count])
        guard let speedA = a.velocity, let speedB = b.velocity else { continue }
        let way = edges[a.right].way
        let closing = ((speedA - speedB) * way).sum()
        if closing > 1e-12 { next = min(next, max(((b.place - a.place) * way).sum(), 0) / closing) }
      }
    }
    return next
  }

  private func nextSplit() -> Split? {
    var next: Split?
    for (loopIndex, loop) in loops.enumerated() {
      for (index, corner) in loop.enumerated() where isReflex(corner) {
        guard let speed = corner.velocity else { continue }
        for (otherLoop, front) in loops.enumerated() {
          for other in front.indices {
            let (a, b) = (front[other], front[(other + 1) % front.count])
            let edge = a.right
            guard edge != corner.left, edge != corner.right, let speedA = a.velocity, let speedB = b.velocity else { continue }
            let normal = edges[edge].normal
            let distance = ((corner.place - a.place) * normal).sum()
            let closing = 1 - (speed * normal).sum()
            guard closing > 1e-9, distance > -tolerance else { continue }
            let step = max(distance, 0) / closing
            guard step < next?.time ?? .infinity else { continue }
            let way = edges[edge].way
            let along = ((corner.place + speed * step - a.place - speedA * step) * way).sum()
            let length = ((b.place + speedB * step - a.place - speedA * step) * way).sum()
            if along > -tolerance, along < length + tolerance {
              next = Split(time: step, loop: loopIndex, corner: index, otherLoop: otherLoop, other: other)
            }
          }
        }
      }
    }
    return next
  }

  /// A corner has run into an edge: what was one front is two, or two are one.
  private mutating func part(_ split: Split) {
    let loop = loops[split.loop]
    let corner = loop[split.corner]
    let edge = loops[split.otherLoop][split.other].right
    end(corner)
    let first = self.corner(edge, corner.right, corner.place)
    let second = self.corner(corner.left, edge, corner.place)
    func run(_ front: [Corner], after start: Int, count: Int) -> [Corner] {
      (0..<count).map { front[(start + 1 + $0) % front.count] }
    }
    if split.loop == split.otherLoop {
      let between = (split.other - split.corner + loop.count) % loop.count
      loops[split.loop] = [first] + run(loop, after: split.corner, count: between)
      loops.append([second] + run(loop, after: split.other, count: loop.count - 1 - between))
    } else {
      let other = loops[split.otherLoop]
      loops[split.loop] =
        [first] + run(loop, after: split.corner, count: loop.count - 1) + [second]
        + run(other, after: split.other, count: other.count)
      loops.remove(at: split.otherLoop)
    }
  }

  /// Joins corners that have met and ends fronts of no area; false where that does not come to an end.
  private mutating func settle() -> Bool {
    var budget = 8 * edges.count + 64
    var loop = 0
    while loop < loops.count {
      budget -= 1
      guard budget > 0 else { return false }
      if loops[loop].count < 3 {
        finish(loops.remove(at: loop))
      } else if let index = meeting(loops[loop]) {
        join(loop, index)
      } else if let index = loops[loop].firstIndex(where: { $0.velocity == nil }) {
        fold(loop, index)
      } else {
        loop += 1
      }
    }
    return true
  }

  private func meeting(_ loop: [Corner]) -> Int? {
    loop.indices.first { index in
      let way = loop[(index + 1) % loop.count].place - loop[index].place
      return (way * way).sum() < 4 * tolerance * tolerance
    }
  }

  private mutating func finish(_ loop: [Corner]) {
    for corner in loop { end(corner) }
    guard loop.count == 2 else { return }
    addArc(node(loop[0].place), node(loop[1].place), loop[0].left, loop[0].right)
  }

  private mutating func join(_ loop: Int, _ index: Int) {
    let next = (index + 1) % loops[loop].count
    let (a, b) = (loops[loop][index], loops[loop][next])
    end(a)
    end(b)
    loops[loop][index] = corner(a.left, b.right, a.place)
    loops[loop].remove(at: next)
  }

  /// Two edges lie on each other: what is between the tip and the nearer corner is a ridge.
  private mutating func fold(_ loop: Int, _ index: Int) {
    let front = loops[loop]
    let (before, tip, after) = (front[(index + front.count - 1) % front.count], front[index], front[(index + 1) % front.count])
    func distance(_ corner: Corner) -> Double { ((corner.place - tip.place) * (corner.place - tip.place)).sum() }
    end(tip)
    let isBefore = distance(before) < distance(after)
    let nearer = isBefore ? before : after
    addArc(node(tip.place), node(nearer.place), tip.left, tip.right)
    end(nearer)
    let joined = isBefore ? corner(before.left, tip.right, nearer.place) : corner(tip.left, after.right, nearer.place)
    loops[loop][index] = joined
    loops[loop].remove(at: isBefore ? (index + front.count - 1) % front.count : (index + 1) % front.count)
  }

  // MARK: Faces

  /// A slope for each edge; nil where they do not come out well. With gables, slopes at the ends of ridges stand upright.
  mutating func slopes(hasGables: Bool) -> [RoofSlope]? {
    guard run() else { return nil }
    var faces: [[Int]] = []
    for edge in edges.indices {
      guard let face = face(edge) else { return nil }
      faces.append(face)
    }
    if hasGables { for edge in edges.indices { raiseGable(edge, &faces) } }
    let highest = nodes.reduce(0) { max($0, $1.time) }
    guard highest > 0 else { return nil }
    return edges.indices.compactMap { edge in
      guard faces[edge].count > 2 else { return nil }
      let plane = RoofPlane(gradient: edges[edge].normal / highest, offset: 0, origin: edges[edge].start)
      return RoofSlope(rings: [faces[edge].map { nodes[$0].place }], plane: plane)
    }
  }

  /// The nodes around the face of an edge, from its start on.
  private mutating func face(_ edge: Int) -> [Int]? {
    var open = arcs.filter { $0.left == edge || $0.right == edge }
    let start = node(edges[edge].start)
    var face = [start, node(edges[edge].end)]
    while let last = face.last, last != start {
      guard let next = open.firstIndex(where: { $0.start == last || $0.end == last }) else { return nil }
      let arc = open.remove(at: next)
      face.append(arc.start == last ? arc.end : arc.start)
    }
    face.removeLast()
    return face
  }

  /// Where a triangle closes the end of a ridge, the ridge goes on to its eaves.
  private mutating func raiseGable(_ edge: Int, _ faces: inout [[Int]]) {
    guard faces[edge].count == 3 else { return }
    let peak = faces[edge][2]
    let (start, end) = (edges[edge].start, edges[edge].end)
    let ridges = arcs.filter { ($0.start == peak || $0.end == peak) && $0.left != edge && $0.right != edge }
    guard ridges.count == 1, let ridge = ridges.first else { return }
    let inner = ridge.start == peak ? ridge.end : ridge.start
    let way = nodes[peak].place - nodes[inner].place
    let across = SIMD2(-way.y, way.x)
    let (a, b) = (((start - nodes[peak].place) * across).sum(), ((end - nodes[peak].place) * across).sum())
    guard a * b < 0 else { return }
    let foot = start + (end - start) * (a / (a - b))
    let owner = edges[ridge.left]
    let height = ((foot - owner.start) * owner.normal).sum()
    guard height > 0.5 * nodes[peak].time, height < 1.5 * nodes[peak].time, (way * (foot - nodes[peak].place)).sum() > 0 else {
      return
    }
    nodes.append((foot, height))
    for other in [ridge.left, ridge.right] { faces[other] = faces[other].map { $0 == peak ? nodes.count - 1 : $0 } }
    faces[edge] = []
  }
}
