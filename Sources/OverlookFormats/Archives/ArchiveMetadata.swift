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
    let object = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    self.init { object?[$0] as? String }
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
    var object: [String: Any] = values
    object["vector_layers"] = vectorLayers.flatMap { try? JSONSerialization.jsonObject(with: Data($0)) }
    return Self.json(object) ?? Array("{}".utf8)
  }

  /// The array `vector_layers` of a JSON object, nil when there is none.
  static func vectorLayers(inJSON json: [UInt8]) -> [UInt8]? {
    vectorLayers(in: (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any])
  }

  /// The JSON object that has nothing but `vectorLayers`, as the row `json` of an MBTiles file wants it.
  static func json(vectorLayers: [UInt8]) -> [UInt8]? {
    guard let layers = try? JSONSerialization.jsonObject(with: Data(vectorLayers)), layers is [Any] else { return nil }
    return json(["vector_layers": layers])
  }

  /// The names in an array of vector layers, cleaned; at most a thousand.
  static func layerNames(_ vectorLayers: [UInt8]?) -> [String] {
    guard let vectorLayers, let layers = (try? JSONSerialization.jsonObject(with: Data(vectorLayers))) as? [Any] else {
      return []
    }
    return layers.prefix(1000).compactMap { text(($0 as? [String: Any])?["id"] as? String) }
  }

  private static func vectorLayers(in object: [String: Any]?) -> [UInt8]? {
    (object?["vector_layers"] as? [Any]).flatMap { json($0) }
  }

  private static func json(_ value: Any) -> [UInt8]? {
    guard JSONSerialization.isValidJSONObject(value) else { return nil }
    let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { [UInt8]($0) }
  }

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
