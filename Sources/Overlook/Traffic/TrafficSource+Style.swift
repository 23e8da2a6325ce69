import OverlookFormats
import OverlookStyle
import OverlookSupport

extension TrafficSource {
  /// Of the source among those of the style.
  static let sourceID = "overlook:traffic"

  /// The traffic as layers of a style.
  ///
  /// - Parameter newest: GeoJSON that came after what the source began with; nil for none.
  func document(_ newest: JSONValue?) -> StyleDocument? {
    switch content {
    case .fixed(let data): Self.document(data)
    case .file(_, _, let data): Self.document(newest ?? data)
    // Layers without features, so that only these come when the server has answered.
    case .address: Self.document(newest ?? Self.nothing)
    case .tiles(let source, let layer): Self.document(source, layer: layer)
    }
  }

  private static let nothing: JSONValue = {
    var collection = JSONObject()
    collection["type"] = .string("FeatureCollection")
    collection["features"] = .array([])
    return .object(collection)
  }()

  private static func document(_ data: JSONValue) -> StyleDocument? {
    var source = JSONObject()
    source["type"] = .string("geojson")
    source["data"] = data
    return document(source, layer: nil)
  }

  private static func document(_ source: JSONObject, layer: String?) -> StyleDocument? {
    var sources = JSONObject()
    sources[sourceID] = .object(source)
    let data = "\"source\": \"\(sourceID)\"" + (layer.map { ", \"source-layer\": \(JSONWriter.text(.string($0)))" } ?? "")
    return SupplementLayers.document(
      sources: sources, sprite: (incidentSprite, "asset://Sprites/traffic"),
      layers: "[\(roads(data)), \(incidents(data))]")
  }

  /// Of the sheet with the icons, which are named after the kinds of incidents: a name that no style has for one of its own.
  private static let incidentSprite = "overlook-traffic"

  private static func roads(_ data: String) -> String {
    func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
    let closed = #"["in", ["to-string", ["get", "closed"]], ["literal", [\#(list(TrafficLevel.closedNames))]]]"#
    let levels = TrafficLevel.congestions
    let shown = """
      ["all", ["==", ["geometry-type"], "LineString"], \
      ["any", ["in", ["get", "congestion"], ["literal", [\(list(levels.map(\.name)))]]], \(closed)]]
      """
    /// Of each level a value; the last is for what has none, which only what is closed does.
    func byLevel(_ value: (TrafficLevel) -> String) -> String {
      let cases = levels.map { "\"\($0.name)\", \(value($0.level))" }.joined(separator: ", ")
      return #"["case", \#(closed), \#(value(.closed)), ["match", ["get", "congestion"], \#(cases), \#(value(.low))]]"#
    }
    let worst = byLevel { "\($0.rawValue)" }
    let layout = #""layout": {"line-cap": "round", "line-join": "round", "line-sort-key": \#(worst)}"#
    func width(_ extra: Double) -> String {
      #"["interpolate", ["exponential", 1.4], ["zoom"], 6, \#(0.8 + extra / 2), 12, \#(2 + extra), 18, \#(8 + extra * 1.5)]"#
    }
    return """
      {"id": "overlook:traffic-casing", "type": "line", \(data), "filter": \(shown), \(layout), "paint": {
        "line-color": "rgba(255, 255, 255, 0.85)", "line-width": \(width(1.6))}},
      {"id": "overlook:traffic", "type": "line", \(data), "filter": \(shown), \(layout), "paint": {
        "line-color": \(byLevel { "\"\($0.styleColor)\"" }),
        "line-width": \(width(0))}}
      """
  }

  /// Seen from afar, the gravest keep the room; from nearby, all are shown.
  private static func incidents(_ data: String) -> String {
    let kinds = TrafficIncident.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let kind = #"["match", ["get", "incident"], [\#(kinds)], ["get", "incident"], "other"]"#
    let grave = #"["match", ["get", "incident"], ["closure", "accident"], 0, ["hazard", "construction"], 1, 2]"#
    return """
      {"id": "\(TrafficIncident.layer)", "type": "symbol", \(data), "minzoom": 8, "metadata": {"overlook:behind-buildings": "shown"},
        "filter": ["all", ["==", ["geometry-type"], "Point"], ["has", "incident"]],
        "layout": {"icon-image": ["concat", "\(incidentSprite):", \(kind)], "symbol-sort-key": \(grave),
          "icon-overlap": ["step", ["zoom"], "never", 14, "always"], "icon-padding": 1}}
      """
  }
}
