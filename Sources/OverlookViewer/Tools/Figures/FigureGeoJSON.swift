import Overlook
import OverlookFormats

/// Figures as GeoJSON text (RFC 7946), for the clipboard.
enum FigureGeoJSON {
  /// A feature for one figure, a collection for more or none.
  static func text(_ figures: [Figure]) -> String {
    let features = figures.filter { $0.isComplete && $0.places.allSatisfy(\.isValid) }.map(feature)
    if features.count == 1 { return JSONWriter.text(features[0]) }
    return JSONWriter.text(object([("type", .string("FeatureCollection")), ("features", .array(features))]))
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return .object(object)
  }

  private static func feature(_ figure: Figure) -> JSONValue {
    let properties = [("name", figure.name), ("description", figure.note)].filter { !$0.1.isEmpty }
    func positions(_ places: [LocationCoordinate]) -> [JSONValue] {
      // Seven digits are a centimetre.
      places.map { .array([$0.normalized.longitude, $0.latitude].map { .number(($0 * 1e7).rounded() / 1e7) }) }
    }
    let places = positions(figure.outline)
    let rings = [places] + figure.holes.map(positions)
    let (type, coordinates): (String, JSONValue) =
      switch figure.kind {
      case .point, .text: ("Point", places.first ?? .array([]))
      case .line: ("LineString", .array(places))
      case .area, .circle: ("Polygon", .array(rings.map { .array($0 + $0.prefix(1)) }))
      }
    return object([
      ("type", .string("Feature")), ("properties", object(properties.map { ($0.0, .string($0.1)) })),
      ("geometry", object([("type", .string(type)), ("coordinates", coordinates)])),
    ])
  }
}
