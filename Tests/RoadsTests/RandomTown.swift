import OverlookFormats
import OverlookGeometry
import OverlookSupport

@testable import OverlookRoads

/// A town of crooked blocks by a seed: one-way streets, gaps, bollards, private streets, limits, and restrictions of every form.
struct RandomTown {
  struct Rule {
    var kind: String
    var from: Int64
    var viaNode: Int64?
    var viaWays: [Int64] = []
    var to: Int64
    var except = ""
  }

  private(set) var town = Town()
  private(set) var rules: [Rule] = []
  let side: Int
  private var generator: SeededGenerator
  /// The ways at each node, with the node at the other end.
  private(set) var neighbours: [Int64: [(way: Int64, node: Int64)]] = [:]

  init(side: Int, seed: UInt64, rules count: Int) {
    self.side = side
    generator = SeededGenerator(seed: seed)
    for row in 0..<side { for column in 0..<side { addNode(row, column) } }
    for row in 0..<side {
      for column in 0..<side {
        if column + 1 < side { addStreet(id(row, column), id(row, column + 1), isMain: row % 4 == 0) }
        if row + 1 < side { addStreet(id(row, column), id(row + 1, column), isMain: column % 4 == 0) }
      }
    }
    for _ in 0..<count { addRule() }
  }

  private func id(_ row: Int, _ column: Int) -> Int64 { Int64(row * side + column + 1) }

  private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < share }

  private mutating func addNode(_ row: Int, _ column: Int) {
    var tags: [String: String] = [:]
    if chance(0.05) { tags["highway"] = "traffic_signals" }
    if chance(0.01) { tags["barrier"] = "bollard" }
    town.node(
      id(row, column), Double(column) * 100 + .random(in: -30...30, using: &generator),
      Double(row) * 100 + .random(in: -30...30, using: &generator), tags)
  }

  private mutating func addStreet(_ from: Int64, _ to: Int64, isMain: Bool) {
    if chance(0.08) { return }
    var tags = ["highway": isMain ? "secondary" : chance(0.1) ? "footway" : "residential"]
    if chance(0.15) { tags["oneway"] = chance(0.5) ? "yes" : "-1" }
    if chance(0.2) { tags["maxspeed"] = ["30", "20 mph", "50", "walk"][Int.random(in: 0..<4, using: &generator)] }
    if chance(0.03) { tags["access"] = "private" }
    if chance(0.1) { tags["surface"] = "gravel" }
    let way = town.way([from, to], tags)
    neighbours[from, default: []].append((way, to))
    neighbours[to, default: []].append((way, from))
  }

  private mutating func addRule() {
    let via = Int64.random(in: 1...Int64(side * side), using: &generator)
    guard let here = neighbours[via], let from = here.randomElement(using: &generator),
      let next = here.randomElement(using: &generator)
    else { return }
    let isOnly = chance(0.2)
    var rule = Rule(kind: isOnly ? "only_straight_on" : "no_left_turn", from: from.way, to: next.way)
    if chance(0.2) { rule.except = "bicycle" }
    if next.way == from.way {
      if isOnly { return }
      rule.kind = "no_u_turn"
      rule.viaNode = via
    } else if chance(0.5), let last = neighbours[next.node]?.filter({ $0.way != next.way }).randomElement(using: &generator) {
      rule.viaWays = [next.way]
      rule.to = last.way
      if chance(0.4), let more = neighbours[last.node]?.filter({ $0.way != last.way }).randomElement(using: &generator) {
        rule.viaWays.append(last.way)
        rule.to = more.way
      }
    } else {
      rule.viaNode = via
    }
    rules.append(rule)
    town.restriction(
      rule.kind, from: rule.from, viaNode: rule.viaNode, viaWays: rule.viaWays, to: rule.to,
      rule.except.isEmpty ? [:] : ["except": rule.except])
  }
}

/// Looks whether a path does what the rules of a town forbid, by the ids of ways and nodes alone.
struct RuleChecker {
  let rules: [RandomTown.Rule]
  let mode: TravelMode
  /// Whether a way starts or ends at a node.
  let meets: (Int64, Int64) -> Bool

  struct Piece {
    var way: Int64
    /// The place where it ends.
    var head: Int64
  }

  func broken(by pieces: [Piece]) -> RandomTown.Rule? {
    guard !mode.isPedestrian else { return nil }
    for rule in rules where !(mode == .bicycle && rule.except == "bicycle") {
      for start in pieces.indices where pieces[start].way == rule.from {
        if breaks(rule, pieces, start) { return rule }
      }
    }
    return nil
  }

  private func breaks(_ rule: RandomTown.Rule, _ pieces: [Piece], _ start: Int) -> Bool {
    let isOnly = rule.kind.hasPrefix("only_")
    if let via = rule.viaNode {
      guard pieces[start].head == via, start + 1 < pieces.count else { return false }
      return isOnly ? pieces[start + 1].way != rule.to : pieces[start + 1].way == rule.to
    }
    let sequence = rule.viaWays + [rule.to]
    let next = pieces[(start + 1)...].prefix(sequence.count).map(\.way)
    if !isOnly { return next == sequence }
    // Whoever comes from `from` to the via way has to follow all of it.
    guard let first = rule.viaWays.first, meets(pieces[start].head, first) else { return false }
    return zip(next, sequence).contains { $0 != $1 }
  }
}
