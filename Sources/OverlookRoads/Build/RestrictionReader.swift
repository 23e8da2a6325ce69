internal import OverlookFormats

/// Arcs that may not be gone one after the other.
struct RoadRestriction: Hashable {
  /// By the numbers of the network; two at least.
  var arcs: [Int]
  /// A bit for each mode.
  var modes: UInt32
  /// When it holds; empty for always.
  var times: [RoadTimes]
}

/// Makes restrictions of arcs from relations.
struct RestrictionReader {
  private let data: OSMData
  private let network: RoadNetwork
  private(set) var restrictions: [RoadRestriction] = []
  /// Relations that became at least one, and those that do not fit together.
  private(set) var count = 0
  private(set) var broken = 0
  private(set) var unknown = 0
  private var outgoing: [Int: [Int]] = [:]

  /// Real ones have at most some tens of members.
  private static let memberLimit = 200
  /// Ways through via members that are looked at in one restriction.
  private static let stepLimit = 2000

  init(data: OSMData, network: RoadNetwork) {
    self.data = data
    self.network = network
  }

  mutating func read() {
    var relations: [(OSMData.Relation, RoadTags)] = []
    for relation in data.relations {
      let tags = data.tags(relation.tags)
      guard tags["type"]?.hasPrefix("restriction") == true else { continue }
      guard relation.members.count <= Self.memberLimit else {
        broken += 1
        continue
      }
      relations.append((relation, RoadTags(tags)))
    }
    guard !relations.isEmpty else { return }
    for (number, segment) in network.segments.enumerated() {
      outgoing[segment.from, default: []].append(2 * number)
      outgoing[segment.to, default: []].append(2 * number + 1)
    }
    for (relation, tags) in relations { read(relation, tags) }
  }

  private mutating func read(_ relation: OSMData.Relation, _ tags: RoadTags) {
    let rules = rules(tags)
    guard !rules.isEmpty else { return }
    let members = Members(data, relation)
    let sequences = sequences(members)
    guard !sequences.isEmpty else {
      broken += 1
      return
    }
    let before = restrictions.count
    for rule in rules { add(rule, sequences) }
    if restrictions.count > before { count += 1 } else { broken += 1 }
  }

  // MARK: What it says

  private struct Rule {
    var kind: String
    var modes: UInt32
    var times: [RoadTimes]
  }

  /// Keys and the modes that they are about: a sign is for vehicles.
  private static let keys: [(String, UInt32)] = [
    ("restriction", 0b111), ("restriction:vehicle", 0b111), ("restriction:motor_vehicle", 0b11), ("restriction:motorcar", 0b1),
    ("restriction:hgv", 0b10), ("restriction:bicycle", 0b100), ("restriction:foot", 0b11000),
  ]

  private mutating func rules(_ tags: RoadTags) -> [Rule] {
    var rules: [Rule] = []
    // Hours in the keys of old: what holds at times that are not understood does not hold.
    guard tags.first("hour_on", "hour_off", "day_on", "day_off") == nil else {
      unknown += 1
      return []
    }
    let except = Self.excepted(tags["except"])
    for (key, modes) in Self.keys where modes & ~except != 0 {
      if let kind = tags[key] { rules.append(Rule(kind: kind, modes: modes & ~except, times: [])) }
      if let text = tags[key + ":conditional"] {
        for part in ConditionalValue.parse(text, unknown: &unknown) {
          rules.append(Rule(kind: part.value, modes: modes & ~except, times: part.times))
        }
      }
    }
    return rules.filter { $0.kind.hasPrefix("no_") || $0.kind.hasPrefix("only_") }
  }

  private static func excepted(_ text: String?) -> UInt32 {
    var modes: UInt32 = 0
    for word in (text ?? "").split(whereSeparator: { $0 == ";" || $0 == " " || $0 == "," }) {
      switch word {
      case "motorcar": modes |= 1
      case "hgv": modes |= 2
      case "motor_vehicle": modes |= 3
      case "bicycle": modes |= 4
      case "vehicle": modes |= 7
      case "foot": modes |= 24
      default: break
      }
    }
    return modes
  }

  // MARK: Where it is

  private struct Members {
    var from: [Int64] = []
    var to: [Int64] = []
    var viaWays: [Int64] = []
    var viaNode: Int64?

    init(_ data: OSMData, _ relation: OSMData.Relation) {
      for member in data.members[relation.members] {
        switch (data.strings[Int(member.role)], member.kind) {
        case ("from", .way): from.append(member.id)
        case ("to", .way): to.append(member.id)
        case ("via", .way): viaWays.append(member.id)
        case ("via", .node): viaNode = member.id
        default: break
        }
      }
    }
  }

  /// The arcs from a `from` over all `via` to a `to`, by every way that the members can be joined.
  private func sequences(_ members: Members) -> [[Int]] {
    var sequences: [[Int]] = []
    var steps = 0
    for from in members.from {
      // Arcs of the way that end where it goes on: those against arcs that start there.
      for segment in network.segmentsOfWay[from] ?? [] {
        for arc in [2 * segment, 2 * segment + 1] {
          let head = network.head(arc)
          if members.viaWays.isEmpty {
            guard let via = members.viaNode, network.nodeNumbers[via] == head else { continue }
            append(members.to, after: [arc], to: &sequences)
          } else {
            walk(members, from: [arc], &sequences, &steps)
          }
        }
      }
    }
    return sequences
  }

  private func append(_ to: [Int64], after arcs: [Int], to sequences: inout [[Int]]) {
    guard let last = arcs.last else { return }
    for way in to {
      for arc in network.arcs(ofWay: way, from: network.head(last)) where arcs.count == 1 || arc != last ^ 1 {
        // Turning back is meant only where both are the same piece of road.
        if arc == last ^ 1, to.count > 1 || network.segments[last >> 1].way != way { continue }
        sequences.append(arcs + [arc])
      }
    }
  }

  /// Follows the via ways, in the order of the members, from one to the next.
  private func walk(_ members: Members, from start: [Int], _ sequences: inout [[Int]], _ steps: inout Int) {
    var open: [(arcs: [Int], next: Int)] = [(start, 0)]
    while let (arcs, next) = open.popLast() {
      steps += 1
      guard steps < Self.stepLimit, arcs.count < RoadColumns.restrictionLimit - 1, let last = arcs.last else { continue }
      let node = network.head(last)
      // Here the via way that comes next begins, if it does.
      if next < members.viaWays.count {
        for arc in network.arcs(ofWay: members.viaWays[next], from: node) where arc != last ^ 1 {
          open.append((arcs + [arc], next + 1))
        }
      }
      guard next > 0 else { continue }
      // The present one goes on, or all of them are done and a `to` begins.
      for arc in network.arcs(ofWay: members.viaWays[next - 1], from: node) where arc != last ^ 1 && !arcs.contains(arc) {
        open.append((arcs + [arc], next))
      }
      if next == members.viaWays.count { append(members.to, after: arcs, to: &sequences) }
    }
  }

  // MARK: What it forbids

  private mutating func add(_ rule: Rule, _ sequences: [[Int]]) {
    if rule.kind.hasPrefix("no_") {
      for arcs in sequences {
        // From and to are often one way: turning back is meant by no_u_turn alone, and nothing else by that.
        let isBack = arcs.count == 2 && arcs[1] == arcs[0] ^ 1
        if arcs.count == 2, isBack != (rule.kind == "no_u_turn"), sequences.count > 1 { continue }
        restrictions.append(RoadRestriction(arcs: arcs, modes: rule.modes, times: rule.times))
      }
      return
    }
    // Of all that one can do from the first arc on only the sequences stay.
    var allowed: [ArraySlice<Int>: Set<Int>] = [:]
    for arcs in sequences {
      for count in 1..<arcs.count { allowed[arcs[..<count], default: []].insert(arcs[count]) }
    }
    for (prefix, next) in allowed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard let last = prefix.last else { continue }
      for arc in outgoing[network.head(last)] ?? [] where !next.contains(arc) {
        restrictions.append(RoadRestriction(arcs: Array(prefix) + [arc], modes: rule.modes, times: rule.times))
      }
    }
  }
}
