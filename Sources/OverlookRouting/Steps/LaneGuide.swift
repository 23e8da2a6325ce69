import OverlookRoads

/// Which lanes lead where a maneuver goes.
struct LaneGuide {
  let walk: PathWalk

  /// The lanes before the arc with a number; `next`: where the maneuver behind it turns to, when it comes at once.
  func lanes(before index: Int, towards modifier: Maneuver.Modifier?, angle: Double, next: Maneuver.Modifier?) -> [Lane] {
    guard index > 0, walk.metric.options.mode.isMotorized else { return [] }
    var arrows = Self.lanes(walk.road(index - 1).turnLanes)
    // A short piece before the stop line often has none of its own.
    if arrows.isEmpty, index > 1, walk.length((index - 1)..<index) < Self.stopLineMeters,
      Junction(walk, before: index - 1).others.isEmpty
    {
      arrows = Self.lanes(walk.road(index - 2).turnLanes)
    }
    guard arrows.count > 1 || arrows.first?.isEmpty == false else { return [] }
    let wanted = Self.arrow(
      for: modifier ?? .turning(angle), among: Set(arrows.joined()), turningBackBy: walk.graph.drivesOnLeft ? .right : .left)
    guard let wanted else { return [] }
    let valid = arrows.map { $0.contains(wanted) || $0.isEmpty && wanted == .straight }
    let active = Self.active(valid, next: next)
    return arrows.indices.map { Lane(indications: arrows[$0], isValid: valid[$0], isActive: active[$0]) }
  }

  private static let stopLineMeters = 25.0

  /// Of the lanes that lead on, those on the side where it goes on at once.
  private static func active(_ valid: [Bool], next: Maneuver.Modifier?) -> [Bool] {
    guard let side = next?.side else { return valid }
    let best = side == 0 ? valid.lastIndex(of: true) : valid.firstIndex(of: true)
    return valid.indices.map { $0 == best }
  }

  /// The arrow that is meant for a way: of those that there are, the one that points most where it goes; a turn is never told by the
  /// arrow of the other side.
  private static func arrow(
    for modifier: Maneuver.Modifier, among arrows: Set<Maneuver.Modifier>, turningBackBy middle: Maneuver.Modifier
  ) -> Maneuver.Modifier? {
    let arrows = arrows.isEmpty ? [.straight] : arrows.union(modifier == .straight ? [.straight] : [])
    if modifier == .uturn { return arrows.contains(.uturn) ? .uturn : arrows.contains(middle) ? middle : nil }
    let fitting = arrows.filter { $0 != .uturn && ($0.side == modifier.side || $0 == .straight || modifier == .straight) }
    let best = fitting.min { a, b in
      let (x, y) = (abs(a.degrees - modifier.degrees), abs(b.degrees - modifier.degrees))
      return x != y ? x < y : a.degrees < b.degrees
    }
    guard let best, abs(best.degrees - modifier.degrees) <= 60 else { return nil }
    return best
  }

  /// The arrows of OpenStreetMap's `turn:lanes`, lane by lane from left to right.
  static func lanes(_ text: String) -> [[Maneuver.Modifier]] {
    guard !text.isEmpty else { return [] }
    let lanes = text.split(separator: "|", omittingEmptySubsequences: false)
    guard lanes.count <= 16 else { return [] }
    return lanes.map { lane in
      lane.split(separator: ";").compactMap { word in
        switch word.trimmingPrefix(while: { $0 == " " }) {
        case "left": .left
        case "slight_left", "merge_to_left": .slightLeft
        case "sharp_left": .sharpLeft
        case "through": .straight
        case "right": .right
        case "slight_right", "merge_to_right": .slightRight
        case "sharp_right": .sharpRight
        case "reverse": .uturn
        default: nil
        }
      }
    }
  }
}
