import Foundation
import Overlook

/// The pin that a long press sets on the viewer's map: with its coordinates in an info window, and movable. There is one at a
/// time.
@MainActor final class DroppedPin {
  private let marker = Marker()

  init() {
    marker.title = "Dropped pin"
    marker.isDraggable = true
    marker.appearAnimation = .pop
    marker.icon = Marker.markerImage(color: Color(red: 0.56, green: 0.27, blue: 0.90))
  }

  /// Sets the pin to `place` and opens its window.
  func drop(at place: LocationCoordinate, on map: MapView) {
    marker.map = nil
    marker.position = place
    describe()
    marker.map = map
    map.selectedMarker = marker
  }

  /// Tells the place that `marker` has now, if it is the pin.
  func follow(_ marker: Marker) {
    if marker === self.marker { describe() }
  }

  /// Takes the pin away, if `marker` is it.
  func remove(_ marker: Marker) {
    if marker === self.marker { marker.map = nil }
  }

  private func describe() {
    marker.snippet = Self.text(of: marker.position) + "\nHold to drag it, hold this window to remove it"
  }

  /// "60.16952° N, 24.93545° E".
  static func text(of place: LocationCoordinate) -> String {
    String(
      format: "%.5f° %@, %.5f° %@", abs(place.latitude), place.latitude < 0 ? "S" : "N", abs(place.longitude),
      place.longitude < 0 ? "W" : "E")
  }
}
