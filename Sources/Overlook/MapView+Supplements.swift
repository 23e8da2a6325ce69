import OverlookFormats
import OverlookRender
import OverlookStyle

// What is drawn among the layers of the style though it is no part of it: traffic, and the insides of buildings.
extension MapView {
  /// Whether there is any.
  var hasSupplements: Bool {
    showsTraffic || (isIndoorEnabled && !indoorPlans.isEmpty)
  }

  /// Draws what is wanted now, where the base map is shown.
  func applySupplements() {
    if styledMap != nil || baseLayer != nil { applyMapType() }
  }

  /// This style with the insides of buildings and with traffic, as far as they are wanted.
  func supplemented(_ style: MapStyle) -> MapStyle {
    var document = style.document
    if showsTraffic, let traffic = trafficSource?.document(trafficFeed?.newest) {
      document = document.inserting(traffic, .aboveRoads)
    }
    if isIndoorEnabled { document = showingIndoor(document) }
    return MapStyle(document: document, base: style.base)
  }
}

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
