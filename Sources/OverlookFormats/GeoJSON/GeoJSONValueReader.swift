/// Reads GeoJSON that is part of another document and so has been parsed already.
struct GeoJSONValueReader {
  private var builder = GeoJSONBuilder()

  /// Throws when there are more positions than are read.
  static func read(_ value: JSONValue) throws(FormatError) -> GeoJSONDocument {
    var reader = GeoJSONValueReader()
    do throws(Stop) {
      try reader.readRoot(value)
    } catch {
      switch error {
      case .budget: throw GeoJSONBuilder.PositionFault.tooMany()
      case .fault(let fault): throw .malformed(GeoJSONLimits.thing, fault: fault)
      }
    }
    return reader.builder.document
  }

  private enum Stop: Error {
    case budget
    case fault(String)
  }

  private mutating func readRoot(_ value: JSONValue) throws(Stop) {
    switch value["type"]?.string {
    case "FeatureCollection":
      guard let features = value["features"]?.array else { throw .fault("a collection without its features") }
      for feature in features { try readFeature(feature) }
    case "Feature": try readFeature(value)
    case .some:
      builder.beginFeature()
      try keepGeometry(value)
      builder.endFeature(id: nil)
    case nil: throw .fault("the document has no type that GeoJSON knows")
    }
  }

  private mutating func readFeature(_ feature: JSONValue) throws(Stop) {
    builder.beginFeature()
    guard feature["type"]?.string == "Feature" else { return builder.dropFeature("a feature without the type of one") }
    if let geometry = feature["geometry"], geometry.object != nil { try keepGeometry(geometry) }
    for (key, value) in (feature["properties"]?.object ?? JSONObject()).members { builder.addProperty(key, value) }
    builder.endFeature(id: feature["id"])
  }

  private mutating func keepGeometry(_ geometry: JSONValue) throws(Stop) {
    do throws(Stop) {
      try readGeometry(geometry, 0)
    } catch {
      guard case .fault(let fault) = error else { throw error }
      builder.dropGeometry()
      builder.note(fault)
    }
  }

  /// Calls itself for collections, no deeper than `GeoJSONLimits.collectionDepth`.
  private mutating func readGeometry(_ geometry: JSONValue, _ depth: Int) throws(Stop) {
    guard depth < GeoJSONLimits.collectionDepth else { throw .fault("geometry collections inside each other") }
    if geometry["type"]?.string == "GeometryCollection" {
      guard let geometries = geometry["geometries"]?.array else { throw .fault("a geometry without geometries") }
      for inner in geometries { try readGeometry(inner, depth + 1) }
      return
    }
    guard let coordinates = geometry["coordinates"] else { throw .fault("a geometry without coordinates") }
    let kind: GeoJSONDocument.Kind
    switch geometry["type"]?.string {
    case "Point":
      try readPosition(coordinates)
      builder.endPart(.points)
      kind = .points
    case "MultiPoint":
      try readLine(coordinates, .points)
      kind = .points
    case "LineString":
      try readLine(coordinates, .line)
      kind = .lines
    case "MultiLineString":
      for line in try items(coordinates) { try readLine(line, .line) }
      kind = .lines
    case "Polygon":
      try readRings(coordinates)
      kind = .polygons
    case "MultiPolygon":
      for polygon in try items(coordinates) { try readRings(polygon) }
      kind = .polygons
    default: throw .fault("a geometry of an unknown type")
    }
    builder.endGeometry(kind)
  }

  private mutating func readRings(_ rings: JSONValue) throws(Stop) {
    for (index, ring) in try items(rings).enumerated() { try readLine(ring, index == 0 ? .outerRing : .hole) }
  }

  private mutating func readLine(_ line: JSONValue, _ part: GeoJSONBuilder.Part) throws(Stop) {
    for position in try items(line) { try readPosition(position) }
    builder.endPart(part)
  }

  private mutating func readPosition(_ position: JSONValue) throws(Stop) {
    let numbers = try items(position)
    guard numbers.count >= 2, let longitude = numbers[0].number, let latitude = numbers[1].number else {
      throw .fault("a position that is not made of numbers")
    }
    do throws(GeoJSONBuilder.PositionFault) {
      try builder.addPosition(longitude, latitude)
    } catch {
      switch error {
      case .offEarth(let fault): throw .fault(fault)
      case .budget: throw .budget
      }
    }
  }

  private func items(_ value: JSONValue) throws(Stop) -> [JSONValue] {
    guard let items = value.array else { throw .fault("coordinates of the wrong shape") }
    return items
  }
}

extension GeoJSONDocument {
  /// The features of a document that is part of another one. Throws when it is no GeoJSON at all, and over the budgets.
  package init(_ value: JSONValue) throws(FormatError) {
    self = try GeoJSONValueReader.read(value)
  }
}
