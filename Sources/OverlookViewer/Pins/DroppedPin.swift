import Foundation
package import Overlook
import OverlookSupport

/// The pin that a person sets on the viewer's map: an info window says what is here, its address and
/// its coordinates, and it can be moved. There is one at a time.
@MainActor package final class DroppedPin {
  private let marker = Marker()
  private let geocoder: Geocoder
  /// Of the last place, until it is answered.
  private var question: Task<Void, Never>?

  package init(geocoder: Geocoder = .geocoder()) {
    self.geocoder = geocoder
    marker.isDraggable = true
    marker.appearAnimation = .pop
  }

  /// Sets the pin to `place` and opens its window.
  package func drop(at place: LocationCoordinate, on map: MapView) {
    marker.map = nil
    marker.position = place
    // Drawn when it is first wanted, which most maps never do.
    if marker.icon == nil { marker.icon = Marker.markerImage(color: Color(red: 0.56, green: 0.27, blue: 0.90)) }
    marker.map = map
    describe()
    map.selectedMarker = marker
  }

  /// Tells the place that `marker` has now, if it is the pin.
  package func follow(_ marker: Marker) {
    if marker === self.marker { describe() }
  }

  /// Whether it is set.
  package var isSet: Bool { marker.map != nil }

  /// Takes the pin away.
  package func remove() { remove(marker) }

  /// Takes the pin away, if `marker` is it.
  package func remove(_ marker: Marker) {
    guard marker === self.marker else { return }
    question?.cancel()
    marker.map = nil
  }

  private func describe() {
    let place = marker.position
    say([], at: place)
    question?.cancel()
    question = Task { [weak self, geocoder] in
      let address = (try? await geocoder.reverseGeocode(place))?.firstResult()
      guard !Task.isCancelled, let self, let address, marker.position == place else { return }
      say(address.lines, at: place)
    }
  }

  private func say(_ lines: [String], at place: LocationCoordinate) {
    marker.title = lines.first ?? localized("Dropped pin")
    marker.snippet =
      (lines.dropFirst() + [Self.text(of: place), localized("Click here for directions, hold to remove it")])
      .joined(separator: "\n")
  }

  /// "60.16952° N, 24.93545° E".
  package static func text(of place: LocationCoordinate) -> String {
    String(
      format: "%.5f° %@, %.5f° %@", abs(place.latitude), place.latitude < 0 ? "S" : "N", abs(place.longitude),
      place.longitude < 0 ? "W" : "E")
  }
}
