import OverlookFormats
import OverlookStyle
import OverlookSupport

extension IndoorPlan {
  /// The parts that lie on the shown levels, as layers of a style.
  ///
  /// - Parameter number: Of the plan among those of its map.
  func document(showing levels: [IndoorLevel], isDark: Bool, number: Int) -> StyleDocument? {
    let id = "overlook:indoor-\(number)"
    var source = JSONObject()
    source["type"] = .string("geojson")
    source["data"] = venue.features
    var sources = JSONObject()
    sources[id] = .object(source)
    let shown = JSONWriter.text(.array(levels.map { .string($0.id) }))
    return SupplementLayers.document(
      sources: sources, layers: Self.layers(id, shown: shown, colors: isDark ? .dark : .light))
  }

  /// From where on the insides of buildings are seen, in our zoom.
  static let minimumZoom = 17.0
  static let minimumStyleZoom = minimumZoom - 1

  struct Colors {
    var byClass: KeyValuePairs<IndoorClass, String>
    var room: String
    var edge: String
    var text: String
    var halo: String

    static let light = Colors(
      byClass: [
        .walkway: "#ffffff", .stairs: "#d7dde6", .restroom: "#dfe3f5", .shop: "#fdeecf", .closed: "#d9d5cf", .wall: "#a9a39a",
      ], room: "#e2e9f0", edge: "#b8b0a4", text: "#4c4a46", halo: "#ffffff")
    static let dark = Colors(
      byClass: [
        .walkway: "#4b556a", .stairs: "#465168", .restroom: "#3c4266", .shop: "#5a4e36", .closed: "#23272f", .wall: "#171a20",
      ], room: "#3d4657", edge: "#596273", text: "#d5dae3", halo: "#171a20")
  }

  private static func layers(_ id: String, shown: String, colors: Colors) -> String {
    let base = #""source": "\#(id)", "minzoom": \#(minimumStyleZoom)"#
    let isShown = #"["in", ["get", "level"], ["literal", \#(shown)]]"#
    func filter(_ geometry: String, _ rest: String = "true") -> String {
      #""filter": ["all", ["==", ["geometry-type"], "\#(geometry)"], \#(isShown), \#(rest)]"#
    }
    let fills = colors.byClass.map { "\"\($0.key.rawValue)\", \"\($0.value)\"" }.joined(separator: ", ")
    let isDoor = #"["==", ["get", "class"], "door"]"#
    let isWall = #"["==", ["get", "class"], "wall"]"#
    let name =
      #"["coalesce", ["get", ["concat", "name:", ["slice", ["resolved-locale", ["collator", {}]], 0, 2]]], ["get", "name"]]"#
    // Ways lie below the rooms beside them.
    let order = #"["match", ["get", "class"], "walkway", 0, "wall", 2, 1]"#
    let width = #"["interpolate", ["linear"], ["zoom"], 16, 0.6, 20, 2]"#
    return """
      [{"id": "\(id)-areas", "type": "fill", \(base), \(filter("Polygon")), "layout": {"fill-sort-key": \(order)},
        "paint": {"fill-color": ["match", ["get", "class"], \(fills), "\(colors.room)"]}},
      {"id": "\(id)-edges", "type": "line", \(base), \(filter("Polygon")), "layout": {"line-join": "round"},
        "paint": {"line-color": "\(colors.edge)", "line-width": \(width)}},
      {"id": "\(id)-walls", "type": "line", \(base), \(filter("LineString", isWall)), "layout": {"line-cap": "round"},
        "paint": {"line-color": "\(colors.edge)", "line-width": \(width)}},
      {"id": "\(id)-doors", "type": "line", \(base), \(filter("LineString", isDoor)),
        "paint": {"line-color": "\(colors.halo)", "line-width": ["interpolate", ["linear"], ["zoom"], 16, 1, 20, 3.5]}},
      {"id": "\(id)-names", "type": "symbol", "source": "\(id)", "minzoom": \(minimumZoom - 0.4),
        \(filter("Polygon", #"["has", "name"]"#)), "layout": {"text-field": \(name), "text-size": 11, "text-max-width": 7,
          "text-padding": 3}, "paint": {"text-color": "\(colors.text)", "text-halo-color": "\(colors.halo)",
          "text-halo-width": 1.2}}]
      """
  }
}
