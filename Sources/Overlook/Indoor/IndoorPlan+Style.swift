import OverlookFormats
import OverlookStyle
import OverlookSupport

extension IndoorPlan {
  /// The parts that lie on the shown levels, as layers of a style.
  ///
  /// - Parameters:
  ///   - number: Of the plan among those of its map.
  ///   - dimsSurroundings: Whether what lies below the plan gives way to it.
  func document(showing levels: [IndoorLevel], isDark: Bool, number: Int, dimsSurroundings: Bool) -> StyleDocument? {
    let id = "overlook:indoor-\(number)"
    var source = JSONObject()
    source["type"] = .string("geojson")
    source["data"] = venue.features
    var sources = JSONObject()
    sources[id] = .object(source)
    let shown = JSONWriter.text(.array(levels.map { .string($0.id) }))
    return SupplementLayers.document(
      sources: sources, sprite: (Self.sprite, "asset://Sprites/\(isDark ? "sprite-night" : "sprite")"),
      layers: Self.layers(id, shown: shown, colors: isDark ? .dark : .light, veil: dimsSurroundings ? isDark ? 0.5 : 0.45 : 0))
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
    var veil: String

    static let light = Colors(
      byClass: [
        .walkway: "#ffffff", .stairs: "#d7dde6", .lift: "#cfd6e2", .restroom: "#dfe3f5", .shop: "#fdeecf", .closed: "#d9d5cf",
        .wall: "#a9a39a",
      ], room: "#e2e9f0", edge: "#a39a8c", text: "#4c4a46", halo: "#ffffff", veil: "#eceae6")
    static let dark = Colors(
      byClass: [
        .walkway: "#4b556a", .stairs: "#465168", .lift: "#3e4f78", .restroom: "#3c4266", .shop: "#5a4e36", .closed: "#23272f",
        .wall: "#171a20",
      ], room: "#3d4657", edge: "#596273", text: "#d5dae3", halo: "#171a20", veil: "#12161d")
  }

  /// Of the sheet with the symbols: a name that no style has for one of its own.
  private static let sprite = "overlook-indoor"

  /// Parts that have a symbol of their own, and its name in the sheet.
  private static let symbols: KeyValuePairs<IndoorClass, String> = [
    .stairs: "poi-stairs", .lift: "poi-lift", .restroom: "poi-toilets",
  ]

  /// - Parameter veil: How much of what lies below is covered.
  private static func layers(_ id: String, shown: String, colors: Colors, veil: Double) -> String {
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
    let width = #"["interpolate", ["linear"], ["zoom"], 16, 0.8, 20, 2.4]"#
    let kinds = symbols.map { "\"\($0.key.rawValue)\"" }.joined(separator: ", ")
    let isMarked = #"["in", ["get", "class"], ["literal", [\#(kinds)]]]"#
    let icons = symbols.map { "\"\($0.key.rawValue)\", \"\(sprite):\($0.value)\"" }.joined(separator: ", ")
    let opacity = #"["interpolate", ["linear"], ["zoom"], \#(minimumStyleZoom), 0, \#(minimumStyleZoom + 0.5), \#(veil)]"#
    return """
      [{"id": "\(id)-veil", "type": "background", "minzoom": \(minimumStyleZoom),
        "layout": {"visibility": "\(veil > 0 ? "visible" : "none")"},
        "paint": {"background-color": "\(colors.veil)", "background-opacity": \(opacity)}},
      {"id": "\(id)-areas", "type": "fill", \(base), \(filter("Polygon")), "layout": {"fill-sort-key": \(order)},
        "paint": {"fill-color": ["match", ["get", "class"], \(fills), "\(colors.room)"]}},
      {"id": "\(id)-edges", "type": "line", \(base), \(filter("Polygon")), "layout": {"line-join": "round"},
        "paint": {"line-color": "\(colors.edge)", "line-width": \(width)}},
      {"id": "\(id)-walls", "type": "line", \(base), \(filter("LineString", isWall)), "layout": {"line-cap": "round"},
        "paint": {"line-color": "\(colors.edge)", "line-width": \(width)}},
      {"id": "\(id)-doors", "type": "line", \(base), \(filter("LineString", isDoor)),
        "paint": {"line-color": "\(colors.halo)", "line-width": ["interpolate", ["linear"], ["zoom"], 16, 1, 20, 3.5]}},
      {"id": "\(id)-names", "type": "symbol", "source": "\(id)", "minzoom": \(minimumZoom - 0.4),
        \(filter("Polygon", #"["all", ["has", "name"], ["!", \#(isMarked)]]"#)),
        "layout": {"text-field": \(name), "text-size": 11, "text-max-width": 7, "text-padding": 3}, "paint": {"text-color": "\(colors.text)", "text-halo-color": "\(colors.halo)",
          "text-halo-width": 1.2}},
      {"id": "\(id)-symbols", "type": "symbol", "source": "\(id)", "minzoom": \(minimumZoom - 0.4),
        \(filter("Polygon", isMarked)), "layout": {"icon-size": 0.85, "icon-padding": 0,
          "icon-image": ["match", ["get", "class"], \(icons), ""]}}]
      """
  }
}
