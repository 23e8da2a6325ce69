import Foundation
import GRDB
import OverlookFormats
import OverlookGeometry

/// Countries and states from a GeoPackage (OGC 12-128r18), a SQLite database with geometries in well-known binary.
struct GeoPackage {
  struct Land {
    var name: String
    /// ISO 3166-1, two letters.
    var country: String
    /// Of each polygon its rings in degrees, the first the outer one, the last point as the first.
    var polygons: [[[LocationCoordinate]]]
  }

  struct Line {
    var name: String
    var parts: [[LocationCoordinate]]
  }

  private let path: String
  private let database: DatabaseQueue

  init(path: String) throws {
    self.path = path
    var configuration = Configuration()
    configuration.readonly = true
    database = try DatabaseQueue(path: path, configuration: configuration)
  }

  func countries() throws -> [Land] { try lands("SELECT geom, iso_a2, NAME FROM countries ORDER BY fid") }

  func states() throws -> [Land] { try lands("SELECT geom, iso_a2, name FROM states_provinces ORDER BY fid") }

  func disputedBorders() throws -> [Line] {
    try database.read { database in
      try Row.fetchAll(database, sql: "SELECT geom, name FROM disputed_borders ORDER BY fid").map { row in
        Line(
          name: row[1] ?? "", parts: try Self.geometry((row[0] as Data?).map { [UInt8]($0) } ?? [], thing: path).flatMap { $0 })
      }
    }
  }

  private func lands(_ query: String) throws -> [Land] {
    try database.read { database in
      try Row.fetchAll(database, sql: query).compactMap { row in
        guard let geometry: [UInt8] = (row[0] as Data?).map({ [UInt8]($0) }) else { return nil }
        return Land(name: row[2] ?? "", country: row[1] ?? "", polygons: try Self.geometry(geometry, thing: path))
      }
    }
  }

  // MARK: Geometries

  /// Polygons as their rings, lines each as one of one.
  private static func geometry(_ bytes: [UInt8], thing: String) throws(FormatError) -> [[[LocationCoordinate]]] {
    var reader = ByteReader(bytes, thing: thing)
    try reader.skip(3)
    // Bits 1 to 3: how many numbers the box in the header has.
    let box = (try reader.readUInt8() >> 1) & 7
    try reader.skip(4 + 8 * [0, 4, 6, 6, 8, 0, 0, 0][Int(box)])
    return try shapes(&reader)
  }

  private static func shapes(_ reader: inout ByteReader) throws(FormatError) -> [[[LocationCoordinate]]] {
    guard try reader.readUInt8() == 1 else { throw .unsupported(reader.thing, fault: "big-endian geometry") }
    switch try reader.readUInt32() {
    case 2: return [[try line(&reader)]]
    case 3: return [try polygon(&reader)]
    case 5, 6:
      var all: [[[LocationCoordinate]]] = []
      for _ in 0..<(try reader.readUInt32()) {
        try reader.skip(1)
        let kind = try reader.readUInt32()
        all.append(kind == 3 ? try polygon(&reader) : [try line(&reader)])
      }
      return all
    case let kind: throw .unsupported(reader.thing, fault: "geometry of kind \(kind)")
    }
  }

  private static func polygon(_ reader: inout ByteReader) throws(FormatError) -> [[LocationCoordinate]] {
    var rings: [[LocationCoordinate]] = []
    for _ in 0..<(try reader.readUInt32()) { rings.append(try line(&reader)) }
    return rings
  }

  private static func line(_ reader: inout ByteReader) throws(FormatError) -> [LocationCoordinate] {
    var points: [LocationCoordinate] = []
    for _ in 0..<(try reader.readUInt32()) {
      let longitude = Double(bitPattern: try reader.readUInt64())
      let latitude = Double(bitPattern: try reader.readUInt64())
      // The source stops a tenth of a degree before the antimeridian.
      let snapped = abs(longitude) > 179.899_99 ? (longitude < 0 ? -180 : 180) : longitude
      points.append(LocationCoordinate(latitude: latitude, longitude: snapped))
    }
    return points
  }
}
