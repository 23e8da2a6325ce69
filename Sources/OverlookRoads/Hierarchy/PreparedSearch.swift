internal import OverlookSupport
internal import Synchronization

/// A search that prepares itself for more: it makes a hierarchy on a thread of its own once it was asked some times (hundredths of a second
/// for a town, seconds for a million arcs; at once where the graph brings the order of its arcs), and searches from both ends until that is ready. What it finds costs the same before and after.
package final class PreparedSearch: PathSearch {
  package let metric: RoadMetric
  private let simple: BidirectionalSearch
  private let state = Mutex(State())

  /// Arcs from which on a hierarchy is worth its time, and the requests after which it is made.
  private static let worthPreparing = 5000
  private static let requests = 4

  private struct State {
    var requests = 0
    var hierarchy: HierarchySearch?
  }

  package init(metric: RoadMetric) {
    self.metric = metric
    simple = BidirectionalSearch(metric: metric)
  }

  package func path(
    from starts: [PathEnd], to ends: [PathEnd], budget: SearchBudget = SearchBudget()
  ) throws(PathFault) -> RoadPath {
    if let hierarchy = prepared() { return try hierarchy.path(from: starts, to: ends, budget: budget) }
    return try simple.path(from: starts, to: ends, budget: budget)
  }

  private func prepared() -> HierarchySearch? {
    // With an order at hand most of the work is done.
    let due = metric.graph.hasOrder ? 1 : Self.requests
    let (hierarchy, isDue) = state.withLock { state in
      state.requests += 1
      return (state.hierarchy, state.requests == due)
    }
    if hierarchy == nil, isDue, metric.graph.arcCount >= Self.worthPreparing { prepare() }
    return hierarchy
  }

  private func prepare() {
    // Without a thread the simple search goes on.
    try? ServiceThread.start("overlook-roads") { [weak self] in
      guard let metric = self?.metric else { return }
      let graph = metric.graph
      func hierarchy(_ order: ArcOrder) -> RoadHierarchy? {
        try? RoadHierarchy(metric: metric, order: order, isCancelled: { self == nil })
      }
      // An order that a file brings may be any.
      guard let hierarchy = hierarchy(graph.arcOrder) ?? (graph.hasOrder ? hierarchy(ArcOrder(graph)) : nil) else { return }
      self?.state.withLock { $0.hierarchy = HierarchySearch(hierarchy: hierarchy) }
    }
  }

  /// Whether the hierarchy is there.
  package var isPrepared: Bool { state.withLock { $0.hierarchy != nil } }
}
