import OverlookFormats
public import OverlookGeometry

extension TileSource {
  /// Something to choose of a document: a layer of a WMS or WMTS, a map of a TMS, a layer of vector tiles.
  public struct Layer: Hashable, Sendable {
    /// What `Options.layer` takes; empty when the layer only groups others.
    public var name = ""
    /// For people.
    public var title = ""
    /// Layers around this one.
    public var depth = 0
    /// What `Options.style` takes, the first one first.
    public var styles: [String] = []
    /// What `Options.matrixSet` takes: the sets in Web Mercator; empty but for WMTS.
    public var matrixSets: [String] = []
    /// Media types of its tiles.
    public var formats: [String] = []
    /// Times, or ranges as `start/end/period`, as the server writes them.
    public var times: [String] = []
    /// The time that is shown when none is asked for.
    public var defaultTime: String?
    /// Where it has pictures; nil when it does not say.
    public var bounds: CoordinateBounds?

    init() {}
  }
}

extension TileSource.Layer {
  /// A layer of vector tiles.
  init(vector name: String, title: String? = nil) {
    self.name = name
    self.title = title.flatMap { $0.isEmpty ? nil : $0 } ?? name
  }

  /// The layers that the metadata of an archive names, TileJSON's `vector_layers`; empty for what is none.
  static func list(vectorLayers json: [UInt8]?) -> [TileSource.Layer] {
    guard let json, let list = (try? JSONParser.parse(json, thing: "vector_layers"))?.array else { return [] }
    return list.compactMap { entry in
      entry["id"]?.string.map { TileSource.Layer(vector: $0, title: entry["description"]?.string) }
    }
  }
}
