import OverlookFormats

/// Features as a FeatureCollection (RFC 7946).
enum GeoJSONWriter {
  static func write(_ document: FileDocument, to file: OutputFile) throws(FormatError) {
    let name = document.name.isEmpty ? "" : "\"name\":\(string(document.name)),"
    try file.append("{\"type\":\"FeatureCollection\",\(name)\"features\":[")
    for feature in 0..<document.featureCount {
      try file.append(feature == 0 ? "\n" : ",\n")
      try file.append("{\"type\":\"Feature\",\"geometry\":\(geometry(feature, document.shapes)),\"properties\":")
      try file.append(properties(feature, document) + "}")
    }
    try file.append("\n]}\n")
  }

  // MARK: Geometries

  private static func geometry(_ feature: Int, _ shapes: FeatureShapes) -> String {
    let numbers = shapes.shapes(of: feature)
    guard let first = numbers.first else { return "null" }
    let kinds = Set(numbers.map { shapes.shapes[$0].kind })
    if kinds == [.polygon], numbers.count > 1 {
      return "{\"type\":\"MultiPolygon\",\"coordinates\":[\(numbers.map { rings($0, shapes) }.joined(separator: ","))]}"
    }
    if numbers.count == 1 { return single(first, shapes) }
    return "{\"type\":\"GeometryCollection\",\"geometries\":[\(numbers.map { single($0, shapes) }.joined(separator: ","))]}"
  }

  private static func single(_ shape: Int, _ shapes: FeatureShapes) -> String {
    let parts = shapes.parts(of: shape)
    func list(_ part: Int) -> String { "[\(shapes.positions(of: part).map { position($0, shapes) }.joined(separator: ","))]" }
    switch shapes.shapes[shape].kind {
    case .points:
      let positions = parts.flatMap { shapes.positions(of: $0) }
      if positions.count == 1 { return "{\"type\":\"Point\",\"coordinates\":\(position(positions[0], shapes))}" }
      return "{\"type\":\"MultiPoint\",\"coordinates\":[\(positions.map { position($0, shapes) }.joined(separator: ","))]}"
    case .lines:
      if parts.count == 1 { return "{\"type\":\"LineString\",\"coordinates\":\(list(parts.lowerBound))}" }
      return "{\"type\":\"MultiLineString\",\"coordinates\":[\(parts.map(list).joined(separator: ","))]}"
    case .polygon: return "{\"type\":\"Polygon\",\"coordinates\":\(rings(shape, shapes))}"
    }
  }

  /// Rings that end where they begin.
  private static func rings(_ shape: Int, _ shapes: FeatureShapes) -> String {
    let rings = shapes.parts(of: shape).map { part in
      let positions = shapes.positions(of: part)
      var texts = positions.map { position($0, shapes) }
      if let first = texts.first, texts.last != first { texts.append(first) }
      return "[\(texts.joined(separator: ","))]"
    }
    return "[\(rings.joined(separator: ","))]"
  }

  private static func position(_ position: Int, _ shapes: FeatureShapes) -> String {
    let place =
      "\(WrittenNumber.degrees(shapes.coordinates[2 * position])),\(WrittenNumber.degrees(shapes.coordinates[2 * position + 1]))"
    guard let height = shapes.height(position) else { return "[\(place)]" }
    return "[\(place),\(WrittenNumber.meters(height))]"
  }

  // MARK: Properties

  private static func properties(_ feature: Int, _ document: FileDocument) -> String {
    var members = document.properties.values(of: feature).map { "\(string($0.name)):\(value($0.value))" }
    let positions = document.shapes.positions(ofFeature: feature)
    if positions.count > 1, positions.contains(where: { document.shapes.time($0) != nil }) {
      let times = positions.map { document.shapes.time($0).flatMap(WrittenNumber.time).map(string) ?? "null" }
      members.append("\"coordTimes\":[\(times.joined(separator: ","))]")
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func value(_ value: PropertyValue) -> String {
    switch value {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value): value.isFinite ? "\(value)" : "null"
    case .text(let text): string(text)
    case .json(let text): text
    }
  }

  private static func string(_ text: String) -> String { JSONWriter.text(.string(text)) }
}
