import OverlookFormats

/// What of a GeoJSON object is being read.
private enum MemberName {
  case type, features, geometry, properties, coordinates, geometries, id, crs, name, other
}

/// The types of GeoJSON, and what their coordinates look like.
enum GeoJSONType: Hashable {
  case feature, featureCollection, point, multiPoint, lineString, multiLineString, polygon, multiPolygon, geometryCollection
  case other

  static let names: Set<String> = [
    "Feature", "FeatureCollection", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]

  /// How deep positions lie in arrays, their own included; nil where there are no coordinates.
  var depth: Int? {
    switch self {
    case .point: 1
    case .multiPoint, .lineString: 2
    case .multiLineString, .polygon: 3
    case .multiPolygon: 4
    case .feature, .featureCollection, .geometryCollection, .other: nil
    }
  }

  var kind: FeatureShapes.Kind {
    switch self {
    case .lineString, .multiLineString: .lines
    case .polygon, .multiPolygon: .polygon
    default: .points
    }
  }
}

extension GeoJSONStream {
  /// The members of an object up to its end. Stops at the features of a collection, for `state` to go on.
  mutating func readMembers(
    _ cursor: inout JSONCursor, isDocument: Bool, isFirst: Bool, _ fault: inout FormatError?
  ) throws(JSONStop) {
    var isFirst = isFirst
    var object = GeoJSONObject()
    times.removeAll(keepingCapacity: true)
    while try cursor.hasNext(0x7D, isFirst: isFirst) {
      isFirst = false
      let name = try Self.name(&cursor)
      switch name {
      case .type: object.type = try Self.type(&cursor)
      case .features where isDocument && builder.isOpen:
        guard try cursor.take(0x5B) else {
          _ = try cursor.skipValue()
          continue
        }
        builder.rewindFeature()
        (hasGeoJSON, documentCount) = (true, documentCount + 1)
        state = .features(isFirst: true)
        return
      case .crs: readReferenceSystem(try cursor.skipValue())
      case .name where isDocument: try readName(&cursor)
      case .geometry where builder.isOpen:
        object.hasGeometry = true
        dropLooseCoordinates(&object)
        if try cursor.peek() == 0x7B { try readGeometry(&cursor, depth: 0) } else { _ = try cursor.skipValue() }
      case .coordinates where builder.isOpen: try readCoordinates(&cursor, &object)
      case .geometries where builder.isOpen:
        dropLooseCoordinates(&object)
        try readGeometries(&cursor, depth: 0)
      case .properties where builder.isOpen:
        object.hasGeometry = true
        if try cursor.peek() == 0x7B { try readProperties(&cursor) } else { _ = try cursor.skipValue() }
      case .id where builder.isOpen: try readValue(&cursor, column: columns.column(named: "id", in: &builder))
      default: _ = try cursor.skipValue()
      }
    }
    endObject(object, isDocument: isDocument, &fault)
  }

  private mutating func endObject(_ object: GeoJSONObject, isDocument: Bool, _ fault: inout FormatError?) {
    if isDocument {
      // The end of a collection, which was counted; anything else is a document of one feature.
      defer { state = .outside }
      guard builder.isOpen else { return }
      documentCount += 1
    }
    var object = object
    if object.type.depth != nil { finishShape(object) } else { dropLooseCoordinates(&object) }
    let isFeature =
      object.type == .feature || object.hasGeometry || object.type.depth != nil || object.type == .geometryCollection
    guard isFeature else {
      if isDocument { builder.rewindFeature() } else { builder.dropFeature("no feature") }
      return
    }
    hasGeoJSON = true
    applyTimes()
    do throws(FormatError) { try builder.endFeature() } catch { fault = error }
  }

  /// Takes back the coordinates of an object that is no geometry: left where they are they would begin the next shape.
  private mutating func dropLooseCoordinates(_ object: inout GeoJSONObject) {
    guard object.coordinatesDepth > 0 else { return }
    builder.dropShape()
    builder.note("coordinates that belong to no geometry")
    object.coordinatesDepth = 0
  }

  // MARK: Names and types

  private static func name(_ cursor: inout JSONCursor) throws(JSONStop) -> MemberName {
    let (text, _) = try cursor.string()
    try cursor.expect(0x3A, "a colon was expected")
    return switch text.count {
    case 2 where text.elementsEqual("id".utf8): .id
    case 3 where text.elementsEqual("crs".utf8): .crs
    case 4 where text.elementsEqual("type".utf8): .type
    case 4 where text.elementsEqual("name".utf8): .name
    case 8 where text.elementsEqual("features".utf8): .features
    case 8 where text.elementsEqual("geometry".utf8): .geometry
    case 10 where text.elementsEqual("properties".utf8): .properties
    case 10 where text.elementsEqual("geometries".utf8): .geometries
    case 11 where text.elementsEqual("coordinates".utf8): .coordinates
    default: .other
    }
  }

  private static let types: [(name: [UInt8], type: GeoJSONType)] = {
    let types: [(String, GeoJSONType)] = [
      ("Feature", .feature), ("Point", .point), ("LineString", .lineString), ("Polygon", .polygon),
      ("MultiPolygon", .multiPolygon), ("MultiLineString", .multiLineString), ("MultiPoint", .multiPoint),
      ("GeometryCollection", .geometryCollection), ("FeatureCollection", .featureCollection),
    ]
    return types.map { (Array($0.0.utf8), $0.1) }
  }()

  private static func type(_ cursor: inout JSONCursor) throws(JSONStop) -> GeoJSONType {
    guard try cursor.peek() == 0x22 else {
      _ = try cursor.skipValue()
      return .other
    }
    let (text, _) = try cursor.string()
    for (name, type) in types where name.count == text.count && text.elementsEqual(name) { return type }
    return .other
  }

  private mutating func readName(_ cursor: inout JSONCursor) throws(JSONStop) {
    guard try cursor.peek() == 0x22 else {
      _ = try cursor.skipValue()
      return
    }
    let text = try cursor.text()
    if builder.document.name.isEmpty { builder.document.name = text }
  }

  // MARK: Geometries

  private mutating func readGeometry(_ cursor: inout JSONCursor, depth: Int) throws(JSONStop) {
    guard depth < 32 else { throw .syntax("geometries are nested more than 32 deep") }
    try cursor.expect(0x7B, "a geometry was expected")
    var object = GeoJSONObject()
    var isFirst = true
    while try cursor.hasNext(0x7D, isFirst: isFirst) {
      isFirst = false
      switch try Self.name(&cursor) {
      case .type: object.type = try Self.type(&cursor)
      case .coordinates: try readCoordinates(&cursor, &object)
      case .geometries: try readGeometries(&cursor, depth: depth)
      default: _ = try cursor.skipValue()
      }
    }
    finishShape(object)
  }

  private mutating func readGeometries(_ cursor: inout JSONCursor, depth: Int) throws(JSONStop) {
    guard try cursor.take(0x5B) else {
      _ = try cursor.skipValue()
      return
    }
    var isFirst = true
    while try cursor.hasNext(0x5D, isFirst: isFirst) {
      isFirst = false
      if try cursor.peek() == 0x7B { try readGeometry(&cursor, depth: depth + 1) } else { _ = try cursor.skipValue() }
    }
  }

  /// Makes what was read of coordinates a shape of the object's type.
  private mutating func finishShape(_ object: GeoJSONObject) {
    if object.isDamaged { return builder.note("a position that is no pair of numbers") }
    guard let depth = object.type.depth else {
      if object.coordinatesDepth > 0 { builder.dropShape() }
      if object.type != .geometryCollection { builder.note("a geometry of a type that is not known") }
      return
    }
    // Without positions there is no depth to be seen.
    guard object.coordinatesDepth == depth || object.coordinatesDepth == 0 else {
      builder.dropShape()
      return builder.note("coordinates that do not fit the type of their geometry")
    }
    if object.type != .multiPolygon { builder.endShape(object.type.kind) }
  }

  private mutating func readCoordinates(_ cursor: inout JSONCursor, _ object: inout GeoJSONObject) throws(JSONStop) {
    guard try cursor.peek() == 0x5B else {
      _ = try cursor.skipValue()
      return
    }
    let start = cursor.offset
    if try readPositions(&cursor, &object) { return }
    // Not what a geometry has: it is stepped over as any value is.
    object.isDamaged = true
    builder.dropShape()
    cursor.move(to: start)
    _ = try cursor.skipValue()
  }

  /// Reads arrays in arrays of positions; false when something else stands there.
  private mutating func readPositions(_ cursor: inout JSONCursor, _ object: inout GeoJSONObject) throws(JSONStop) -> Bool {
    var depth = 0
    repeat {
      switch try cursor.peek() {
      case 0x5B:
        cursor.step()
        depth += 1
        guard depth <= 4 else { return false }
        let byte = try cursor.peek()
        guard byte == 0x2D || byte &- 0x30 <= 9 else { continue }
        guard object.coordinatesDepth == 0 || object.coordinatesDepth == depth else { return false }
        object.coordinatesDepth = depth
        guard try readPosition(&cursor) else { return false }
        depth -= 1
      case 0x5D:
        cursor.step()
        depth -= 1
        if object.coordinatesDepth > 0 {
          if depth == object.coordinatesDepth - 2 { builder.endPart() }
          // Only areas of several polygons lie so deep.
          if depth == object.coordinatesDepth - 3, object.coordinatesDepth == 4 { builder.endShape(.polygon) }
        }
      case 0x2C: cursor.step()
      default: return false
      }
    } while depth > 0
    return true
  }

  /// The numbers of a position behind its bracket, and that at its end.
  @inline(__always)
  private mutating func readPosition(_ cursor: inout JSONCursor) throws(JSONStop) -> Bool {
    let x = try cursor.number().value
    guard try cursor.take(0x2C), try isNumber(cursor.peek()) else { return false }
    let y = try cursor.number().value
    builder.addPosition(x, y)
    if try cursor.take(0x5D) { return true }
    guard try cursor.take(0x2C) else { return false }
    if try isNumber(cursor.peek()) { builder.setHeight(try cursor.number().value) } else { _ = try cursor.skipValue() }
    // What stands behind the height means nothing that all would agree on.
    while try cursor.take(0x2C) { _ = try cursor.skipValue() }
    return try cursor.take(0x5D)
  }

  @inline(__always)
  private func isNumber(_ byte: UInt8) -> Bool { byte == 0x2D || byte &- 0x30 <= 9 }
}

/// What was read of an object so far.
struct GeoJSONObject {
  var type = GeoJSONType.other
  /// Whether it has what features have.
  var hasGeometry = false
  /// Of positions in its coordinates; 0 before the first.
  var coordinatesDepth = 0
  var isDamaged = false
}
