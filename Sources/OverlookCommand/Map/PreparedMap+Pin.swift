import Overlook
import OverlookViewer

/// What a pin does on maps that are in no window of the viewer, which has its own.
extension PreparedMap {
  func mapView(_ mapView: MapView, didLongPressAt coordinate: LocationCoordinate) {
    pins?.pin.drop(at: coordinate, on: mapView)
  }

  func mapView(_ mapView: MapView, didOpenContextMenuAt coordinate: LocationCoordinate) {
    pins?.pin.drop(at: coordinate, on: mapView)
  }

  func mapView(_ mapView: MapView, didDrag marker: Marker) {
    pins?.pin.follow(marker)
  }

  func mapView(_ mapView: MapView, didTapInfoWindowOf marker: Marker) {
    pins?.directions.openMenu(for: marker, on: mapView)
  }

  func mapView(_ mapView: MapView, didLongPressInfoWindowOf marker: Marker) {
    pins?.pin.remove(marker)
  }
}

extension PreparedMap {
  /// A pin, and routes to it and from it.
  @MainActor final class Pins {
    let pin = DroppedPin()
    let directions = Directions()

    init(on map: MapView) { directions.answer(on: map) }
  }
}
