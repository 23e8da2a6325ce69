import OverlookFormats

/// The layers of a tile set with their attributes, as its metadata lists them.
package enum VectorLayers {
  /// A JSON array, in UTF-8.
  package static func json(of features: [MapFeature]) -> [UInt8] {
    var fields: [String: [String: String]] = [:]
    for feature in features {
      for (key, value) in feature.tags { fields[feature.layer, default: [:]][key] = kind(of: value) }
    }
    let layers = fields.keys.sorted().map { layer in
      var attributes = JSONObject()
      for (key, kind) in (fields[layer] ?? [:]).sorted(by: { $0.key < $1.key }) { attributes[key] = .string(kind) }
      var object = JSONObject()
      object["id"] = .string(layer)
      object["fields"] = .object(attributes)
      return JSONValue.object(object)
    }
    return Array(JSONWriter.text(.array(layers)).utf8)
  }

  private static func kind(of value: VectorTileWriter.Value) -> String {
    switch value {
    case .string: "String"
    case .int, .double: "Number"
    case .bool: "Boolean"
    }
  }
}
