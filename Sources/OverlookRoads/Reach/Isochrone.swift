internal import Foundation
package import OverlookGeometry

/// What one reaches from a place within a time, as areas.
package struct Isochrone: Sendable {
  /// An outer ring and the holes in it; rings are closed, the outer one counter-clockwise.
  package struct Area: Sendable {
    package var outer: [LocationCoordinate]
    package var holes: [[LocationCoordinate]]
  }

  package var areas: [Area]
  /// Metres of roads that are reached.
  package var length: Double

  /// Cells along the longer side of the field that contours are drawn over, and the least side of a cell, metres.
  private static let cells = 240.0
  private static let leastCell = 15.0
  /// Metres a second from a road on.
  private static let offRoadSpeed = 1.2

  /// All that is at most `limit` seconds away from one of the starts. Throws where they are on no road, or when cancelled.
  package init(
    from starts: [PathEnd], limit: Double, metric: RoadMetric, budget: SearchBudget = SearchBudget()
  ) throws(PathFault) {
    let most = UInt32(min(max(limit * 1000, 0), Double(RoadMetric.closed - 1)))
    let tree = try CostTree(from: starts, metric, limit: most, budget: budget)
    let reached = ReachedRoads(tree, starts: starts, limit: most)
    length = reached.length(metric.graph)
    guard
      let field = CostField(reached, cells: Self.cells, leastCell: Self.leastCell, limit: Double(most), speed: Self.offRoadSpeed)
    else {
      areas = []
      return
    }
    areas = Self.areas(of: ContourLines.rings(field)).map { area in
      Area(outer: area.outer.map(field.coordinate), holes: area.holes.map { $0.map(field.coordinate) })
    }
  }

  private struct Rings {
    var outer: [SIMD2<Double>]
    var holes: [[SIMD2<Double>]]
  }

  /// What is inside lies to the left: outer rings run counter-clockwise. Holes go to the smallest ring around them.
  private static func areas(of rings: [[SIMD2<Double>]]) -> [Rings] {
    var outers = rings.filter { area($0) > 0 }.map { Rings(outer: $0, holes: []) }
    for hole in rings where area(hole) < 0 {
      let around = outers.indices.filter { contains(outers[$0].outer, hole[0]) }.min {
        area(outers[$0].outer) < area(outers[$1].outer)
      }
      if let around { outers[around].holes.append(hole) }
    }
    return outers.sorted { area($0.outer) > area($1.outer) }
  }

  private static func area(_ ring: [SIMD2<Double>]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
  }

  private static func contains(_ ring: [SIMD2<Double>], _ point: SIMD2<Double>) -> Bool {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst()) where (a.y > point.y) != (b.y > point.y) {
      if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
    }
    return isInside
  }
}

/// Points along reached roads, with when one is there.
struct ReachedRoads {
  struct Stretch {
    var points: [LocationCoordinate]
    /// Milliseconds at its ends.
    var start: Double
    var end: Double
  }

  private(set) var stretches: [Stretch] = []
  /// Of each segment, what of it is reached, as fractions of it forward.
  private var parts: [Int: [ClosedRange<Double>]] = [:]

  init(_ tree: CostTree, starts: [PathEnd], limit: UInt32) {
    let metric = tree.metric
    // The arcs of the starts, as far as the time goes.
    for start in starts where metric.isOpen(start.position.arc) {
      let weight = Double(metric.cost(start.position.arc))
      add(start.position.arc, from: start.position.fraction, entered: Double(start.penalty), weight: weight, limit, metric)
    }
    for state in tree.settled {
      let cost = tree.cost(state)
      var entered = Set<Int>()
      metric.eachSuccessor(of: state) { next, step in
        let arc = metric.arc(of: next)
        let weight = metric.weights[arc]
        let turn = step - weight
        guard cost + turn < limit, entered.insert(arc).inserted else { return }
        add(arc, from: 0, entered: Double(cost + turn), weight: Double(weight), limit, metric)
      }
    }
  }

  /// Metres of roads, each counted once, from whichever side one comes.
  func length(_ graph: RoadGraph) -> Double {
    var length = 0.0
    for (segment, ranges) in parts.sorted(by: { $0.key < $1.key }) {
      var (reached, end) = (0.0, 0.0)
      for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        reached += max(range.upperBound - max(range.lowerBound, end), 0)
        end = max(end, range.upperBound)
      }
      length += reached * graph.length(2 * segment)
    }
    return length
  }

  private mutating func add(
    _ arc: Int, from fraction: Double, entered: Double, weight: Double, _ limit: UInt32, _ metric: RoadMetric
  ) {
    let whole = weight * (1 - fraction)
    let part = whole > 0 ? min((Double(limit) - entered) / whole, 1) : 1
    let end = fraction + (1 - fraction) * part
    let points = metric.graph.shape(of: arc).part(from: fraction, to: end)
    guard points.count > 1, end >= fraction else { return }
    parts[arc >> 1, default: []].append(arc & 1 == 0 ? fraction...end : 1 - end...1 - fraction)
    stretches.append(Stretch(points: points, start: entered, end: entered + whole * part))
  }
}

extension [LocationCoordinate] {
  /// The piece of a line between two fractions of its length.
  package func part(from start: Double, to end: Double) -> [LocationCoordinate] {
    let lengths = zip(self, dropFirst()).map { SphericalGeometry.distance(from: $0, to: $1) }
    let total = lengths.reduce(0, +)
    guard total > 0, end >= start else { return Array(prefix(1)) }
    let (from, to) = (total * start, total * end)
    var part: [LocationCoordinate] = []
    var before = 0.0
    for (number, length) in lengths.enumerated() {
      let after = before + length
      if after >= from, before <= to, length > 0 {
        if part.isEmpty { part.append(self[number].toward(self[number + 1], Swift.max((from - before) / length, 0))) }
        part.append(self[number].toward(self[number + 1], Swift.min((to - before) / length, 1)))
      }
      before = after
    }
    return part
  }
}
