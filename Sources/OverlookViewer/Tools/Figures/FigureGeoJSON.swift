import Foundation
import Overlook

/// Figures as GeoJSON text (RFC 7946), for the clipboard.
enum FigureGeoJSON {
  /// A feature for one figure, a collection for more or none.
  static func text(_ figures: [Figure]) -> String {
    let features = figures.filter { $0.isComplete && $0.places.allSatisfy(\.isValid) }.map(feature)
    let root: [String: Any] =
      features.count == 1 ? features[0] : ["type": "FeatureCollection", "features": features]
    guard let data = try? JSONSerialization.data(withJSONObject: root, options: [.sortedKeys]) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  private static func feature(_ figure: Figure) -> [String: Any] {
    var properties: [String: Any] = [:]
    if !figure.name.isEmpty { properties["name"] = figure.name }
    if !figure.note.isEmpty { properties["description"] = figure.note }
    func position(_ place: LocationCoordinate) -> [NSDecimalNumber] {
      // Seven digits are a centimetre; numbers of the binary system would have sixteen.
      [place.normalized.longitude, place.latitude].map { NSDecimalNumber(string: String(format: "%.7f", $0)) }
    }
    let places = figure.outline.map(position)
    let geometry: [String: Any]
    switch figure.kind {
    case .point, .text: geometry = ["type": "Point", "coordinates": places.first ?? []]
    case .line: geometry = ["type": "LineString", "coordinates": places]
    case .area, .circle: geometry = ["type": "Polygon", "coordinates": [places + places.prefix(1)]]
    }
    return ["type": "Feature", "properties": properties, "geometry": geometry]
  }
}
