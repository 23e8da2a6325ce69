import Overlook
import OverlookSupport

/// The pin that a person sets, and directions from and to places.
@MainActor final class PinPart: ViewerPart, MapViewDelegate {
  private let pin = DroppedPin()
  private let directions = Directions()
  private weak var map: MapView?

  func didAttach(to window: ViewerWindow) { map = window.map }

  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] {
    guard let place, let map else { return [] }
    var items = [
      Menu.Item(localized("Drop a pin here")) { [pin, weak map] in if let map { pin.drop(at: place, on: map) } }
    ]
    if pin.isSet { items.append(Menu.Item(localized("Remove the pin")) { [pin] in pin.remove() }) }
    return items + directions.items(at: place, title: nil, on: map)
  }

  func mapView(_ mapView: MapView, didDrag marker: Marker) { pin.follow(marker) }

  func mapView(_ mapView: MapView, didTapInfoWindowOf marker: Marker) { directions.openMenu(for: marker, on: mapView) }

  func mapView(_ mapView: MapView, didLongPressInfoWindowOf marker: Marker) { pin.remove(marker) }
}
