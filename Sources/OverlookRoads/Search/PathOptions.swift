/// What a route is for, and what it keeps away from.
package struct PathOptions: Hashable, Sendable {
  package var mode: TravelMode
  package var avoid: RoadAvoidance
  /// Whether metres are counted in place of time.
  package var isShortest: Bool
  /// What must fit under bridges and over them; for trucks, and for cars where it is given.
  package var vehicle: VehicleSize?
  /// When one sets out, for what holds at certain times; nil leaves such rules out where they forbid less than always.
  package var departure: RoadTime?

  package init(
    mode: TravelMode, avoid: RoadAvoidance = [], isShortest: Bool = false, vehicle: VehicleSize? = nil, departure: RoadTime? = nil
  ) {
    self.mode = mode
    self.avoid = avoid
    self.isShortest = isShortest
    self.vehicle = vehicle
    self.departure = departure
  }
}

/// What a route uses only where nothing else leads to its end.
package struct RoadAvoidance: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let tolls = RoadAvoidance(rawValue: 1)
  package static let motorways = RoadAvoidance(rawValue: 2)
  package static let ferries = RoadAvoidance(rawValue: 4)
  package static let unpaved = RoadAvoidance(rawValue: 8)
}

/// The outside of a vehicle; metres and tonnes, with its load.
package struct VehicleSize: Hashable, Sendable {
  package var height: Double
  package var width: Double
  package var length: Double
  package var weight: Double
  package var axleLoad: Double
  package var carriesHazmat: Bool

  /// A truck of the largest size that is allowed everywhere in the European Union without a permit (directive 96/53/EC).
  package static let truck = VehicleSize(height: 4, width: 2.55, length: 16.5, weight: 40, axleLoad: 11.5)

  package init(
    height: Double, width: Double, length: Double, weight: Double, axleLoad: Double, carriesHazmat: Bool = false
  ) {
    self.height = height
    self.width = width
    self.length = length
    self.weight = weight
    self.axleLoad = axleLoad
    self.carriesHazmat = carriesHazmat
  }
}
