import OverlookFormats
import OverlookGeometry
import OverlookRoads

/// Looks whether paths do what restrictions forbid, by the relations of the data and the ids of ways alone.
struct RestrictionAudit {
  private struct Rule {
    var isOnly: Bool
    var isTurnBack: Bool
    var from: Int64
    var via: LocationCoordinate?
    var ways: [Int64]
    var to: Int64
  }

  private let graph: RoadGraph
  /// By the way that they start from.
  private var rules: [Int64: [Rule]] = [:]

  init(_ data: OSMData, _ metric: RoadMetric) {
    graph = metric.graph
    guard !metric.options.mode.isPedestrian else { return }
    for relation in data.relations {
      let tags = data.tags(relation.tags)
      // Signs without exceptions and times: what they forbid they forbid always.
      guard tags["type"] == "restriction", let kind = tags["restriction"], tags["except"] == nil, tags["hour_on"] == nil,
        tags["day_on"] == nil, kind.hasPrefix("no_") || kind.hasPrefix("only_")
      else { continue }
      var (from, to, ways): ([Int64], [Int64], [Int64]) = ([], [], [])
      var via: LocationCoordinate?
      for member in data.members[relation.members] {
        switch (data.strings[Int(member.role)], member.kind) {
        case ("from", .way): from.append(member.id)
        case ("to", .way): to.append(member.id)
        case ("via", .way): ways.append(member.id)
        case ("via", .node): via = data.location(ofNode: member.id)
        default: break
        }
      }
      guard from.count == 1, to.count == 1, ways.isEmpty != (via == nil) else { continue }
      rules[from[0], default: []].append(
        Rule(isOnly: kind.hasPrefix("only_"), isTurnBack: kind == "no_u_turn", from: from[0], via: via, ways: ways, to: to[0]))
    }
  }

  func isBroken(by path: RoadPath) -> Bool {
    path.arcs.indices.contains { place in
      (rules[graph.wayID(path.arcs[place])] ?? []).contains { isBroken($0, path.arcs, at: place) }
    }
  }

  private func isBroken(_ rule: Rule, _ arcs: [Int], at place: Int) -> Bool {
    guard place + 1 < arcs.count else { return false }
    let next = arcs[place + 1]
    if let via = rule.via {
      let head = graph.coordinate(ofNode: graph.head(arcs[place]))
      guard abs(head.latitude - via.latitude) < 2e-7, abs(head.longitude - via.longitude) < 2e-7 else { return false }
      // On one and the same way a sign forbids to go on, or to turn back.
      if rule.from == rule.to, (next == graph.opposite(arcs[place])) != rule.isTurnBack { return false }
      return rule.isOnly ? graph.wayID(next) != rule.to : graph.wayID(next) == rule.to
    }
    if rule.isOnly { return false }
    // All via ways one after the other, each as many arcs as it may be, and then the last.
    var position = place + 1
    for way in rule.ways {
      guard position < arcs.count, graph.wayID(arcs[position]) == way else { return false }
      while position < arcs.count, graph.wayID(arcs[position]) == way { position += 1 }
    }
    return position < arcs.count && graph.wayID(arcs[position]) == rule.to
  }
}
