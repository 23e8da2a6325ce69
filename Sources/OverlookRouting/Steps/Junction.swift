import OverlookRoads

/// A place of a path where one arc follows another, with the roads that one could take in its stead.
struct Junction {
  struct Way {
    let arc: Int
    let road: RoadAttributes
    /// Degrees from the way one comes, to the right positive.
    let angle: Double
  }

  let from: RoadAttributes
  let to: Way
  /// Other ways that are open, without the one back.
  let others: [Way]
  let isTurnBack: Bool

  /// The junction at the head of the arc before `index`.
  init(_ walk: PathWalk, before index: Int) {
    let graph = walk.graph
    let (from, to) = (walk.arcs[index - 1], walk.arcs[index])
    self.from = graph.attributes(from)
    isTurnBack = graph.opposite(from) == to
    self.to = Way(arc: to, road: graph.attributes(to), angle: graph.turnAngle(from: from, to: to))
    others = graph.outgoing(graph.head(from)).filter { arc in
      arc != to && arc != graph.opposite(from) && walk.metric.isOpen(arc)
        && walk.metric.turn(from: from, to: arc) < RoadMetric.closed
    }.map { Way(arc: $0, road: graph.attributes($0), angle: graph.turnAngle(from: from, to: $0)) }
  }

  /// Others that somebody who is told nothing might take for the way: not yards and tracks beside a road.
  var rivals: [Way] {
    let own = max(from.roadClass.rank, to.road.roadClass.rank)
    return others.filter { other in
      if other.road.isMinor, !to.road.isMinor || !from.isMinor { return abs(other.angle) < 20 && abs(to.angle) > 40 }
      // Who drives on a road leaves it by a ramp only when told.
      if other.road.isLink, !to.road.isLink, to.road.isSame(as: from) || to.road.roadClass == from.roadClass { return false }
      return other.road.roadClass.rank <= own + 2
    }
  }

  /// Whether everybody goes this way who is told nothing.
  var isObvious: Bool {
    if isTurnBack { return false }
    let rivals = rivals
    let angle = abs(to.angle)
    if rivals.isEmpty { return angle < 60 || others.isEmpty }
    if rivals.contains(where: { $0.angle * to.angle >= 0 && abs($0.angle) < angle && abs($0.angle) < 40 }) {
      return staysAgainst(rivals)
    }
    let isSame = to.road.isSame(as: from)
    return rivals.allSatisfy { rival in
      let gap = abs(rival.angle) - angle
      let isMoreImportant = rival.road.roadClass.rank < to.road.roadClass.rank
      if isSame, !rival.road.isSame(as: from) {
        let isMuchLess = rival.road.roadClass.rank >= to.road.roadClass.rank + 2
        return angle < 45 && gap > 0 || gap > (isMuchLess ? 0 : 15) && angle < 60
      }
      if isMoreImportant, abs(rival.angle) < 60 { return gap > 40 }
      return angle < 30 && gap > 25 || angle < 50 && gap > 40
    }
  }

  /// Whether one stays on the road though another goes straighter: by its name, where the other is much less of a road.
  private func staysAgainst(_ rivals: [Way]) -> Bool {
    to.road.isSame(as: from) && abs(to.angle) < 45
      && rivals.allSatisfy { !$0.road.isSame(as: from) && $0.road.roadClass.rank >= to.road.roadClass.rank + 2 }
  }

  /// Ways ahead that part at a small angle, from left to right, when the path's is one of them and there are others like it.
  var forkWays: [Way]? {
    guard abs(to.angle) < 45 else { return nil }
    let ahead = others.filter { other in
      abs(other.angle) < 45 && abs(other.angle - to.angle) < 60
        && abs(other.road.roadClass.rank - to.road.roadClass.rank) <= 1 && other.road.isLink == to.road.isLink
    }
    guard !ahead.isEmpty else { return nil }
    // Beside a road straight on that is the same, the other is a turn off it.
    if ahead.contains(where: { abs($0.angle) < 10 && abs(to.angle) > 25 && $0.road.isSame(as: from) }) { return nil }
    return (ahead + [to]).sorted { $0.angle < $1.angle }
  }

  /// Whether the road ends here at another across it.
  var isEndOfRoad: Bool {
    guard (50...140).contains(abs(to.angle)), !others.isEmpty else { return false }
    let across = others.filter { $0.angle * to.angle < 0 && (50...140).contains(abs($0.angle)) && !$0.road.isMinor }
    return !across.isEmpty && others.allSatisfy { abs($0.angle) >= 50 || $0.road.isMinor }
  }

  /// Of the roads that are open, the path's among them, how many go about so far to its side: turning right where two roads do.
  var modifier: Maneuver.Modifier {
    isTurnBack ? .uturn : distinguished(.turning(to.angle))
  }

  /// The word for the way where another would have the same: the sharper of the two is called so.
  private func distinguished(_ word: Maneuver.Modifier) -> Maneuver.Modifier {
    guard word != .straight, word != .uturn else { return word }
    let alike = others.filter { Maneuver.Modifier.turning($0.angle) == word && !$0.road.isMinor }
    guard let other = alike.first, alike.count == 1, abs(other.angle - to.angle) > 15 else { return word }
    let isSharper = abs(to.angle) > abs(other.angle)
    switch word {
    case .right: return isSharper ? (abs(to.angle) > 90 ? .sharpRight : .right) : (abs(to.angle) < 65 ? .slightRight : .right)
    case .left: return isSharper ? (abs(to.angle) > 90 ? .sharpLeft : .left) : (abs(to.angle) < 65 ? .slightLeft : .left)
    case .slightRight: return isSharper ? .right : word
    case .slightLeft: return isSharper ? .left : word
    default: return word
    }
  }
}
