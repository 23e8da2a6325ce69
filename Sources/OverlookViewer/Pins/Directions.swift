package import Overlook
import OverlookSupport

/// Directions on the viewer's map: from a place, to a place, chosen in the menu of a marker's window.
@MainActor package final class Directions {
  private var start: LocationCoordinate?
  private var end: NavigationWaypoint?
  private let navigator = Navigator()
  private var menu: Menu?

  package init() {
    navigator.onStartByHand = { [unowned navigator] in
      // Nobody has said where the traveller is.
      if navigator.locationProvider == nil { navigator.simulateLocationsAlongExistingRoute() }
    }
  }

  /// What a menu offers at a place.
  func items(at place: LocationCoordinate, title: String?, on map: MapView) -> [Menu.Item] {
    [
      .init(localized("Directions to here")) { [weak self, weak map] in
        self?.end = NavigationWaypoint(location: place, title: title)
        if let self, let map { show(on: map) }
      },
      .init(localized("Directions from here")) { [weak self, weak map] in
        self?.start = place
        if let self, let map { show(on: map) }
      },
    ]
  }

  /// Opens the menu of a marker at the pointer.
  package func openMenu(for marker: Marker, on map: MapView) {
    if let menu { map.remove(menu) }
    let menu = Menu(items(at: marker.position, title: marker.title, on: map))
    self.menu = menu
    map.add(menu)
    menu.open(at: map.controlArea.placed(map.projection.point(for: marker.position)))
    map.focusedControl = menu
  }

  /// Shows routes once both ends are known; the middle of the view stands in for a start that was not chosen.
  private func show(on map: MapView) {
    guard let end else { return }
    navigator.startLocation = start ?? map.myLocation?.coordinate ?? map.camera.target
    map.selectedMarker = nil
    navigator.startControlling(map)
    var options = RoutingOptions()
    options.alternatives = 2
    navigator.setDestinations([end], options: options)
  }
}
