internal import OverlookFormats
internal import OverlookGeometry

extension ExpressionParser {
  /// Points of a literal geometry beyond this make the evaluation too slow.
  private static let maximumPoints = 100_000

  mutating func parseWithin(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count == 2 else {
      return fail(place, "'within' expression requires exactly one argument, but found \(items.count - 1) instead.")
    }
    let polygons = Self.polygons(items[1])
    guard !polygons.isEmpty else {
      return fail(place, "'within' expression requires valid geojson object that contains polygon geometry type.")
    }
    return append(.within(StyleArea(polygons: polygons)), [], .boolean, dependencies: .feature)
  }

  mutating func parseDistance(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count == 2 else {
      return fail(place, "'distance' expression requires exactly one argument, but found \(items.count - 1) instead.")
    }
    guard let first = Self.geometries(items[1]).first else {
      return fail(place, "'distance' expression requires valid geojson object that contains polygon geometry type.")
    }
    return append(.distance(first), [], .number, dependencies: .feature)
  }

  /// The polygons of a GeoJSON object, each apart; a feature or a collection of them counts as what it holds.
  private static func polygons(_ json: JSONValue) -> [[[LocationCoordinate]]] {
    let geometries: [JSONValue] =
      switch json["type"]?.string {
      case "FeatureCollection": (json["features"]?.array ?? []).compactMap { $0["geometry"] }
      case "Feature": [json["geometry"]].compactMap { $0 }
      default: [json]
      }
    let polygons = geometries.flatMap { geometry -> [[[LocationCoordinate]]] in
      guard let coordinates = geometry["coordinates"] else { return [] }
      switch geometry["type"]?.string {
      case "Polygon": return [lists(coordinates)].compactMap { $0 }
      case "MultiPolygon": return (coordinates.array ?? []).compactMap(lists)
      default: return []
      }
    }
    return polygons.joined().reduce(0) { $0 + $1.count } <= maximumPoints ? polygons : []
  }

  /// The geometries of a GeoJSON object; a feature or a collection of them counts as what it holds.
  private static func geometries(_ json: JSONValue) -> [StyleShape] {
    switch json["type"]?.string {
    case "FeatureCollection": (json["features"]?.array ?? []).compactMap { $0["geometry"].flatMap(geometry) }
    case "Feature": [json["geometry"].flatMap(geometry)].compactMap { $0 }
    default: [geometry(json)].compactMap { $0 }
    }
  }

  private static func geometry(_ json: JSONValue) -> StyleShape? {
    guard let coordinates = json["coordinates"] else { return nil }
    let shape: StyleShape? =
      switch json["type"]?.string {
      case "Point": position(coordinates).map { StyleShape(kind: .points, parts: [[$0]]) }
      case "MultiPoint": positions(coordinates).map { StyleShape(kind: .points, parts: [$0]) }
      case "LineString": positions(coordinates).map { StyleShape(kind: .lines, parts: [$0]) }
      case "MultiLineString": lists(coordinates).map { StyleShape(kind: .lines, parts: $0) }
      case "Polygon": lists(coordinates).map { StyleShape(kind: .polygons, parts: $0) }
      case "MultiPolygon":
        coordinates.array.map { $0.compactMap(lists) }.map { StyleShape(kind: .polygons, parts: Array($0.joined())) }
      default: nil
      }
    guard let shape, shape.parts.reduce(0, { $0 + $1.count }) <= maximumPoints else { return nil }
    return shape
  }

  private static func lists(_ json: JSONValue) -> [[LocationCoordinate]]? {
    json.array.map { $0.compactMap(positions) }
  }

  private static func positions(_ json: JSONValue) -> [LocationCoordinate]? {
    json.array.map { $0.compactMap(position) }
  }

  private static func position(_ json: JSONValue) -> LocationCoordinate? {
    guard let numbers = json.array, numbers.count >= 2, let longitude = numbers[0].number, let latitude = numbers[1].number
    else { return nil }
    return LocationCoordinate(latitude: latitude, longitude: longitude)
  }
}
