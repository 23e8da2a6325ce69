/// Finds the cheapest way over a graph.
package protocol PathSearch: Sendable {
  var metric: RoadMetric { get }
  /// The cheapest path from one of the starts to one of the ends. A start or end that the metric's mode may not use counts for
  /// nothing. Throws a `PathFault` where there is none; looks at `budget` while it searches.
  func path(from starts: [PathEnd], to ends: [PathEnd], budget: SearchBudget) throws(PathFault) -> RoadPath
}

/// Where a path may start or end.
package struct PathEnd: Hashable, Sendable {
  package var position: RoadPosition
  /// What it costs to start or end here and not at another one of the choices, milliseconds.
  package var penalty: UInt32

  package init(_ position: RoadPosition, penalty: UInt32 = 0) {
    self.position = position
    self.penalty = penalty
  }
}

/// A way over arcs.
package struct RoadPath: Hashable, Sendable {
  /// From start to end; one at least.
  package var arcs: [Int]
  /// How much of the first arc lies before the start, 0 ... 1.
  package var startFraction: Double
  /// How much of the last arc lies before the end.
  package var endFraction: Double
  /// What the search weighed, milliseconds: the time it takes and what options and preferences add.
  package var cost: UInt32
  /// Seconds, with turns.
  package var duration: Double
  /// Metres.
  package var length: Double

  package init(
    arcs: [Int], startFraction: Double, endFraction: Double, cost: UInt32, duration: Double, length: Double
  ) {
    self.arcs = arcs
    self.startFraction = startFraction
    self.endFraction = endFraction
    self.cost = cost
    self.duration = duration
    self.length = length
  }
}

/// Why there is no path.
package enum PathFault: Error, Hashable, Sendable {
  /// The graph has no roads, or none for the mode.
  case noRoads
  /// No road for the mode within reach of the place with this number (0 the start).
  case tooFarFromRoad(place: Int)
  /// The place with this number lies in a part of the network that is not joined to the rest.
  case island(place: Int)
  /// One gets to the place with this number but not away from it (a start), or away but not to it (an end): one-way roads.
  case oneWayTrap(place: Int)
  /// Nothing leads from one place to the next, though both lie in one network: restrictions or one-way roads between.
  case unroutable(from: Int, to: Int)
  case cancelled
  /// The search looked at as many arcs as it was allowed to.
  case outOfBudget
}

/// How long a search may go on.
package struct SearchBudget: Sendable {
  /// Arcs that it may settle.
  package var arcs: Int
  /// Looked at every few thousand arcs; true ends the search.
  package var isCancelled: @Sendable () -> Bool

  package init(arcs: Int = .max, isCancelled: @escaping @Sendable () -> Bool = { Task.isCancelled }) {
    self.arcs = arcs
    self.isCancelled = isCancelled
  }

  /// Throws when `count` arcs were settled and that is too many, or somebody cancelled.
  @inline(__always) func check(_ count: Int) throws(PathFault) {
    if count & 4095 == 0 { try look(count) }
  }

  @inline(never) private func look(_ count: Int) throws(PathFault) {
    if isCancelled() { throw .cancelled }
    if count >= arcs { throw .outOfBudget }
  }
}
