import Foundation
import Overlook
import OverlookSupport

/// A place as other programs hand it over: `geo:LAT,LON` with an altitude and parameters behind it (RFC 5870), and the parameters `z`,
/// the zoom, and `q`, what the place is called, which maps on telephones have added.
struct GeoAddress: Hashable {
  let coordinate: LocationCoordinate
  /// Nil where the address names none.
  let zoom: Double?
  let title: String?

  static func isLikely(_ text: String) -> Bool { text.prefix(4).lowercased() == "geo:" }

  /// Nil where the text is none, or is in another reference system than WGS 84.
  init?(_ text: String) {
    guard Self.isLikely(text), text.utf8.count <= 2_000 else { return nil }
    let parts = text.dropFirst(4).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: ";", omittingEmptySubsequences: false)
    for field in fields.dropFirst() where field.lowercased().hasPrefix("crs=") && field.dropFirst(4).lowercased() != "wgs84" {
      return nil
    }
    var query: [String: String] = [:]
    for item in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { query[pair[0].lowercased()] = pair[1].replacing("+", with: " ").removingPercentEncoding ?? "" }
    }
    // "geo:0,0?q=60.17,24.94(Helsinki)" names the place in its question.
    let asked = query["q"].map { $0.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false) }
    let own = Self.coordinate(fields[0])
    let named = asked?.first.flatMap { Self.coordinate($0) }
    guard let own, let coordinate = named ?? (own.latitude == 0 && own.longitude == 0 && asked != nil ? nil : own) else {
      return nil
    }
    self.coordinate = coordinate
    zoom = query["z"].flatMap(Double.init).flatMap { (0...CameraPosition.maximumZoom).contains($0) ? $0 : nil }
    let label = (asked?.count == 2 ? asked?[1].prefix { $0 != ")" } : nil).map(String.init) ?? (named == nil ? query["q"] : nil)
    title = label.map { OutsideText.cleaned($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func coordinate(_ text: some StringProtocol) -> LocationCoordinate? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2 || numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1],
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    return LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  /// Where the map looks: near enough to see streets, where the address does not say.
  var camera: CameraPosition { CameraPosition(target: coordinate, zoom: zoom ?? 16) }

  /// What marks the place on the map.
  @MainActor var marker: Marker {
    let marker = Marker(position: coordinate)
    marker.title = title
    return marker
  }
}
