public import OverlookRoads

/// A maneuver, and the road from it to the next one.
public struct RouteStep: Hashable, Sendable {
  /// What begins the step.
  public var maneuver: Maneuver
  /// The indices into the route's geometry of the step's road: from the place of its maneuver to that of the next.
  public var range: ClosedRange<Int>
  /// Of the road after the maneuver; empty where it has none.
  public var name: String
  /// Its number ("A 20", "B 96"); empty where it has none.
  public var ref: String
  /// What signs say: towns, roads.
  public var destinations: [String]
  /// The number of the exit of a motorway ("12a"); empty where it has none.
  public var exitNumber: String
  /// What a large roundabout is called; empty where it has no name.
  public var rotaryName: String
  /// How it is travelled.
  public var mode: TravelMode
  /// Whether the step is a crossing by ferry.
  public var isFerry: Bool
  /// Metres.
  public var distance: Double
  /// Seconds.
  public var duration: Double
  /// From left to right, before the maneuver; empty where they are not known.
  public var lanes: [Lane]
  /// Kilometres per hour; nil where it is not known or there is none.
  public var speedLimit: Double?
  /// A sentence in the language that was asked for.
  public var instruction: String

  /// A step; what is left out is not known.
  public init(
    maneuver: Maneuver, range: ClosedRange<Int>, name: String = "", ref: String = "", destinations: [String] = [],
    exitNumber: String = "", rotaryName: String = "",
    mode: TravelMode, isFerry: Bool = false, distance: Double, duration: Double, lanes: [Lane] = [], speedLimit: Double? = nil,
    instruction: String = ""
  ) {
    self.maneuver = maneuver
    self.range = range
    self.name = name
    self.ref = ref
    self.destinations = destinations
    self.exitNumber = exitNumber
    self.rotaryName = rotaryName
    self.mode = mode
    self.isFerry = isFerry
    self.distance = distance
    self.duration = duration
    self.lanes = lanes
    self.speedLimit = speedLimit
    self.instruction = instruction
  }
}
