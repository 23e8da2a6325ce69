internal import Foundation
internal import OverlookSupport

/// The words that an archive says about itself, cleaned. What is missing or of the wrong type stays nil: an archive with bad
/// metadata still has its tiles.
struct ArchiveMetadata: Hashable, Sendable {
  var name: String?
  var attribution: String?
  var details: String?
  var isOverlay = false
  var source: String?
  /// A JSON array.
  var vectorLayers: [UInt8]?

  /// The key under which packs say what they were made from.
  static let sourceKey = "overlook:source"

  init(_ header: TileArchiveHeader) {
    name = header.name
    attribution = header.attribution
    details = header.details
    isOverlay = header.isOverlay
    source = header.source
    vectorLayers = header.vectorLayers
  }

  /// Of the words by their keys, which MBTiles and PMTiles share.
  init(_ value: (_ key: String) -> String? = { _ in nil }) {
    name = Self.text(value("name"))
    attribution = Self.text(value("attribution"))
    details = Self.text(value("description"))
    isOverlay = value("type")?.lowercased() == "overlay"
    source = Self.text(value(Self.sourceKey))
  }

  /// Reads the JSON document of a PMTiles file.
  init(json: [UInt8]) {
    let object = Self.value(json)?.object
    self.init { object?[$0]?.string }
    vectorLayers = Self.vectorLayers(in: object)
  }

  /// Puts the words into `header`.
  func complete(_ header: inout TileArchiveHeader) {
    header.name = name
    header.attribution = attribution
    header.details = details
    header.isOverlay = isOverlay
    header.source = source
    header.vectorLayers = vectorLayers
  }

  /// The words by their keys, without the vector layers.
  var values: [String: String] {
    var values: [String: String] = [:]
    values["name"] = name
    values["attribution"] = attribution
    values["description"] = details
    if isOverlay { values["type"] = "overlay" }
    values[Self.sourceKey] = source
    return values
  }

  /// The document that `init(json:)` reads, keys in order.
  var json: [UInt8] {
    var object = JSONObject()
    for (key, value) in values { object[key] = .string(value) }
    object["vector_layers"] = vectorLayers.flatMap(Self.value)
    return Self.json(.object(object))
  }

  /// The array `vector_layers` of a JSON object, nil when there is none.
  static func vectorLayers(inJSON json: [UInt8]) -> [UInt8]? { vectorLayers(in: value(json)?.object) }

  /// The JSON object that has nothing but `vectorLayers`, as the row `json` of an MBTiles file wants it.
  static func json(vectorLayers: [UInt8]) -> [UInt8]? {
    guard let layers = value(vectorLayers), layers.array != nil else { return nil }
    var object = JSONObject()
    object["vector_layers"] = layers
    return json(.object(object))
  }

  /// The names in an array of vector layers, cleaned; at most a thousand.
  static func layerNames(_ vectorLayers: [UInt8]?) -> [String] {
    guard let layers = vectorLayers.flatMap(value)?.array else { return [] }
    return layers.prefix(1000).compactMap { text($0["id"]?.string) }
  }

  private static func vectorLayers(in object: JSONObject?) -> [UInt8]? {
    guard let layers = object?["vector_layers"], layers.array != nil else { return nil }
    return json(layers)
  }

  private static func value(_ json: [UInt8]) -> JSONValue? { try? JSONParser.parse(json, thing: "metadata") }

  private static func json(_ value: JSONValue) -> [UInt8] { Array(JSONWriter.text(value, sortsKeys: true).utf8) }

  private static func text(_ value: String?) -> String? {
    guard let value else { return nil }
    let text = OutsideText.plainText(fromHTML: value)
    return text.isEmpty ? nil : text
  }
}

extension TileArchiveHeader {
  /// The names of the layers of vector tiles, cleaned, as far as the archive says them; at most a thousand.
  package var vectorLayerNames: [String] { ArchiveMetadata.layerNames(vectorLayers) }
}
