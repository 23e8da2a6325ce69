import OverlookCamera
import OverlookGeometry
import OverlookInput
import OverlookNavigation

/// Lets people draw a route over another place while it is chosen: a press on its line that moves makes a place that the route passes; such
/// a place can be moved again, and goes with a click.
@MainActor final class RouteReshaping: DragClaimant {
  /// What is moved.
  private enum Grip: Equatable {
    /// The route, so many metres from its start.
    case line(meters: Double)
    /// One of the destinations.
    case place(Int)
  }

  /// Where what is moved is now; nil while nothing is.
  private(set) var place: LocationCoordinate?
  /// Calls with the destinations as they are to be.
  var onChange: ([NavigationWaypoint]) -> Void = { _ in }
  /// Whether a point lies on the line of the route that is followed; false while routes are not chosen.
  var isOnRoute: (ScreenPoint) -> Bool = { _ in false }

  private weak var map: MapView?
  private var path = TravelPath([])
  private var destinations: [NavigationWaypoint] = []
  private var grip: Grip?
  private var start = ScreenPoint(x: 0, y: 0)
  private var hasMoved = false

  /// Points from the middle of a place within which a press takes it.
  static let reach = 10.0
  /// Points that the pointer must go before a press moves something.
  private static let slop = 4.0

  /// What can be moved from now on, on a map.
  func show(_ path: TravelPath, _ destinations: [NavigationWaypoint], on map: MapView) {
    (self.path, self.destinations) = (path, destinations)
    if self.map !== map {
      self.map = map
      map.addDragClaimant(self)
    }
  }

  /// Nothing can be moved any longer.
  func end() {
    map?.removeDragClaimant(self)
    map = nil
    cancel()
  }

  /// The places that the route only passes.
  var passed: [LocationCoordinate] { destinations.filter { !$0.isStop }.map(\.location) }

  func claimsDrag(startingWith press: InputEvent) -> Bool {
    guard case .buttonPressed(.left, let point, []) = press.kind, let found = grip(at: point) else { return false }
    (grip, start, hasMoved) = (found, point, false)
    return true
  }

  private func grip(at point: ScreenPoint) -> Grip? {
    guard let map, isOnRoute(point) || !destinations.isEmpty else { return nil }
    for (index, destination) in destinations.enumerated() where !destination.isStop {
      let middle = map.projection.point(for: destination.location)
      if abs(middle.x - point.x) <= Self.reach, abs(middle.y - point.y) <= Self.reach { return .place(index) }
    }
    guard isOnRoute(point), let ground = map.groundCoordinate(at: point) else { return nil }
    return path.nearest(to: WorldPoint(ground)).map { .line(meters: $0) }
  }

  func handleDrag(_ event: InputEvent) {
    switch event.kind {
    case .pointerMoved(let point):
      hasMoved = hasMoved || abs(point.x - start.x) > Self.slop || abs(point.y - start.y) > Self.slop
      if hasMoved { place = map?.groundCoordinate(at: point) ?? place }
      map?.requestFrame(.interface)
    case .buttonReleased: finish()
    case .focusLost: cancel()
    default: break
    }
  }

  private func cancel() {
    (grip, place, hasMoved) = (nil, nil, false)
    map?.requestFrame(.interface)
  }

  private func finish() {
    defer { cancel() }
    guard let grip else { return }
    var changed = destinations
    switch (grip, place) {
    case (.place(let index), let place?) where changed.indices.contains(index): changed[index].stop.location = place
    case (.place(let index), nil) where !hasMoved && changed.indices.contains(index): changed.remove(at: index)
    case (.line(let meters), let place?):
      changed.insert(NavigationWaypoint(location: place, isStop: false), at: index(of: meters))
    default: return
    }
    onChange(changed)
  }

  /// Between which destinations a place of the route lies: each is looked for behind the one before it.
  private func index(of meters: Double) -> Int {
    var passed = 0.0
    for (index, destination) in destinations.enumerated() {
      guard let there = path.nearest(to: WorldPoint(destination.location), from: passed) else { continue }
      if there > meters { return index }
      passed = there
    }
    // Behind the last stop there is no route.
    return max(destinations.count - 1, 0)
  }
}
