import OverlookRoads

extension RoadClass {
  /// How much a road counts beside others: smaller is more.
  var rank: Int {
    switch self {
    case .motorway: 0
    case .trunk: 1
    case .primary: 2
    case .secondary: 3
    case .tertiary: 4
    case .unclassified, .residential, .road: 5
    case .livingStreet, .ferry, .shuttleTrain: 6
    case .service, .pedestrian: 7
    case .track, .cycleway: 8
    case .footway, .bridleway, .path, .corridor, .platform: 9
    case .steps, .elevator: 10
    }
  }
}

extension RoadAttributes {
  /// Whether traffic goes round on it.
  var isRound: Bool { isRoundabout || isCircular }

  /// A road of its own, that one drives on to and off from.
  var isHighway: Bool { roadClass == .motorway || roadClass == .trunk || isMotorroad }

  /// A yard, a car park, a track: nothing that one would go on by itself.
  var isMinor: Bool { roadClass.rank >= 7 || service != .none }

  var hasName: Bool { !name.isEmpty || !ref.isEmpty }

  /// Whether a person would say that both are one road.
  func isSame(as other: RoadAttributes) -> Bool {
    let (a, b) = (name, other.name)
    if !a.isEmpty, a == b { return true }
    return sharesRef(with: other)
  }

  func sharesRef(with other: RoadAttributes) -> Bool {
    let (a, b) = (ref, other.ref)
    guard !a.isEmpty, !b.isEmpty else { return false }
    if a == b { return true }
    let parts = Set(a.split(separator: ";"))
    return b.split(separator: ";").contains { parts.contains($0) }
  }

  /// Whether a sign tells that another road begins: names that both are known, and differ.
  func isRenamed(from other: RoadAttributes) -> Bool {
    guard hasName, other.hasName, !isSame(as: other) else { return false }
    let (a, b) = (name, other.name)
    // One has a number alone, the other a name alone: nothing that is seen to change.
    guard !a.isEmpty, !b.isEmpty else { return a.isEmpty && b.isEmpty }
    return !a.contains(b) && !b.contains(a)
  }
}

extension Maneuver.Modifier {
  /// The word for a turn of so many degrees, to the right positive; the angles are those of OSRM's guidance.
  static func turning(_ degrees: Double) -> Maneuver.Modifier {
    let isRight = degrees > 0
    switch abs(degrees) {
    case ..<20: return .straight
    case ..<40: return isRight ? .slightRight : .slightLeft
    case ..<120: return isRight ? .right : .left
    case ..<173: return isRight ? .sharpRight : .sharpLeft
    default: return .uturn
    }
  }

  /// Degrees that the word stands for.
  var degrees: Double {
    switch self {
    case .uturn: -180
    case .sharpLeft: -135
    case .left: -90
    case .slightLeft: -40
    case .straight: 0
    case .slightRight: 40
    case .right: 90
    case .sharpRight: 135
    }
  }
}
