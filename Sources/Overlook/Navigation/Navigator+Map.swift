public import OverlookCamera

// With a map.
extension Navigator {
  /// Takes a map over, which is released by the navigator that had it, as the map before is by this one: the map shows routes, the
  /// traveller and what guides, and the camera follows, unless routes are to be chosen. What is overridden of it (`mapType` is shown as
  /// normal; at night `nightStyle`, or the embedded night where it has no style of its own, and dark controls) is shown as its properties
  /// say again with `stopControllingMap()`.
  public func startControlling(_ map: MapView) {
    guard display?.map !== map, map.isNavigationEnabled else { return }
    stopControllingMap()
    map.navigator?.stopControllingMap()
    let display = NavigationDisplay(self)
    self.display = display
    map.add(display)
    if locationProvider == nil { listen() }
    display.routesChanged()
    display.modeChanged()
    if wantsGuidance || map.cameraMode != .overview { followMyLocation(perspective: .tilted) }
  }

  /// Releases the map; navigation goes on without it.
  public func stopControllingMap() {
    guard let display else { return }
    self.display = nil
    display.leave()
    if locationProvider == nil { listen() }
  }

  /// The map that is controlled; nil for none.
  public var map: MapView? { display?.map }

  /// The camera follows the traveller from now on, also after a gesture or an overview.
  public func followMyLocation(perspective: FollowingPerspective) {
    guard let map else { return }
    map.followingPerspective = perspective
    map.cameraMode = .following
  }

  /// The camera shows what is left of the route and follows no longer.
  public func showRouteOverview() {
    guard let map, session != nil else { return }
    display?.updateOverview()
    map.cameraMode = .overview
  }
}

extension MapView {
  /// The navigator that has taken the map over; setting it lets it do so. Default nil.
  public var navigator: Navigator? {
    get { standard.navigation.display?.navigator }
    set {
      guard newValue !== navigator else { return }
      navigator?.stopControllingMap()
      newValue?.startControlling(self)
    }
  }

  /// Whether a navigator may take the map over. Default true; false releases it.
  public var isNavigationEnabled: Bool {
    get { standard.navigation.isAllowed }
    set {
      standard.navigation.isAllowed = newValue
      if !newValue { navigator = nil }
    }
  }
}

/// A map that a navigator may take over, which every map is.
public typealias NavigationMap = MapView
