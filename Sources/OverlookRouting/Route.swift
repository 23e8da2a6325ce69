public import OverlookGeometry
public import OverlookRoads

/// A way from a start over waypoints to a destination, with what to do on it.
public struct Route: Hashable, Sendable {
  /// Of the ground, from start to end; two at least.
  public var geometry: [LocationCoordinate]
  /// One for each pair of neighbouring stops.
  public var legs: [RouteLeg]
  /// Metres.
  public var distance: Double
  /// Seconds, without delays.
  public var duration: Double
  /// How it is travelled.
  public var mode: TravelMode

  /// A route of these parts; `geometry` has two places at least.
  public init(
    geometry: [LocationCoordinate], legs: [RouteLeg], distance: Double, duration: Double, mode: TravelMode
  ) {
    self.geometry = geometry
    self.legs = legs
    self.distance = distance
    self.duration = duration
    self.mode = mode
  }
}

/// The part of a route between two stops.
public struct RouteLeg: Hashable, Sendable {
  /// From departure to arrival; the first two at least.
  public var steps: [RouteStep]
  /// Metres.
  public var distance: Double
  /// Seconds.
  public var duration: Double

  /// A leg of these steps.
  public init(steps: [RouteStep], distance: Double, duration: Double) {
    self.steps = steps
    self.distance = distance
    self.duration = duration
  }
}

/// The same by another name.
public typealias RouteSegment = RouteLeg
