package import OverlookGeometry
package import OverlookRouting

/// How dense the traffic is on a part of a road, from free to where nobody passes.
package enum TrafficLevel: Int, Hashable, Sendable, Comparable {
  case low = 1
  case moderate, heavy, severe, closed

  package static func < (a: TrafficLevel, b: TrafficLevel) -> Bool { a.rawValue < b.rawValue }

  /// How fast one goes there, as a part of the speed that the route plans. The classes of traffic services begin near these: free
  /// from about three quarters on, dense below, at walking pace where it stands.
  var speedFactor: Double {
    switch self {
    case .low: 1
    case .moderate: 0.7
    case .heavy: 0.4
    case .severe, .closed: 0.2
    }
  }
}

/// The traffic on roads: lines in the direction in which vehicles go, and what hinders them at places.
package struct RoadTraffic: Sendable {
  package struct Line: Sendable {
    package var places: [LocationCoordinate]
    package var level: TrafficLevel

    package init(_ places: [LocationCoordinate], _ level: TrafficLevel) {
      self.places = places
      self.level = level
    }
  }

  package var lines: [Line] = []
  package var incidents: [PlaceAhead] = []

  package init() {}
}
