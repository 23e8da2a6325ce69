internal import Synchronization

/// What arcs and turns cost for one set of options; whoever searches with the same options shares it.
///
/// A search runs over *states*: every arc is one, with its number, and behind them come copies of arcs, for what was gone before them
/// matters where a restriction has more than two arcs.
package final class RoadMetric: Sendable {
  /// Costs from here on are of what cannot be gone: twelve days, in milliseconds. Three of them are no overflow.
  package static let closed: UInt32 = 1 << 30

  package let graph: RoadGraph
  package let options: PathOptions
  /// Milliseconds of each arc, `closed` where the mode may not go.
  let weights: [UInt32]
  /// `ArcFlags` of each arc.
  let flags: [UInt8]
  let nodeCosts: [UInt32]
  /// Of each segment what tells its name from others, `anyName` for links; empty where a mode does not care.
  let names: [UInt16]
  let rules: TurnRules
  private let turnCosts: TurnCosts
  private let componentCache = Mutex<RoadComponents?>(nil)
  /// Metres a millisecond that nothing is faster than.
  let topSpeed: Double

  enum ArcFlags {
    static let destinationOnly: UInt8 = 1
    static let hasRule: UInt8 = 2
    static let hasCopies: UInt8 = 4
    static let ferry: UInt8 = 8
    /// Of yards, alleys and drives.
    static let yard: UInt8 = 16
  }

  /// Of a road that goes with every name.
  static let anyName = UInt16.max

  package init(graph: RoadGraph, options: PathOptions) {
    self.graph = graph
    self.options = options
    let weighing = ArcWeighing(graph: graph, options: options)
    let (weights, flags) = weighing.columns()
    turnCosts = TurnCosts(mode: options.mode, isShortest: options.isShortest)
    rules = TurnRules(graph: graph, mode: options.mode, time: options.departure)
    names = turnCosts.countsManeuvers ? Self.names(of: graph) : []
    nodeCosts = turnCosts.nodeColumn(graph, weights)
    self.flags = rules.marked(flags)
    self.weights = weights
    topSpeed = Self.topSpeed(graph, weights)
  }

  private static func names(of graph: RoadGraph) -> [UInt16] {
    let rows = (0..<graph.columns.rows.count / RoadRow.stride).map { number -> UInt16 in
      let road = RoadAttributes(graph: graph, row: number * RoadRow.stride, direction: .forward)
      if road.isLink { return anyName }
      // Two texts of sixty thousand may share a number: then nothing is lost but the preference.
      return UInt16(truncatingIfNeeded: road.nameNumber % UInt32(anyName))
    }
    return graph.columns.segmentRow.map { rows[Int($0)] }
  }

  private static func topSpeed(_ graph: RoadGraph, _ weights: [UInt32]) -> Double {
    var top = 1e-6
    for arc in weights.indices where weights[arc] < closed && weights[arc] > 0 {
      top = max(top, graph.length(arc) / Double(weights[arc]))
    }
    // Lengths are rounded to centimetres and costs to milliseconds.
    return top
  }

  // MARK: Costs

  /// Milliseconds, as the search weighs them.
  package func cost(_ arc: Int) -> UInt32 { weights[arc] }
  package func isOpen(_ arc: Int) -> Bool { weights[arc] < Self.closed }

  /// Seconds that an arc takes, without what options and preferences add.
  package func duration(_ arc: Int) -> Double {
    Double(ArcWeighing.time(of: arc, graph, options.mode)) / 1000
  }

  /// Milliseconds of a turn from one arc into the next at its head, as the search weighs it; `closed` where it is forbidden. What was gone
  /// before `from` does not count here: `rules` knows.
  package func turn(from: Int, to: Int) -> UInt32 {
    let cost = turnCost(from, to)
    if cost < Self.closed, flags[from] & ArcFlags.hasRule != 0, rules.target(from, to) == TurnRules.forbidden {
      return Self.closed
    }
    return cost
  }

  /// Seconds that a turn takes.
  package func turnDuration(from: Int, to: Int) -> Double {
    Double(turnCosts.time(from, to, self)) / 1000
  }

  /// Without restrictions.
  @inline(__always) func turnCost(_ from: Int, _ to: Int) -> UInt32 {
    turnCosts.cost(from, to, self)
  }

  // MARK: States

  var stateCount: Int { weights.count + rules.copies.count }

  /// The arc that a state stands on.
  @inline(__always) func arc(of state: Int) -> Int { state < weights.count ? state : Int(rules.copies[state - weights.count]) }

  /// The state after going from a state into an arc; nil where that is forbidden.
  @inline(__always) func next(_ state: Int, _ arc: Int) -> Int? {
    guard state >= weights.count || flags[state] & ArcFlags.hasRule != 0 else { return arc }
    let target = rules.target(state, arc)
    return target == TurnRules.forbidden ? nil : Int(target)
  }

  /// Calls `body` with each state that follows one, and what the turn and the arc after it cost together.
  @inline(__always) func eachSuccessor(of state: Int, _ body: (Int, UInt32) -> Void) {
    let from = arc(of: state)
    for place in graph.outRange(graph.head(from)) {
      let to = Int(graph.columns.outArcs[place])
      let weight = weights[to]
      if weight >= Self.closed { continue }
      let turn = turnCost(from, to)
      if turn >= Self.closed { continue }
      if let next = next(state, to) { body(next, turn + weight) }
    }
  }

  /// Calls `body` with each state from which one comes into a state, and what the turn costs.
  @inline(__always) func eachPredecessor(of state: Int, _ body: (Int, UInt32) -> Void) {
    let to = arc(of: state)
    for place in graph.outRange(graph.tail(to)) {
      let from = Int(graph.columns.outArcs[place] ^ 1)
      if weights[from] >= Self.closed { continue }
      let turn = turnCost(from, to)
      if turn >= Self.closed { continue }
      if next(from, to) == state { body(from, turn) }
      if flags[from] & ArcFlags.hasCopies != 0 {
        for copy in rules.copies(of: from) where next(copy, to) == state { body(copy, turn) }
      }
    }
  }

  /// Parts of the network that are joined with one another.
  var components: RoadComponents {
    componentCache.withLock { cache in
      if let cache { return cache }
      let components = RoadComponents(self)
      cache = components
      return components
    }
  }
}
