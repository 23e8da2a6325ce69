import Glibc

/// A filled part of the world square: rings for the triangulator and the lines that are its visible edge.
///
/// Rings that go around a pole are closed along the edge of the square, so that the repeated copies of the region join without a
/// seam.
package struct WorldRegion: Sendable {
  package private(set) var points: [WorldPoint] = []
  /// Where each ring begins in `points`, the outer one first.
  package private(set) var ringStarts: [Int] = []
  /// For each point whether the edge to the next one of its ring is an edge of the region, and not one along the end of the
  /// square.
  package private(set) var isBorder: [Bool] = []
  /// The edge as lines: rings, or parts of rings that end where the square does.
  package private(set) var outlines: [WorldLine] = []

  /// A region inside `outer` and outside all `holes`, which `PathProjector.ring` made.
  ///
  /// A ring around a pole encloses the pole on whose side it lies for the most part. A hole is moved by whole worlds to where the
  /// outer ring is; one that does not fit anywhere is not cut out, but its edge is drawn.
  package init(outer: WorldLine, holes: [WorldLine]) {
    outlines = PathProjector.visibleLines(of: outer, closed: true, wrapX: outer.wrapX)
    if outer.wrapX == 0 {
      append(ring: outer.points)
      addHoles(holes)
    } else {
      addPolarRing(outer, holes: holes)
    }
  }

  /// The cap of `radius` radians around a valid place; `refinement` says how round. A radius that is not positive makes nothing,
  /// pi and more the whole world. Returns with it whether pieces outside of the refinement's region were left coarse.
  package static func cap(
    at center: LocationCoordinate, radius: Double, refinement: CurveRefinement
  ) -> (region: WorldRegion, sparedCurves: Bool) {
    guard radius > 0 else { return (WorldRegion(), false) }
    guard radius < .pi else { return (WorldRegion(wholeWorldAround: WorldPoint(center).x, hole: nil), false) }
    let arc = SphereArc(rimOfCapAt: center, radius: radius)
    let start = arc.worldPoint(at: 0).wrapped
    var points = [start]
    let spared = refinement.append(arc, from: start, last: nil, to: &points)
    let last = points.removeLast()
    let rim = WorldLine(points: points, isClosed: true, wrapX: (last.x - start.x).rounded())
    let latitude = center.latitude * Angle.radiansPerDegree
    if latitude + radius > .pi / 2, latitude - radius < -.pi / 2 {
      return (WorldRegion(wholeWorldAround: WorldPoint(center).x + 0.5, hole: rim), spared)
    }
    return (WorldRegion(outer: rim, holes: []), spared)
  }

  package init() {}

  /// Edges that only close a region lie this far outside of the square, so that they never run on top of edges whose latitude was
  /// clamped to its end; a point at zoom 22.
  private static let overhang = 1e-9

  /// Everything but `hole`.
  private init(wholeWorldAround x: Double, hole: WorldLine?) {
    let (north, south) = (-Self.overhang, 1 + Self.overhang)
    for (dx, y) in [(-0.5, north), (0.5, north), (0.5, south), (-0.5, south)] { points.append(WorldPoint(x: x + dx, y: y)) }
    ringStarts = [0]
    isBorder = [false, false, false, false]
    if let hole { addHoles([hole]) }
  }

  private mutating func append(ring: [WorldPoint], isBorder flags: [Bool]? = nil) {
    ringStarts.append(points.count)
    points.append(contentsOf: ring)
    if let flags {
      isBorder.append(contentsOf: flags)
      return
    }
    for i in ring.indices {
      isBorder.append(!PathProjector.isHidden(ring[i], ring[(i + 1) % ring.count]))
    }
  }

  private mutating func addHoles(_ holes: [WorldLine]) {
    guard let bounds = WorldRect(around: points) else { return }
    for hole in holes {
      outlines.append(contentsOf: PathProjector.visibleLines(of: hole, closed: true, wrapX: hole.wrapX))
      guard hole.wrapX == 0, let own = WorldRect(around: hole.points) else { continue }
      let shift = ((bounds.minX + bounds.maxX - own.minX - own.maxX) / 2).rounded()
      let fits = [shift, shift + 1, shift - 1].first { own.minX + $0 >= bounds.minX && own.maxX + $0 <= bounds.maxX }
      guard let fits else { continue }
      append(ring: hole.points.map { WorldPoint(x: $0.x + fits, y: $0.y) })
    }
  }

  /// A ring once around the Earth: cut at one of its points, and closed along the edge of the square or, where a hole goes around
  /// too, along that hole.
  private mutating func addPolarRing(_ outer: WorldLine, holes: [WorldLine]) {
    let isNorth = Self.meanY(of: outer) < 0.5
    let plainHoles = holes.filter { $0.wrapX == 0 }
    let seam = Self.seamIndex(of: outer, isNorth: isNorth, holes: plainHoles)
    var ring = Self.rotated(outer, to: seam)
    guard let first = ring.first else { return }
    let turn = outer.wrapX
    ring.append(WorldPoint(x: first.x + turn, y: first.y))
    var flags = ring.indices.map { $0 + 1 < ring.count && !PathProjector.isHidden(ring[$0], ring[$0 + 1]) }
    if let inner = holes.first(where: { abs($0.wrapX) == abs(turn) }) {
      outlines.append(contentsOf: PathProjector.visibleLines(of: inner, closed: true, wrapX: inner.wrapX))
      let back = Self.unrolled(inner, from: first.x, turn: turn)
      ring.append(contentsOf: back.reversed())
      flags.append(contentsOf: back.indices.map { $0 + 1 < back.count })
    } else {
      let edge = isNorth ? -Self.overhang : 1 + Self.overhang
      ring.append(WorldPoint(x: first.x + turn, y: edge))
      ring.append(WorldPoint(x: first.x, y: edge))
      flags.append(contentsOf: [false, false])
    }
    append(ring: ring, isBorder: flags)
    addHoles(plainHoles)
  }

  private static func meanY(of ring: WorldLine) -> Double {
    guard let first = ring.points.first, ring.wrapX != 0 else { return 0.5 }
    var sum = 0.0
    var previous = first
    for p in ring.points.dropFirst() + [WorldPoint(x: first.x + ring.wrapX, y: first.y)] {
      sum += (p.x - previous.x) * (p.y + previous.y) / 2
      previous = p
    }
    return sum / ring.wrapX
  }

  /// The point nearest to the pole whose meridian meets no hole, so that the cut from there to the edge crosses nothing.
  private static func seamIndex(of ring: WorldLine, isNorth: Bool, holes: [WorldLine]) -> Int {
    let spans = holes.compactMap { WorldRect(around: $0.points) }
    func isFree(_ x: Double) -> Bool {
      !spans.contains { span in
        let shifted = x + ((span.minX + span.maxX) / 2 - x).rounded()
        return shifted >= span.minX && shifted <= span.maxX
      }
    }
    var best: Int?
    for i in ring.points.indices {
      let y = ring.points[i].y
      if let best, isNorth ? y >= ring.points[best].y : y <= ring.points[best].y { continue }
      if isFree(ring.points[i].x) { best = i }
    }
    return best ?? 0
  }

  private static func rotated(_ ring: WorldLine, to index: Int) -> [WorldPoint] {
    ring.points[index...] + ring.points[..<index].map { WorldPoint(x: $0.x + ring.wrapX, y: $0.y) }
  }

  /// The points of a ring around the pole between `x` and `x + turn`, both included.
  private static func unrolled(_ ring: WorldLine, from x: Double, turn: Double) -> [WorldPoint] {
    var points = ring.wrapX == turn ? ring.points : ring.points.reversed()
    guard let start = points.first else { return [] }
    points.append(WorldPoint(x: start.x + turn, y: start.y))
    // Where the ring first reaches the meridian of x, on whichever copy that is.
    let target = x + (turn > 0 ? (start.x - x).rounded(.up) : (start.x - x).rounded(.down))
    let reached = points.indices.dropFirst().first { (points[$0].x - target) * turn >= 0 } ?? points.count - 1
    let (a, b) = (points[reached - 1], points[reached])
    let t = a.x == b.x ? 0 : min(max((target - a.x) / (b.x - a.x), 0), 1)
    let y = a.y + (b.y - a.y) * t
    points.removeLast()
    var result = [WorldPoint(x: x, y: y)]
    let shift = x - target
    for step in points.indices {
      let i = (reached + step) % points.count
      let wraps = reached + step >= points.count ? turn : 0
      result.append(WorldPoint(x: points[i].x + shift + wraps, y: points[i].y))
    }
    result.append(WorldPoint(x: x + turn, y: y))
    return result
  }
}
