/// Reads GeoJSON text (RFC 7946) into arrays, without a tree of the document between.
///
/// A document is a collection of features, a feature, or a geometry alone; members come in any order. Errors of syntax end the
/// reading and name line and column; a feature that is no feature is counted and left out.
///
/// A sequence of such documents, one a line or each behind a record separator (RFC 8142), is read as one collection. What is
/// wrong with a later record of it is counted, and costs that record alone.
package struct GeoJSONParser {
  private var json: JSONParser
  private var builder = GeoJSONBuilder()

  /// `thing` names the document in errors.
  package static func parse(_ bytes: [UInt8], thing: String = "GeoJSON") throws(FormatError) -> GeoJSONDocument {
    guard bytes.count <= GeoJSONLimits.byteCount else {
      throw .tooLarge(thing, fault: "\(bytes.count) bytes, where \(GeoJSONLimits.byteCount) are allowed")
    }
    var parser = GeoJSONParser(
      json: JSONParser(bytes: bytes, limits: JSONLimits(byteCount: GeoJSONLimits.byteCount), thing: thing))
    try parser.readAll()
    return parser.builder.document
  }

  private init(json: JSONParser) {
    self.json = json
  }

  /// What ends the reading of a feature, or of everything.
  private enum Stop: Error {
    case syntax(FormatError)
    case feature(String)
  }

  /// What is wrong with a feature; throws what is wrong with the document.
  private static func fault(_ stop: Stop) throws(FormatError) -> String {
    switch stop {
    case .syntax(let error): throw error
    case .feature(let fault): fault
    }
  }

  // MARK: Sequences

  /// Begins each record of a sequence (RFC 7464).
  package static let recordSeparator: UInt8 = 0x1E

  /// Whether `bytes` are a sequence of JSON objects: what begins with a record separator, or has a second object on a line of its
  /// own behind the first.
  package static func isSequence(_ bytes: [UInt8]) -> Bool {
    var json = JSONParser(bytes: bytes, limits: JSONLimits(byteCount: GeoJSONLimits.byteCount), thing: "GeoJSON")
    json.skipSpace()
    if json.peek == recordSeparator { return true }
    guard json.peek == UInt8(ascii: "{"), (try? json.skipValue()) != nil else { return false }
    return json.nextRecord() && json.peek == UInt8(ascii: "{")
  }

  private mutating func readAll() throws(FormatError) {
    json.skipSpace()
    let separates = json.skipSeparators()
    if separates, json.peek == nil { return }
    if separates { try readRecord(separates: true) } else { try readRoot() }
    while true {
      let end = json.position
      guard json.nextRecord() else {
        guard json.peek == nil else { throw json.fault("something follows the end of the document") }
        return
      }
      guard json.position > end, json.peek != nil else { return }
      try readRecord(separates: separates)
    }
  }

  /// A record that is bad is noted, and the reading goes on where the next may begin: behind the next separator, or on the next
  /// line. Budgets end everything.
  private mutating func readRecord(separates: Bool) throws(FormatError) {
    let start = json.position
    do throws(FormatError) {
      try readRoot()
      json.skipSpaceInLine()
      guard json.isAtRecordEnd else { throw json.fault("something follows the end of the record") }
    } catch {
      if case .tooLarge = error { throw error }
      builder.dropRecord("\(error)")
      json.position = start
      json.skipRecord(separates: separates)
    }
  }

  // MARK: Objects

  private mutating func readRoot() throws(FormatError) {
    json.skipSpace()
    let start = json.position
    guard json.peek == UInt8(ascii: "{") else { throw json.fault("a GeoJSON object was expected") }
    switch try typeName() {
    case "FeatureCollection":
      json.position = start
      try readCollection()
    case "Feature":
      json.position = start
      try readFeature()
    case .some(let name) where Geometry(rawValue: name) != nil:
      json.position = start
      builder.beginFeature()
      try keeping { (parser) throws(Stop) in try parser.readGeometry(0) }
      builder.endFeature(id: nil)
    default:
      json.position = start
      throw json.fault("the document has no type that GeoJSON knows")
    }
  }

  /// The member "type" of the object that begins here; nil when it has none. Where it comes last, all before it is read to find
  /// it.
  private mutating func typeName() throws(FormatError) -> String? {
    var name: String?
    try readMembers { (parser, key) throws(FormatError) in
      guard key == "type" else {
        try parser.json.skipValue()
        return true
      }
      name = try parser.json.readValue().string
      return false
    }
    return name
  }

  /// Calls `body` behind each colon, until it gives false. Only a whole object counts as a level.
  private mutating func readMembers(
    _ body: (inout GeoJSONParser, String) throws(FormatError) -> Bool
  ) throws(FormatError) {
    try json.enter()
    defer { json.leave() }
    var isFirst = true
    while try json.hasNext(isFirst: isFirst, in: .object) {
      isFirst = false
      let key = try json.readKey()
      json.skipSpace()
      guard try body(&self, key) else { return }
    }
  }

  private mutating func readCollection() throws(FormatError) {
    var hasFeatures = false
    try readMembers { (parser, key) throws(FormatError) in
      guard key == "features", parser.json.peek == UInt8(ascii: "[") else {
        try parser.json.skipValue()
        return true
      }
      hasFeatures = true
      try parser.readFeatures()
      return true
    }
    if !hasFeatures { throw json.fault("a collection without its features") }
  }

  private mutating func readFeatures() throws(FormatError) {
    try json.enter()
    defer { json.leave() }
    var isFirst = true
    while try json.hasNext(isFirst: isFirst, in: .array) {
      isFirst = false
      try readFeature()
    }
  }

  private mutating func readFeature() throws(FormatError) {
    builder.beginFeature()
    guard json.peek == UInt8(ascii: "{") else {
      try json.skipValue()
      return builder.dropFeature("a feature that is no object")
    }
    var id: JSONValue?
    var type: String?
    try readMembers { (parser, key) throws(FormatError) in
      switch key {
      case "type": type = try parser.json.readValue().string
      case "id": id = try parser.json.readValue()
      case "properties" where parser.json.peek == UInt8(ascii: "{"):
        try parser.readMembers { (parser, key) throws(FormatError) in
          parser.builder.addProperty(key, try parser.json.readValue())
          return true
        }
      case "geometry" where parser.json.peek == UInt8(ascii: "{"):
        try parser.keeping { (parser) throws(Stop) in try parser.readGeometry(0) }
      default: try parser.json.skipValue()
      }
      return true
    }
    guard type == "Feature" else { return builder.dropFeature("a feature without the type of one") }
    builder.endFeature(id: id)
  }

  /// Reads a geometry; one that is bad is noted, and the reading goes on behind it.
  private mutating func keeping(_ body: (inout GeoJSONParser) throws(Stop) -> Void) throws(FormatError) {
    let start = json
    do throws(Stop) {
      try body(&self)
    } catch {
      json = start
      let fault = try Self.fault(error)
      builder.dropGeometry()
      builder.note(fault)
      try json.skipValue()
    }
  }
}

// MARK: Geometries

extension GeoJSONParser {
  private enum Geometry: String {
    case point = "Point", multiPoint = "MultiPoint", lineString = "LineString", multiLineString = "MultiLineString"
    case polygon = "Polygon", multiPolygon = "MultiPolygon", collection = "GeometryCollection"
  }

  /// Calls itself for collections, no deeper than `GeoJSONLimits.collectionDepth`.
  private mutating func readGeometry(_ depth: Int) throws(Stop) {
    guard depth < GeoJSONLimits.collectionDepth else { throw .feature("geometry collections inside each other") }
    let start = json
    let type = try checked { (parser) throws(FormatError) in try parser.typeName() }
    guard let type, let geometry = Geometry(rawValue: type) else { throw .feature("a geometry of an unknown type") }
    json = start
    let member = geometry == .collection ? "geometries" : "coordinates"
    var fault: String?
    var hasMember = false
    try checked { (parser) throws(FormatError) in
      try parser.readMembers { (parser, key) throws(FormatError) in
        guard key == member, fault == nil, !hasMember else {
          try parser.json.skipValue()
          return true
        }
        hasMember = true
        fault = try parser.readContent(geometry, depth)
        return true
      }
    }
    if !hasMember { fault = "a geometry without \(member)" }
    if let fault { throw .feature(fault) }
  }

  /// The coordinates, or the geometries of a collection; what is wrong with them.
  private mutating func readContent(_ geometry: Geometry, _ depth: Int) throws(FormatError) -> String? {
    let start = json
    do throws(Stop) {
      if geometry == .collection {
        try readList { (parser) throws(Stop) in
          guard parser.json.peek == UInt8(ascii: "{") else { throw .feature("a geometry that is no object") }
          try parser.readGeometry(depth + 1)
        }
      } else {
        try readCoordinates(geometry)
      }
    } catch {
      json = start
      let fault = try Self.fault(error)
      try json.skipValue()
      return fault
    }
    return nil
  }

  private mutating func readCoordinates(_ geometry: Geometry) throws(Stop) {
    switch geometry {
    case .point:
      try readPosition()
      builder.endPart(.points)
      builder.endGeometry(.points)
    case .multiPoint:
      try readLine(.points)
      builder.endGeometry(.points)
    case .lineString:
      try readLine(.line)
      builder.endGeometry(.lines)
    case .multiLineString:
      try readList { (parser) throws(Stop) in try parser.readLine(.line) }
      builder.endGeometry(.lines)
    case .polygon:
      try readRings()
      builder.endGeometry(.polygons)
    case .multiPolygon:
      try readList { (parser) throws(Stop) in try parser.readRings() }
      builder.endGeometry(.polygons)
    case .collection: break
    }
  }

  private mutating func readRings() throws(Stop) {
    var isOuter = true
    try readList { (parser) throws(Stop) in
      try parser.readLine(isOuter ? .outerRing : .hole)
      isOuter = false
    }
  }

  private mutating func readLine(_ part: GeoJSONBuilder.Part) throws(Stop) {
    try readList { (parser) throws(Stop) in try parser.readPosition() }
    builder.endPart(part)
  }

  private mutating func readList(_ body: (inout GeoJSONParser) throws(Stop) -> Void) throws(Stop) {
    guard json.peek == UInt8(ascii: "[") else { throw .feature("coordinates of the wrong shape") }
    try checked { (parser) throws(FormatError) in try parser.json.enter() }
    defer { json.leave() }
    var isFirst = true
    while try checked({ (parser) throws(FormatError) in try parser.json.hasNext(isFirst: isFirst, in: .array) }) {
      isFirst = false
      try body(&self)
    }
  }

  /// Two numbers; what follows them, as a height, is left out.
  private mutating func readPosition() throws(Stop) {
    var longitude = 0.0
    var latitude = 0.0
    var count = 0
    try readList { (parser) throws(Stop) in
      guard let byte = parser.json.peek, byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) else {
        throw .feature("a position that is not made of numbers")
      }
      let number = try parser.checked { (parser) throws(FormatError) in try parser.json.readNumber() }
      if count == 0 { longitude = number } else if count == 1 { latitude = number }
      count += 1
    }
    guard count >= 2 else { throw .feature("a position of less than two numbers") }
    do throws(GeoJSONBuilder.PositionFault) {
      try builder.addPosition(longitude, latitude)
    } catch {
      switch error {
      case .offEarth(let fault): throw .feature(fault)
      case .budget: throw .syntax(GeoJSONBuilder.PositionFault.tooMany())
      }
    }
  }

  private mutating func checked<Result>(
    _ body: (inout GeoJSONParser) throws(FormatError) -> Result
  ) throws(Stop) -> Result {
    do throws(FormatError) { return try body(&self) } catch { throw .syntax(error) }
  }
}
