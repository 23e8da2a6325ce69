import Foundation

/// An IMDF folder with two buildings that share a level; it goes away with the value.
///
/// "Mall" lies at 0 ... 0.001 degrees, with the levels "Upper" (1, restrooms), "Street" (0, a shop) and "Below" (-1, a way);
/// "Metro" at longitudes 0.002 ... 0.003 has nothing but "Below".
public final class IndoorFolder {
  /// Where it is.
  public let path: String

  /// Writes the folder.
  public init() throws {
    path = NSTemporaryDirectory() + "/overlook-indoor-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try write(
      "building",
      [
        Self.feature("mall", #""name": {"en": "Mall", "fi": "Kauppakeskus"}"#, "null"),
        Self.feature("metro", #""name": {"en": "Metro"}"#, "null"),
      ])
    try write(
      "footprint",
      [
        Self.feature("f1", #""building_ids": ["mall"], "category": "ground""#, Self.square(0)),
        Self.feature("f2", #""building_ids": ["metro"], "category": "subterranean""#, Self.square(0.002)),
      ])
    try write(
      "level",
      [
        Self.level("below", -1, "Below", "B", ["mall", "metro"]), Self.level("upper", 1, "Upper", "1", ["mall"]),
        Self.level("street", 0, "Street", "G", ["mall"]),
      ])
    try write(
      "unit",
      [
        Self.unit("u1", "restroom", "upper", 0), Self.unit("u2", "retail", "street", 0), Self.unit("u3", "walkway", "below", 0),
        Self.unit("u4", "walkway", "below", 0.002),
      ])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Replaces the file of a kind of features.
  public func write(_ kind: String, _ features: [String]) throws {
    try write(kind, text: #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#)
  }

  /// Replaces the file of a kind of features by any text.
  public func write(_ kind: String, text: String) throws {
    try text.write(toFile: "\(path)/\(kind).geojson", atomically: false, encoding: .utf8)
  }

  /// Takes the file of a kind of features away.
  public func remove(_ kind: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(kind).geojson") }

  /// A feature with properties and a geometry, in JSON.
  public static func feature(_ id: String, _ properties: String, _ geometry: String) -> String {
    #"{"type": "Feature", "id": "\#(id)", "properties": {\#(properties)}, "geometry": \#(geometry)}"#
  }

  /// A level of buildings, over the mall.
  public static func level(_ id: String, _ ordinal: Int, _ name: String, _ short: String, _ buildings: [String]) -> String {
    let ids = buildings.map { "\"\($0)\"" }.joined(separator: ",")
    return feature(
      id, #""ordinal": \#(ordinal), "name": {"en": "\#(name)"}, "short_name": {"en": "\#(short)"}, "building_ids": [\#(ids)]"#,
      square(0))
  }

  /// A square part of a level.
  public static func unit(_ id: String, _ category: String, _ level: String, _ west: Double) -> String {
    feature(id, #""category": "\#(category)", "level_id": "\#(level)", "name": null"#, square(west))
  }

  /// A thousandth of a degree wide and high, from the equator north.
  public static func square(_ west: Double) -> String {
    let east = west + 0.001
    return
      #"{"type": "Polygon", "coordinates": [[[\#(west), 0], [\#(east), 0], [\#(east), 0.001], [\#(west), 0.001], [\#(west), 0]]]}"#
  }
}
