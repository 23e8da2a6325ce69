import Foundation
import Overlook

/// Other maps on the web that show a place: the one list of their addresses. Nothing is opened unless a person chooses one.
struct OtherMap: Sendable {
  /// A name of its own, in no language.
  let name: String
  /// With {lat}, {lon} and {zoom}, a whole number, in their places.
  let template: String

  static let all = [
    OtherMap(name: "OpenStreetMap", template: "https://www.openstreetmap.org/?mlat={lat}&mlon={lon}#map={zoom}/{lat}/{lon}"),
    OtherMap(
      name: "Google Maps", template: "https://www.google.com/maps/@?api=1&map_action=map&center={lat}%2C{lon}&zoom={zoom}"),
    OtherMap(name: "Apple Maps", template: "https://maps.apple.com/?ll={lat},{lon}&z={zoom}"),
    OtherMap(name: "Bing Maps", template: "https://www.bing.com/maps?cp={lat}~{lon}&lvl={zoom}"),
    OtherMap(name: "HERE WeGo", template: "https://wego.here.com/?map={lat},{lon},{zoom}"),
    OtherMap(name: "Mapillary", template: "https://www.mapillary.com/app/?lat={lat}&lng={lon}&z={zoom}"),
  ]

  /// The address for a place; nil for what is none.
  func address(_ place: LocationCoordinate, zoom: Double) -> String? {
    guard place.isValid, zoom.isFinite else { return nil }
    func number(_ degrees: Double) -> String { String(format: "%.5f", locale: Locale(identifier: "en_US_POSIX"), degrees) }
    let whole = Int(exactly: min(max(zoom, 0), 21).rounded()) ?? 0
    return template.replacingOccurrences(of: "{lat}", with: number(place.latitude))
      .replacingOccurrences(of: "{lon}", with: number(place.normalized.longitude))
      .replacingOccurrences(of: "{zoom}", with: "\(whole)")
  }
}
