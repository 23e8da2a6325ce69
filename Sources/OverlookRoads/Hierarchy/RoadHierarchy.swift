/// A customizable contraction hierarchy (Dibbelt, Strasser and Wagner 2014) over the states of a metric: states by rank, and edges from each
/// to higher ones, with what the cheapest path over lower ones costs there and back. Exact with turns and restrictions, which are edges
/// between states here.
package final class RoadHierarchy: Sendable {
  package let metric: RoadMetric
  /// The rank of each state, and the state of each rank.
  let ranks: [UInt32]
  let states: [UInt32]
  /// Into `heads` and `costs`, one more than there are ranks.
  let firstEdge: [UInt32]
  let heads: [UInt32]
  /// Up in the low lane, down in the high one.
  let costs: [SIMD2<UInt32>]
  /// Edges that come from below: into `lowerEdges`, and the rank below of each.
  let firstLower: [UInt32]
  let lowerEdges: [UInt32]
  let lowerRanks: [UInt32]

  package var byteCount: Int { ranks.count * 16 + heads.count * 20 }

  /// Throws `.cancelled`, and `.outOfBudget` where the order is a bad one, of which a hierarchy would be many times as large as others.
  package init(metric: RoadMetric, order: ArcOrder, isCancelled: () -> Bool = { false }) throws(PathFault) {
    self.metric = metric
    var states: [UInt32] = []
    states.reserveCapacity(metric.stateCount)
    for arc in order.descending.reversed() {
      states.append(arc)
      if metric.flags[Int(arc)] & RoadMetric.ArcFlags.hasCopies != 0 {
        for copy in metric.rules.copies(of: Int(arc)) { states.append(UInt32(clamping: copy)) }
      }
    }
    var ranks = [UInt32](repeating: 0, count: states.count)
    for (rank, state) in states.enumerated() { ranks[Int(state)] = UInt32(clamping: rank) }
    if isCancelled() { throw .cancelled }
    let structure = try HierarchyStructure(metric: metric, states: states, ranks: ranks)
    if isCancelled() { throw .cancelled }
    let lower = structure.lower()
    costs = HierarchyCosts.customized(structure, lower, metric, states: states, ranks: ranks)
    (firstEdge, heads) = (structure.firstEdge, structure.heads)
    (firstLower, lowerEdges, lowerRanks) = (lower.first, lower.edges, lower.ranks)
    self.states = states
    self.ranks = ranks
  }

  @inline(__always) func edges(_ rank: Int) -> Range<Int> { Int(firstEdge[rank])..<Int(firstEdge[rank + 1]) }

  /// The lowest that a rank has an edge to; nil at a root.
  @inline(__always) func parent(_ rank: Int) -> Int? {
    let edges = edges(rank)
    return edges.isEmpty ? nil : Int(heads[edges.lowerBound])
  }

  /// The edge between two ranks.
  func edge(_ low: Int, _ high: Int) -> Int? {
    var (first, end) = (Int(firstEdge[low]), Int(firstEdge[low + 1]))
    while first < end {
      let middle = (first + end) / 2
      if Int(heads[middle]) < high { first = middle + 1 } else { end = middle }
    }
    return first < Int(firstEdge[low + 1]) && Int(heads[first]) == high ? first : nil
  }
}

/// Which ranks have edges: those of the metric, and those that contracting one after the other adds.
struct HierarchyStructure {
  private(set) var firstEdge: [UInt32] = [0]
  private(set) var heads: [UInt32] = []

  struct Lower {
    var first: [UInt32]
    var edges: [UInt32]
    var ranks: [UInt32]
  }

  /// Edges of a state, on the average, that no order of roads worth the name comes to: those of a grid, which is worse than a city, have 26.
  private static let mostEdges = 100

  init(metric: RoadMetric, states: [UInt32], ranks: [UInt32]) throws(PathFault) {
    let count = states.count
    let mostEdges = count * Self.mostEdges + 100_000
    // Lower neighbours of the metric itself, as lists by their upper end.
    var own = [[UInt32]](repeating: [], count: count)
    for state in 0..<count where metric.weights[metric.arc(of: state)] < RoadMetric.closed {
      let rank = ranks[state]
      metric.eachSuccessor(of: state) { next, _ in
        let other = ranks[next]
        if other > rank { own[Int(rank)].append(other) } else if other < rank { own[Int(other)].append(rank) }
      }
    }
    // The ranks whose lowest edge leads to a rank: their other edges become its own.
    var firstChild = [Int32](repeating: -1, count: count)
    var nextChild = firstChild
    var seen = [Int32](repeating: -1, count: count)
    firstEdge.reserveCapacity(count + 1)
    for rank in 0..<count {
      let start = heads.count
      for head in own[rank] where seen[Int(head)] != Int32(truncatingIfNeeded: rank) {
        seen[Int(head)] = Int32(truncatingIfNeeded: rank)
        heads.append(head)
      }
      own[rank] = []
      var child = firstChild[rank]
      while child >= 0 {
        for edge in Int(firstEdge[Int(child)]) + 1..<max(Int(firstEdge[Int(child) + 1]), Int(firstEdge[Int(child)]) + 1) {
          let head = heads[edge]
          if seen[Int(head)] == Int32(truncatingIfNeeded: rank) { continue }
          seen[Int(head)] = Int32(truncatingIfNeeded: rank)
          heads.append(head)
        }
        child = nextChild[Int(child)]
      }
      heads[start...].sort()
      firstEdge.append(UInt32(clamping: heads.count))
      if heads.count > mostEdges { throw .outOfBudget }
      if start < heads.count {
        let parent = Int(heads[start])
        nextChild[rank] = firstChild[parent]
        firstChild[parent] = Int32(truncatingIfNeeded: rank)
      }
    }
  }

  func lower() -> Lower {
    let count = firstEdge.count - 1
    var first = [UInt32](repeating: 0, count: count + 1)
    for head in heads { first[Int(head) + 1] += 1 }
    for rank in 0..<count { first[rank + 1] += first[rank] }
    var next = first
    var edges = [UInt32](repeating: 0, count: heads.count)
    var ranks = edges
    for rank in 0..<count {
      for edge in Int(firstEdge[rank])..<Int(firstEdge[rank + 1]) {
        let place = Int(next[Int(heads[edge])])
        next[Int(heads[edge])] += 1
        edges[place] = UInt32(truncatingIfNeeded: edge)
        ranks[place] = UInt32(truncatingIfNeeded: rank)
      }
    }
    return Lower(first: first, edges: edges, ranks: ranks)
  }
}
