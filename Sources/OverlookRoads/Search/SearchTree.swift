/// States that a search has reached, with their costs, and the queue of those that are not settled.
struct SearchTree {
  private(set) var costs: [UInt32]
  private var parents: [UInt32]
  private let queue = CostQueue()
  private static let none = UInt32.max

  init(stateCount: Int) {
    costs = [UInt32](repeating: RoadMetric.closed, count: stateCount)
    parents = [UInt32](repeating: Self.none, count: stateCount)
  }

  /// Notes a way to a state that is cheaper than those before.
  @inline(__always) mutating func reach(_ state: Int, _ cost: UInt32, from parent: Int?) {
    guard cost < costs[state] else { return }
    costs[state] = cost
    parents[state] = parent.map { UInt32(truncatingIfNeeded: $0) } ?? Self.none
    queue.push(cost, UInt32(truncatingIfNeeded: state))
  }

  /// The cheapest state that was not settled yet.
  @inline(__always) mutating func settle() -> (state: Int, cost: UInt32)? {
    while let (cost, state) = queue.pop() {
      if cost == costs[Int(state)] { return (Int(state), cost) }
    }
    return nil
  }

  /// From which a state was reached; nil for a source.
  func parent(_ state: Int) -> Int? { parents[state] == Self.none ? nil : Int(parents[state]) }

  /// From a source to a state.
  func states(to state: Int) -> [Int] {
    var states = [state]
    while parents[states[states.count - 1]] != Self.none { states.append(Int(parents[states[states.count - 1]])) }
    return states.reversed()
  }
}
