import OverlookFormats
import OverlookStyle

/// Layers of a style that are written here.
enum SupplementLayers {
  /// A document of sources, of the pictures on a sheet and of layers in JSON text; nil, with an assertion, where the text is no
  /// JSON.
  static func document(
    sources: JSONObject, sprite: (name: String, address: String)? = nil, layers: String
  ) -> StyleDocument? {
    var root = JSONObject()
    root["version"] = .number(8)
    if let sprite {
      var sheet = JSONObject()
      sheet["id"] = .string(sprite.name)
      sheet["url"] = .string(sprite.address)
      root["sprite"] = .array([.object(sheet)])
    }
    root["sources"] = .object(sources)
    root["layers"] = try? JSONParser.parse(Array(layers.utf8), thing: "the layers")
    let document = try? StyleDocument(json: .object(root))
    assert(document?.faults.isEmpty != false, "\(document?.faults ?? [])")
    return document
  }
}
