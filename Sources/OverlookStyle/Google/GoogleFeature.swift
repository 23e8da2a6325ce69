/// What of our own schema (that of OpenMapTiles, with `earth` and `tree` beside it) is which feature type of a Google-style
/// document.
enum GoogleFeature {
  /// Some of the features of a source layer.
  struct Part: Sendable {
    /// "road.highway" and so on; the empty one is no type that a document can name, so that only rules for all reach it.
    var type: String
    /// Values of the layer's `key`; nil: all that no other part has.
    var values: [StyleValue]?
  }

  struct Layer: Sendable {
    var key: String
    var parts: [Part]
  }

  static func layer(_ sourceLayer: String?) -> Layer {
    guard let sourceLayer else { return Layer(key: "", parts: [Part(type: "landscape.natural")]) }
    return layers[sourceLayer] ?? Layer(key: "", parts: [Part(type: "")])
  }

  /// Every name that a document may use.
  static let names: Set<String> = [
    "all", "administrative", "administrative.country", "administrative.land_parcel", "administrative.locality",
    "administrative.neighborhood", "administrative.province", "landscape", "landscape.man_made", "landscape.natural",
    "landscape.natural.landcover", "landscape.natural.terrain", "poi", "poi.attraction", "poi.business", "poi.government",
    "poi.medical",
    "poi.park", "poi.place_of_worship", "poi.school", "poi.sports_complex", "road", "road.arterial", "road.highway",
    "road.highway.controlled_access", "road.local", "transit", "transit.line", "transit.station", "transit.station.airport",
    "transit.station.bus", "transit.station.rail", "water",
  ]

  private static let roads = Layer(
    key: "class",
    parts: [
      part("transit.line", "rail", "transit", "ferry"), part("landscape.man_made", "pier", "bridge"), Part(type: "road.local"),
      part("road.arterial", "primary", "secondary", "tertiary"), part("road.highway", "trunk"),
      part("road.highway.controlled_access", "motorway"),
    ])

  private static let layers: [String: Layer] = [
    "water": Layer(key: "", parts: [Part(type: "water")]), "waterway": Layer(key: "", parts: [Part(type: "water")]),
    "water_name": Layer(key: "", parts: [Part(type: "water")]),
    "building": Layer(key: "", parts: [Part(type: "landscape.man_made")]),
    "earth": Layer(key: "", parts: [Part(type: "landscape.natural")]),
    "tree": Layer(key: "", parts: [Part(type: "landscape.natural")]),
    "aeroway": Layer(key: "", parts: [Part(type: "transit.station.airport")]),
    "housenumber": Layer(key: "", parts: [Part(type: "administrative.land_parcel")]),
    "transportation": roads, "transportation_name": roads,
    "landcover": Layer(
      key: "subclass",
      parts: [Part(type: "landscape.natural.landcover"), part("poi.park", "park", "garden", "golf_course", "nature_reserve")]),
    "landuse": Layer(
      key: "class",
      parts: [
        Part(type: "landscape.man_made"), part("poi.medical", "hospital"), part("poi", "cemetery", "grave_yard"),
        part("poi.school", "school", "university", "college", "kindergarten", "library"),
        part("poi.sports_complex", "pitch", "stadium", "track", "playground", "sports_centre"),
        part("poi.attraction", "zoo", "theme_park"),
      ]),
    "park": Layer(key: "", parts: [Part(type: "poi.park")]),
    "boundary": Layer(
      key: "admin_level",
      parts: [
        Part(type: "administrative"), Part(type: "administrative.province", values: [.number(3), .number(4)]),
        Part(type: "administrative.country", values: [.number(2)]),
      ]),
    "place": Layer(
      key: "class",
      parts: [
        Part(type: "administrative"),
        part("administrative.neighborhood", "suburb", "quarter", "neighbourhood", "square", "island"),
        part("administrative.locality", "city", "town", "village", "hamlet"),
        part("administrative.province", "state", "province"),
        part("administrative.country", "country"),
      ]),
    "poi": Layer(
      key: "class",
      parts: [
        Part(type: "poi.business"), part("poi.park", "park"), part("poi.medical", "hospital", "pharmacy"),
        part("poi.school", "school", "college", "library"), part("poi.place_of_worship", "place_of_worship"),
        part("poi.sports_complex", "stadium", "playground", "swimming_pool"),
        part("poi.government", "town_hall", "police", "fire_station", "post_office", "embassy", "office"),
        part("poi.attraction", "attraction", "museum", "art_gallery", "monument", "castle", "memorial", "viewpoint", "zoo"),
        part("transit.station.rail", "railway", "subway", "entrance"), part("transit.station.bus", "bus"),
        part("transit.station", "ferry_terminal"),
      ]),
  ]

  private static func part(_ type: String, _ values: String...) -> Part {
    Part(type: type, values: values.map { .string($0) })
  }
}
