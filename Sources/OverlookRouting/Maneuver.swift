public import OverlookGeometry

/// What a traveller does at a place of the route. Types and modifiers are the words of OSRM's route service.
public struct Maneuver: Hashable, Sendable {
  /// What happens.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case depart, turn
    case newName = "new name"
    case `continue`, merge
    case onRamp = "on ramp"
    case offRamp = "off ramp"
    case fork
    case endOfRoad = "end of road"
    case roundabout, rotary
    case exitRoundabout = "exit roundabout"
    case notification, arrive
  }

  /// In which direction.
  public enum Modifier: String, CaseIterable, Hashable, Sendable {
    case uturn
    case sharpRight = "sharp right"
    case right
    case slightRight = "slight right"
    case straight
    case slightLeft = "slight left"
    case left
    case sharpLeft = "sharp left"
  }

  /// What happens.
  public var kind: Kind
  /// In which direction; nil where none can be said.
  public var modifier: Modifier?
  /// The exit of a roundabout, counted from 1.
  public var exit: Int?
  /// Of the place where it happens.
  public var location: LocationCoordinate
  /// Degrees clockwise from north, 0 ..< 360.
  public var bearingBefore: Double
  /// Degrees clockwise from north, 0 ..< 360.
  public var bearingAfter: Double

  /// A maneuver of a kind at a place; bearings in degrees clockwise from north.
  public init(
    kind: Kind, modifier: Modifier? = nil, exit: Int? = nil, location: LocationCoordinate, bearingBefore: Double,
    bearingAfter: Double
  ) {
    self.kind = kind
    self.modifier = modifier
    self.exit = exit
    self.location = location
    self.bearingBefore = bearingBefore
    self.bearingAfter = bearingAfter
  }
}

/// A lane before a maneuver.
public struct Lane: Hashable, Sendable {
  /// Where its arrows point.
  public var indications: [Maneuver.Modifier]
  /// Whether it leads where the route goes.
  public var isValid: Bool
  /// Whether it is the best of those, for what comes next.
  public var isActive: Bool

  /// A lane with its arrows.
  public init(indications: [Maneuver.Modifier], isValid: Bool, isActive: Bool) {
    self.indications = indications
    self.isValid = isValid
    self.isActive = isActive
  }
}
