internal import Foundation
internal import OverlookSupport

/// The words that an archive says about itself, cleaned. What is missing or of the wrong type stays nil: an archive with bad
/// metadata still has its tiles.
struct ArchiveMetadata: Hashable, Sendable {
  var name: String?
  var attribution: String?

  init(name: String? = nil, attribution: String? = nil) {
    self.name = Self.text(name)
    self.attribution = Self.text(attribution)
  }

  /// Reads the JSON document of a PMTiles file.
  init(json: [UInt8]) {
    let object = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    self.init(name: object?["name"] as? String, attribution: object?["attribution"] as? String)
  }

  /// The document that `init(json:)` reads, keys in order.
  var json: [UInt8] {
    var object: [String: String] = [:]
    object["name"] = name
    object["attribution"] = attribution
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { [UInt8]($0) } ?? Array("{}".utf8)
  }

  private static func text(_ value: String?) -> String? {
    guard let value else { return nil }
    let text = OutsideText.plainText(fromHTML: value)
    return text.isEmpty ? nil : text
  }
}
