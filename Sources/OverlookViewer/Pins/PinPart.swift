import Overlook
import OverlookSupport

/// The pin that a person sets.
@MainActor final class PinPart: ViewerPart, MapViewDelegate {
  private let pin = DroppedPin()
  private weak var window: ViewerWindow?
  private var map: MapView? { window?.map }

  func didAttach(to window: ViewerWindow) { self.window = window }

  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] {
    guard let place, let map else { return [] }
    var items = [
      Menu.Item(localized("Drop a pin here")) { [pin, weak map] in if let map { pin.drop(at: place, on: map) } }
    ]
    if pin.isSet { items.append(Menu.Item(localized("Remove the pin")) { [pin] in pin.remove() }) }
    return items
  }

  func mapView(_ mapView: MapView, didDrag marker: Marker) { pin.follow(marker) }

  func mapView(_ mapView: MapView, didTapInfoWindowOf marker: Marker) { window?.openDirections(for: marker) }

  func mapView(_ mapView: MapView, didLongPressInfoWindowOf marker: Marker) { pin.remove(marker) }
}
