package import OverlookGeometry
import OverlookSupport

/// A place as a link or a line of text names it.
package struct MapPlace: Hashable, Sendable {
  package var coordinate: LocationCoordinate
  /// Nil where it names none.
  package var zoom: Double?
  /// On one line, cleaned; nil where it names none.
  package var title: String?

  /// Nil for what is no place on Earth. A zoom that is none is left out.
  package init?(latitude: Double?, longitude: Double?, zoom: Double? = nil, title: String? = nil) {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    coordinate = LocationCoordinate(latitude: latitude, longitude: longitude)
    self.zoom = zoom.flatMap { (0...Self.maximumZoom).contains($0) ? $0 : nil }
    self.title = title.map { OutsideText.cleaned($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Of "60.17,24.94", with what else may stand between.
  init?(pair text: some StringProtocol, separator: Character = ",", zoom: Double? = nil, title: String? = nil) {
    let numbers = text.split(separator: separator, omittingEmptySubsequences: false).map {
      Double(String($0.drop { $0 == " " }))
    }
    guard numbers.count == 2 || numbers.count == 3 else { return nil }
    self.init(latitude: numbers[0], longitude: numbers[1], zoom: zoom, title: title)
  }

  private static let maximumZoom = 24.0
}
