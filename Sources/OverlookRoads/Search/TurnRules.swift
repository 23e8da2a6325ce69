/// Which arcs may not follow others, as an automaton (Aho and Corasick 1975) over the arcs that one goes: its states are the arcs, and
/// copies of those that one reached by the first arcs of a restriction of more than two.
struct TurnRules: Sendable {
  static let forbidden = UInt32.max

  /// The arcs that the copies are of; copies are numbered behind the arcs.
  private(set) var copies: [UInt32] = []
  private var copiesOfArc: [UInt32: [Int]] = [:]
  /// Where a state's steps are, for those that have some.
  private var stepsOfState: [UInt32: Range<Int>] = [:]
  private var steps: [Step] = []

  private struct Step {
    var arc: UInt32
    var target: UInt32
  }

  init(graph: RoadGraph, mode: TravelMode, time: RoadTime?) {
    var prefixes = RestrictionPrefixes()
    let columns = graph.columns
    for number in columns.restrictionModes.indices where columns.restrictionModes[number] & 1 << UInt32(mode.number) != 0 {
      let first = Int(columns.restrictionTimes[number])
      let times = first..<first + Int(columns.restrictionTimeCounts[number])
      // What holds at times only counts when the time is known.
      if !times.isEmpty {
        guard let time, graph.isTime(time, in: times) else { continue }
      }
      prefixes.add(columns.restrictionArcs[Int(columns.restrictionStart[number])..<Int(columns.restrictionStart[number + 1])])
    }
    build(prefixes, arcCount: graph.arcCount)
  }

  private mutating func build(_ prefixes: RestrictionPrefixes, arcCount: Int) {
    var states = [UInt32](repeating: 0, count: prefixes.nodes.count)
    for (number, node) in prefixes.nodes.enumerated() where !node.isForbidden {
      if node.depth == 1 {
        states[number] = node.arc
      } else {
        states[number] = UInt32(clamping: arcCount + copies.count)
        copiesOfArc[node.arc, default: []].append(arcCount + copies.count)
        copies.append(node.arc)
      }
    }
    let suffixes = prefixes.suffixes()
    for (number, node) in prefixes.nodes.enumerated() where !node.isForbidden {
      let first = steps.count
      // The longest of what was gone that a restriction starts with comes first; a shorter one may still forbid.
      var known: [UInt32: Int] = [:]
      var place: Int? = number
      while let current = place {
        for (arc, child) in prefixes.nodes[current].children.sorted(by: { $0.key < $1.key }) {
          let target = prefixes.nodes[child].isForbidden ? Self.forbidden : states[child]
          if let step = known[arc] {
            if target == Self.forbidden { steps[step].target = target }
          } else {
            known[arc] = steps.count
            steps.append(Step(arc: arc, target: target))
          }
        }
        place = suffixes[current]
      }
      stepsOfState[states[number]] = first..<steps.count
    }
  }

  /// Marks arcs that have steps or copies.
  func marked(_ flags: [UInt8]) -> [UInt8] {
    var flags = flags
    for state in stepsOfState.keys where Int(state) < flags.count { flags[Int(state)] |= RoadMetric.ArcFlags.hasRule }
    for arc in copiesOfArc.keys { flags[Int(arc)] |= RoadMetric.ArcFlags.hasCopies }
    return flags
  }

  /// The state after going from a state into an arc.
  func target(_ state: Int, _ arc: Int) -> UInt32 {
    let arc = UInt32(truncatingIfNeeded: arc)
    guard let range = stepsOfState[UInt32(truncatingIfNeeded: state)] else { return arc }
    for step in steps[range] where step.arc == arc { return step.target }
    return arc
  }

  func copies(of arc: Int) -> [Int] { copiesOfArc[UInt32(truncatingIfNeeded: arc)] ?? [] }
}

/// The arcs with which restrictions start, as a tree.
struct RestrictionPrefixes {
  struct Node {
    var arc: UInt32
    var depth: Int
    var parent: Int?
    /// A whole restriction: what is gone here may not be gone.
    var isForbidden = false
    var children: [UInt32: Int] = [:]
  }

  private(set) var nodes: [Node] = []
  private var roots: [UInt32: Int] = [:]

  mutating func add(_ arcs: ArraySlice<UInt32>) {
    guard let first = arcs.first, arcs.count >= 2 else { return }
    var place = root(first)
    for arc in arcs.dropFirst() {
      if let child = nodes[place].children[arc] {
        place = child
      } else {
        nodes.append(Node(arc: arc, depth: nodes[place].depth + 1, parent: place))
        nodes[place].children[arc] = nodes.count - 1
        place = nodes.count - 1
      }
    }
    nodes[place].isForbidden = true
  }

  private mutating func root(_ arc: UInt32) -> Int {
    if let root = roots[arc] { return root }
    nodes.append(Node(arc: arc, depth: 1, parent: nil))
    roots[arc] = nodes.count - 1
    return nodes.count - 1
  }

  /// For each node that of the longest proper end of its arcs that a restriction starts with.
  func suffixes() -> [Int?] {
    var suffixes = [Int?](repeating: nil, count: nodes.count)
    for number in nodes.indices.sorted(by: { (nodes[$0].depth, $0) < (nodes[$1].depth, $1) }) {
      guard let parent = nodes[number].parent else { continue }
      let arc = nodes[number].arc
      var place = suffixes[parent]
      while let current = place, nodes[current].children[arc] == nil { place = suffixes[current] }
      suffixes[number] = place.flatMap { nodes[$0].children[arc] } ?? roots[arc]
    }
    return suffixes
  }
}
