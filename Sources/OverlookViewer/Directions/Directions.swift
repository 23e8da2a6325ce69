package import Overlook
import OverlookSupport

/// Ways from one place to another on a map: what is asked for, who finds them, and the lines of menus that choose both ends.
@MainActor package final class Directions {
  /// What is asked for.
  let order = DirectionsOrder()
  let navigator: Navigator
  /// Called when an end was chosen in a menu.
  var onChoice: () -> Void = {}
  /// Called when the name of an end was found that was chosen as a place of the map.
  var onName: () -> Void = {}
  private let geocoder = Geocoder.geocoder()
  private var menu: Menu?
  /// Mark the ends that are chosen until there is a route, which brings its own.
  private let marks = [(RouteEnds.startMarker(), \DirectionsOrder.start), (RouteEnds.stopMarker(isLast: true), \.end)]

  package init(navigator: Navigator = Navigator()) {
    self.navigator = navigator
    navigator.onStartByHand = { [weak self] in self?.simulateWithoutReceiver() }
  }

  /// Shows the ways on `map` as soon as an end is chosen; the middle of the view stands in for a start that nobody says.
  package func answer(on map: MapView) {
    onChoice = { [weak self, weak map] in
      guard let self, let map else { return }
      ask(on: map, from: map.myLocation?.coordinate ?? map.camera.target) { _ in }
    }
  }

  /// What a menu offers at a place.
  func items(at place: DirectionsOrder.Place) -> [Menu.Item] {
    [
      .init(localized("Directions to here")) { [weak self] in self?.set(place, \.end) },
      .init(localized("Directions from here")) { [weak self] in self?.set(place, \.start) },
    ]
  }

  /// Sets one end of the way.
  func set(_ end: DirectionsOrder.Place, _ side: ReferenceWritableKeyPath<DirectionsOrder, DirectionsOrder.Place?>) {
    order[keyPath: side] = end
    onChoice()
    findName(of: end)
  }

  /// Looks up what people call a place of the map; the way to it is asked for meanwhile.
  private func findName(of place: DirectionsOrder.Place) {
    guard place.name == nil, place.coordinate.isValid else { return }
    Task { [weak self, geocoder] in
      let address = (try? await geocoder.reverseGeocode(place.coordinate))?.firstResult()
      guard let self, let name = address?.lines.first else { return }
      var isWanted = false
      for side in [\DirectionsOrder.start, \.end] where order[keyPath: side] == place {
        order[keyPath: side]?.name = name
        isWanted = true
      }
      guard isWanted else { return }
      nameEnd()
      onName()
    }
  }

  /// Tells the navigator what its destination is called, where that was found after the way to it was asked for.
  func nameEnd() {
    if let end = order.end, let name = end.name { navigator.name(end.coordinate, name) }
  }

  /// Marks the ends that are chosen while there is no route between them; none on no map.
  func showEnds(on map: MapView?) {
    for (marker, side) in marks {
      guard let map, let place = order[keyPath: side], place.coordinate.isValid, navigator.routes.isEmpty else {
        marker.map = nil
        continue
      }
      marker.position = place.coordinate
      marker.title = place.name
      marker.map = map
    }
  }

  /// Opens the menu of a marker at its place, on a map by itself.
  package func openMenu(for marker: Marker, on map: MapView) {
    if let menu { map.remove(menu) }
    let menu = Menu(items(at: DirectionsOrder.Place(marker.position, name: marker.title)))
    self.menu = menu
    map.add(menu)
    menu.open(at: map.controlArea.placed(map.projection.point(for: marker.position)))
    map.focusedControl = menu
  }

  /// Looks for ways, once the end is known; false where it is not, or where nobody knows where to start.
  @discardableResult
  func ask(on map: MapView, from start: LocationCoordinate?, _ callback: @escaping RouteStatusCallback) -> Bool {
    guard let end = order.end, let start = order.start?.coordinate ?? start else { return false }
    map.selectedMarker = nil
    navigator.startLocation = start
    navigator.travelMode = order.mode
    navigator.startControlling(map)
    navigator.setDestinations(
      (order.stops + [end]).map { NavigationWaypoint(location: $0.coordinate, title: $0.name) }, options: order.options,
      callback: callback)
    return true
  }

  /// Nobody has said where the traveller is: the drive is shown instead.
  func simulateWithoutReceiver() {
    if navigator.locationProvider == nil, navigator.map?.locationProvider == nil {
      navigator.simulateLocationsAlongExistingRoute()
    }
  }
}
