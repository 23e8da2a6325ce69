public import OverlookGeometry
public import OverlookRouting

/// A place that somebody navigates to, or through.
public struct NavigationWaypoint: Hashable, Sendable {
  /// Where it is, and how a route may reach it.
  public var stop: RouteWaypoint
  /// What a search calls it (`PlaceResult.placeID`: "osm:node/123"); nil for a place that is a coordinate alone.
  public var placeID: String?

  /// Where it is; not valid while it was not looked up.
  public var location: LocationCoordinate { stop.location }
  /// What people call it; nil for nothing.
  public var title: String? { stop.title }
  /// Whether one stops there; else the route only passes.
  public var isStop: Bool { stop.isStop }

  /// A waypoint at a coordinate. The route passes it without arriving when `isStop` is false.
  public init(location: LocationCoordinate, title: String? = nil, isStop: Bool = true) {
    stop = RouteWaypoint(location, title: title, isStop: isStop)
  }

  /// A waypoint at a place that a search has found, of which it keeps the identifier.
  public init(placeID: String, location: LocationCoordinate, title: String? = nil) {
    self.init(location: location, title: title)
    self.placeID = placeID
  }

  /// A waypoint at a place of which the identifier alone is known (`PlaceResult.placeID`: "osm:node/123"). It lies nowhere until a navigator
  /// has looked it up, and without a title it then has the name of the place. The route passes it without arriving when `isStop` is false.
  public init(placeID: String, title: String? = nil, isStop: Bool = true) {
    self.init(location: .invalid, title: title, isStop: isStop)
    self.placeID = placeID
  }

  /// A waypoint of a route's request.
  public init(_ stop: RouteWaypoint) {
    self.stop = stop
  }
}
