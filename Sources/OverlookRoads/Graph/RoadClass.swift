/// What kind of way a road is, from the most to the least important; the words of OpenStreetMap's `highway`.
package enum RoadClass: UInt8, CaseIterable, Hashable, Sendable {
  case motorway, trunk, primary, secondary, tertiary, unclassified, residential
  case livingStreet, service, road, track, pedestrian, cycleway, footway, bridleway, path, steps, corridor, elevator
  case ferry, shuttleTrain, platform
}

/// What a `highway=service` is for.
package enum RoadService: UInt8, CaseIterable, Hashable, Sendable {
  case none, driveway, parkingAisle, alley, driveThrough, emergency
}

/// What a road is made of.
package enum RoadSurface: UInt8, CaseIterable, Hashable, Sendable {
  case unknown, asphalt, concrete, pavingStones, sett, cobblestone, metal, wood, compacted, fineGravel, gravel, ground, sand, mud

  package var isUnpaved: Bool { rawValue >= RoadSurface.compacted.rawValue }
}

/// Who may use a road in one direction.
package enum RoadAccess: UInt8, CaseIterable, Hashable, Sendable {
  case no, yes
  /// For those alone who start or end there: private, customers, delivery, residents.
  case destination
  /// Signed for this mode.
  case designated
}

/// What stands in the way at a node.
package enum RoadBarrier: UInt8, CaseIterable, Hashable, Sendable {
  case none, gate, liftGate, bollard, block, cycleBarrier, stile, kissingGate, turnstile, tollBooth, borderControl, wall, other
}

/// One of the two directions of a road as it is drawn.
package enum RoadDirection: Int, CaseIterable, Hashable, Sendable {
  case forward, backward
}

extension TravelMode {
  /// The number of a mode in columns and masks.
  var number: Int {
    switch self {
    case .car: 0
    case .truck: 1
    case .bicycle: 2
    case .foot: 3
    case .wheelchair: 4
    }
  }

  static let numbered: [TravelMode] = [.car, .truck, .bicycle, .foot, .wheelchair]

  /// Driven by a motor on the carriageway.
  package var isMotorized: Bool { self == .car || self == .truck }
  /// On foot, or as if.
  package var isPedestrian: Bool { self == .foot || self == .wheelchair }
}
