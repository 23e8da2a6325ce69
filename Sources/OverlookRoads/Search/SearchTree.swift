/// States that a search has reached, with their costs, and the queue of those that are not settled.
struct SearchTree {
  private(set) var costs: [UInt32]
  private var parents: [UInt32]
  private var queue = CostQueue()
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

/// A heap of four children a place, cheapest first; what is equally cheap comes out by its number.
struct CostQueue {
  private var items: [UInt64] = []

  var isEmpty: Bool { items.isEmpty }
  var least: UInt32? { items.first.map { UInt32(truncatingIfNeeded: $0 >> 32) } }

  mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  mutating func push(_ cost: UInt32, _ value: UInt32) {
    let item = UInt64(cost) << 32 | UInt64(value)
    var place = items.count
    items.append(item)
    while place > 0 {
      let parent = (place - 1) >> 2
      if items[parent] <= item { break }
      items[place] = items[parent]
      place = parent
    }
    items[place] = item
  }

  mutating func pop() -> (cost: UInt32, value: UInt32)? {
    guard let top = items.first, let item = items.popLast() else { return nil }
    let count = items.count
    var place = 0
    while count > 0 {
      let first = place * 4 + 1
      if first >= count { break }
      var least = first
      var child = first + 1
      while child < min(first + 4, count) {
        if items[child] < items[least] { least = child }
        child += 1
      }
      if items[least] >= item { break }
      items[place] = items[least]
      place = least
    }
    if count > 0 { items[place] = item }
    return (UInt32(truncatingIfNeeded: top >> 32), UInt32(truncatingIfNeeded: top))
  }
}
