public import OverlookGeometry

/// A place that a route starts at, goes through or ends at.
public struct RouteWaypoint: Hashable, Sendable {
  /// On which side of the road a stop lies.
  public enum RoadSide: String, CaseIterable, Hashable, Sendable {
    /// It does not matter.
    case either
    /// The side that vehicles drive on, so that nobody has to cross the road.
    case curb
    /// The other one.
    case opposite
  }

  /// Where it is; the nearest road that the traveller may use is taken.
  public var location: LocationCoordinate
  /// What people call it; nil for nothing.
  public var title: String?
  /// Whether one stops there, which ends a leg; else the route only passes. The first and the last waypoint are stops.
  public var isStop: Bool
  /// On which side of the road it is reached.
  public var side: RoadSide
  /// Where the traveller looks there, in degrees clockwise from north; nil where that does not matter. Roads in other directions are
  /// not taken, if there are any in this one.
  public var heading: Double?
  /// How far the direction of the road may differ from `heading`, in degrees to both sides; default 45.
  public var headingTolerance: Double

  /// A waypoint at `location`.
  public init(
    _ location: LocationCoordinate, title: String? = nil, isStop: Bool = true, side: RoadSide = .either, heading: Double? = nil,
    headingTolerance: Double = 45
  ) {
    self.location = location
    self.title = title
    self.isStop = isStop
    self.side = side
    self.heading = heading
    self.headingTolerance = headingTolerance
  }
}
