import Overlook

extension PreparedMap {
  func mapView(_ mapView: MapView, didLongPressAt coordinate: LocationCoordinate) {
    pin.drop(at: coordinate, on: mapView)
  }

  func mapView(_ mapView: MapView, didOpenContextMenuAt coordinate: LocationCoordinate) {
    pin.drop(at: coordinate, on: mapView)
  }

  func mapView(_ mapView: MapView, didDrag marker: Marker) {
    pin.follow(marker)
  }

  func mapView(_ mapView: MapView, didTapInfoWindowOf marker: Marker) {
    directions.openMenu(for: marker, on: mapView)
  }

  func mapView(_ mapView: MapView, didLongPressInfoWindowOf marker: Marker) {
    pin.remove(marker)
  }
}
