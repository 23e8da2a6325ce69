package import OverlookFormats
package import OverlookGeometry

/// A style document (version 8), read: what can be drawn of it, and everything that is wrong with it.
package struct StyleDocument: Sendable {
  package var name: String?
  package var center: LocationCoordinate?
  /// Of the style, where zoom 0 has the world 512 points wide: ours is one more.
  package var zoom: Double?
  package var bearing: Double?
  package var pitch: Double?
  /// Addresses of sprites by the prefix of their image names; the plain one has the prefix "default".
  package var sprites: [(id: String, url: String)] = []
  /// With `{fontstack}` and `{range}`.
  package var glyphs: String?
  package var transition = StyleTransition()
  package var light: JSONObject?
  package var sky: JSONObject?
  /// Values that expressions read; whether layers are visible follows.
  package var globalState: [String: StyleValue] = [:] {
    didSet { for index in layers.indices { layers[index].follow(globalState) } }
  }
  /// In the order of the document.
  package var sources: [StyleSource] = []
  /// From the lowest up.
  package var layers: [StyleLayer] = []
  package var faults: [StyleFault] = []

  /// Reads a document. Throws only what leaves nothing to draw: bytes that are no JSON, JSON that is no style, a version that is
  /// not known.
  package init(_ bytes: [UInt8], thing: String = "style") throws(FormatError) {
    try self.init(json: try JSONParser.parse(bytes, thing: thing), thing: thing)
  }

  /// As `init(_:thing:)`, from parsed JSON.
  package init(json: JSONValue, thing: String = "style") throws(FormatError) {
    guard let root = json.object else { throw .malformed(thing, fault: "the document is no object") }
    guard let version = root["version"]?.number else { throw .malformed(thing, fault: "it names no version") }
    guard version == 8 else { throw .unsupported(thing, fault: "version \(JSONWriter.text(version)), where 8 is known") }
    guard root["sources"]?.object != nil || root["layers"]?.array != nil else {
      throw .malformed(thing, fault: "it has neither sources nor layers")
    }
    if let layers = root["layers"], layers.array == nil {
      throw .malformed(thing, fault: "layers: array expected, \(layers.kindName) found")
    }
    var reader = StyleReader(root)
    reader.read(into: &self)
    faults = reader.faults.list
  }

  package func source(_ id: String) -> StyleSource? { sources.first { $0.id == id } }
  package func layer(_ id: String) -> StyleLayer? { layers.first { $0.id == id } }
}
