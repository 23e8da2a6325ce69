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
  }
}

/// What was named on the command line, as a part of the viewer's window: files that are opened later go the same way.
@MainActor final class PreparedPart: ViewerPart {
  private let prepared: PreparedMap

  init(_ prepared: PreparedMap) { self.prepared = prepared }

  func open(_ path: String) -> Bool {
    guard path.hasPrefix("/") || path.contains("://") else { return false }
    prepared.open(FileDrop(paths: [path]))
    return true
  }
}
