public import OverlookLocation
public import OverlookNavigation

/// Told of what happens on the way. Every method is optional and called on the main thread; in each of them the map may be removed, the
/// destinations cleared and the navigator let go.
@MainActor public protocol NavigatorDelegate: AnyObject {
  /// The traveller is elsewhere: on the road while on the route.
  func navigator(_ navigator: Navigator, didUpdateLocation location: LocationFix)
  /// A stop is reached.
  func navigator(_ navigator: Navigator, didArriveAt waypoint: NavigationWaypoint)
  /// Another route is followed, or none.
  func navigatorDidChangeRoute(_ navigator: Navigator)
  /// Time or distance to the next stop have changed by more than their threshold.
  func navigator(_ navigator: Navigator, didUpdateRemaining remaining: TimeAndDistance)
  /// The time to the next stop, in seconds, has changed by more than `timeChangedThreshold`.
  func navigator(_ navigator: Navigator, didUpdateRemainingTime time: Double)
  /// The distance to the next stop, in metres, has changed by more than `distanceChangedThreshold`.
  func navigator(_ navigator: Navigator, didUpdateRemainingDistance distance: Double)
  /// A sentence is due, whether or not it is spoken.
  func navigator(_ navigator: Navigator, didAnnounce sentence: String)
}

extension NavigatorDelegate {
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didUpdateLocation location: LocationFix) {}
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didArriveAt waypoint: NavigationWaypoint) {}
  /// Does nothing.
  public func navigatorDidChangeRoute(_ navigator: Navigator) {}
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didUpdateRemaining remaining: TimeAndDistance) {}
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didUpdateRemainingTime time: Double) {}
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didUpdateRemainingDistance distance: Double) {}
  /// Does nothing.
  public func navigator(_ navigator: Navigator, didAnnounce sentence: String) {}
}
