import OverlookFormats
import OverlookGeometry
import OverlookSupport

extension CitySchema {
  mutating func addArea(_ shape: MapFeature.Shape, _ tags: OSMTags, id: UInt64) {
    if let kind = tags["indoor"], Self.indoorKinds.contains(kind) {
      add("indoor", shape, id: id, Self.indoor(tags, kind) + Self.names(tags), from: 14, order: kind == "level" ? -1 : 0)
    } else if let building = tags["building"] ?? tags["building:part"], building != "no" {
      addBuilding(shape, tags, id: id)
    } else if let water = Self.water(tags) {
      add("water", shape, id: id, [("class", .string(water))], from: 10)
      if let center = Self.center(shape), tags["name"] != nil {
        add("water_name", .point(center), id: id, Self.names(tags) + [("class", .string(water))], from: 12)
      }
    } else if let cover = Self.cover(tags) {
      add("landcover", shape, id: id, [("class", .string(cover.0)), ("subclass", .string(cover.1))], from: 10, order: cover.2)
    } else if let use = Self.use(tags) {
      add("landuse", shape, id: id, [("class", .string(use))], from: 11, order: use == "pitch" || use == "playground" ? 1 : 0)
    } else if let (kind, subclass) = Self.paved(tags) {
      add("transportation", shape, id: id, [("class", .string(kind)), ("subclass", .string(subclass))], from: 13)
    } else if let aeroway = tags["aeroway"] {
      add("aeroway", shape, id: id, [("class", .string(aeroway))], from: 11)
    }
    if let center = Self.center(shape) { addPoint(center, tags, id: id) }
  }

  // MARK: Buildings

  private mutating func addBuilding(_ shape: MapFeature.Shape, _ tags: OSMTags, id: UInt64) {
    let height = Self.height(tags)
    var attributes: [(String, VectorTileWriter.Value)] = [
      ("render_height", .int(Int64(height.top))), ("render_min_height", .int(Int64(height.bottom))),
    ]
    if let use = Self.buildingUse(tags) { attributes.append(("class", .string(use))) }
    if let colour = Self.colour(tags, of: "building") { attributes.append(("colour", .string(colour))) }
    if let material = tags["building:material"] { attributes.append(("material", .string(material))) }
    attributes += Self.roof(tags)
    // The whole stands for its parts only where none of them is drawn for itself.
    let isPart = tags["building:part"] != nil && tags["building"] == nil
    if isPart { attributes.append(("part", .bool(true))) }
    let isUnderground = tags["location"] == "underground" || (tags["layer"].flatMap(Int.init) ?? 0) < 0
    if isUnderground { attributes.append(("hide_3d", .bool(true))) }
    buildings.append(number: features.count, shape, isPart: isPart, height: height.isKnown && !isUnderground ? height.top : nil)
    // From above a block is one with its parts, and has no height.
    add("building", shape, id: id, attributes, from: isPart ? 14 : 13, coarse: [])
  }

  /// Its colour, or that of what it is made of where the data tell no other.
  private static func colour(_ tags: OSMTags, of part: String) -> String? {
    tags["\(part):colour"] ?? tags["\(part):material"].flatMap { materialColours[$0] }
  }

  private static let materialColours = [
    "brick": "#a8614a", "concrete": "#b9b7b0", "copper": "#7fb3a0", "glass": "#a9c4d1", "gold": "#d8b13c", "granite": "#a39b93",
    "grass": "#8fae6b", "limestone": "#d9ceb2", "marble": "#e4e0d8", "metal": "#9aa3a8", "metal_sheet": "#9aa3a8",
    "plaster": "#e8dfce", "roof_tiles": "#b5614a", "sandstone": "#d3b483", "slate": "#6b717a", "steel": "#9aa3a8",
    "stone": "#b3a894", "tar_paper": "#5f5f60", "thatch": "#b39b67", "timber_framing": "#d9c8a8", "tin": "#a7adb0",
    "wood": "#a77f52", "zinc": "#98a2a6",
  ]

  /// What a building is for: residential, commercial, industrial, public or outbuilding; nil where the data does not tell.
  static func buildingUse(_ tags: OSMTags) -> String? {
    let kind = tags["building"] == "yes" ? nil : tags["building"] ?? tags["building:part"]
    if let use = kind.flatMap({ buildingUses[$0] }) { return use }
    if tags["shop"] != nil || tags["office"] != nil || tags["tourism"] == "hotel" { return "commercial" }
    switch tags["amenity"] {
    case "school", "university", "college", "kindergarten", "hospital", "townhall", "library", "theatre", "place_of_worship",
      "courthouse", "police", "fire_station", "public_building", "community_centre", "arts_centre":
      return "public"
    case "bank", "restaurant", "cafe", "cinema", "marketplace": return "commercial"
    default: return tags["tourism"] == "museum" || tags["historic"] != nil ? "public" : nil
    }
  }

  private static let buildingUses: [String: String] = {
    let kinds = [
      "residential": "house apartments residential detached terrace semidetached_house dormitory bungalow farm cabin villa",
      "commercial": "commercial retail office supermarket hotel shop kiosk mall bank",
      "industrial": "industrial warehouse hangar manufacture factory storage_tank silo works barn stable farm_auxiliary utility",
      "public": "public civic government school university college kindergarten hospital church cathedral chapel mosque temple "
        + "synagogue train_station museum library theatre fire_station stadium sports_hall monastery castle tower",
      "outbuilding": "garage garages carport shed hut roof greenhouse service toilets container",
    ]
    var uses: [String: String] = [:]
    for (use, names) in kinds { for name in names.split(separator: " ") { uses[String(name)] = use } }
    return uses
  }()

  /// Whole metres above the ground of the roof and of the lowest floor; a level counts 3.66 m, as in OpenMapTiles.
  static func height(_ tags: OSMTags) -> (top: Int, bottom: Int, isKnown: Bool) {
    let levelMeters = 3.66
    let levels = meters(tags["building:levels"]) ?? meters(tags["levels"])
    let bottomLevels = meters(tags["building:min_level"])
    let known = meters(tags["height"] ?? tags["building:height"]) ?? levels.map { $0 * levelMeters }
    let top = known ?? lowHeights[tags["building"] ?? ""] ?? 5
    let bottom = meters(tags["min_height"] ?? tags["building:min_height"]) ?? bottomLevels.map { $0 * levelMeters } ?? 0
    let clamped = { (value: Double) in Int(min(max(value.rounded(), 0), 1000)) }
    let isKnown = known != nil || lowHeights[tags["building"] ?? ""] != nil
    return (max(clamped(top), clamped(bottom)), clamped(bottom), isKnown)
  }

  /// Metres of buildings that are low whatever stands beside them.
  private static let lowHeights: [String: Double] = [
    "garage": 3, "garages": 3, "shed": 3, "hut": 3, "kiosk": 3, "roof": 4, "carport": 3, "service": 3, "toilets": 3,
    "greenhouse": 4,
    "container": 3,
  ]

  /// "12", "12.5 m", "40'"; nil for anything else.
  private static func meters(_ text: String?) -> Double? {
    guard let text else { return nil }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(digits), value.isFinite else { return nil }
    switch text[digits.endIndex...].filter({ $0 != " " }) {
    case "", "m": return value
    case "'", "ft": return value * MeasureFormat.metresPerFoot
    default: return nil
    }
  }

  /// What is known of a roof: `roof_shape` (flat, gabled, hipped, half-hipped, pyramidal, skillion, dome, mansard, gambrel, round;
  /// those of other names as the nearest of them), `roof_height` in metres, which the building's height has in it, `roof_direction` in degrees, `roof_across` where the
  /// ridge is not along the longer side, colour and material.
  private static func roof(_ tags: OSMTags) -> [(String, VectorTileWriter.Value)] {
    var attributes: [(String, VectorTileWriter.Value)] = []
    if let shape = (tags["roof:shape"] ?? tags["building:roof:shape"]).flatMap({ roofShapes[$0] }) {
      attributes.append(("roof_shape", .string(shape)))
      if let height = meters(tags["roof:height"]) ?? meters(tags["roof:levels"]).map({ $0 * 2.5 }), height <= 500 {
        attributes.append(("roof_height", .double((height * 10).rounded() / 10)))
      }
      if let direction = tags["roof:direction"].flatMap(degrees) { attributes.append(("roof_direction", .int(direction))) }
      if tags["roof:orientation"] == "across" { attributes.append(("roof_across", .bool(true))) }
    }
    if let colour = colour(tags, of: "roof") { attributes.append(("roof_colour", .string(colour))) }
    if let material = tags["roof:material"] { attributes.append(("roof_material", .string(material))) }
    return attributes
  }

  private static let roofShapes: [String: String] = [
    "flat": "flat", "gabled": "gabled", "hipped": "hipped", "pyramidal": "pyramidal", "skillion": "skillion", "dome": "dome",
    "half-hipped": "half-hipped", "side_hipped": "hipped", "mansard": "mansard", "gambrel": "gambrel", "saltbox": "gabled",
    "double_saltbox": "gabled", "round": "round", "quadruple_saltbox": "gabled", "lean_to": "skillion", "pitched": "gabled",
    "onion": "dome", "cone": "pyramidal", "conical": "pyramidal", "crosspitched": "gabled", "terrace": "flat",
  ]

  /// "90", "NE", "NNW": whole degrees from north.
  private static func degrees(_ text: String) -> Int64? {
    let winds = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"]
    if let wind = winds.firstIndex(of: text.uppercased()) { return Int64(Double(wind) * 22.5) }
    guard let value = Double(text), value.isFinite, abs(value) <= 720 else { return nil }
    let turned = value.truncatingRemainder(dividingBy: 360)
    return Int64(turned < 0 ? turned + 360 : turned)
  }

  // MARK: Indoor

  private static let indoorKinds: Set<String> = ["room", "area", "corridor", "level", "door", "column"]

  /// Of something inside a building: its kind, and the levels that it is on ("0", "1;2").
  static func indoor(_ tags: OSMTags, _ kind: String) -> [(String, VectorTileWriter.Value)] {
    var attributes: [(String, VectorTileWriter.Value)] = [("class", .string(kind))]
    if let level = tags["level"], level.utf8.count <= 40 { attributes.append(("level", .string(level))) }
    if let reference = tags["ref"] { attributes.append(("ref", .string(reference))) }
    return attributes
  }

  // MARK: Classes

  /// Class and subclass of areas that people walk on.
  private static func paved(_ tags: OSMTags) -> (String, String)? {
    if tags["man_made"] == "pier" { return ("pier", "pier") }
    if tags["man_made"] == "bridge" { return ("bridge", "bridge") }
    if tags["railway"] == "platform" || tags["public_transport"] == "platform" || tags["highway"] == "platform" {
      return ("path", "platform")
    }
    return tags["highway"] == "pedestrian" || tags["highway"] == "footway" || tags["area:highway"] != nil
      ? ("path", "pedestrian") : nil
  }

  private static func water(_ tags: OSMTags) -> String? {
    if tags["natural"] == "water" || tags["water"] != nil && tags["natural"] != "wetland" {
      switch tags["water"] {
      case "river", "stream", "canal": return "river"
      case "pond", "basin", "fountain": return "pond"
      case "dock": return "dock"
      default: return "lake"
      }
    }
    if tags["waterway"] == "riverbank" { return "river" }
    if tags["waterway"] == "dock" { return "dock" }
    if tags["landuse"] == "reservoir" || tags["landuse"] == "basin" { return "lake" }
    if tags["leisure"] == "swimming_pool" { return "swimming_pool" }
    return tags["natural"] == "bay" ? "ocean" : nil
  }

  /// Class, subclass, and what is drawn above what.
  private static func cover(_ tags: OSMTags) -> (String, String, Double)? {
    switch tags["natural"] {
    case "wood": return ("wood", "wood", 2)
    case "beach", "sand", "shingle": return ("sand", tags["natural"] ?? "sand", 1)
    case "bare_rock", "scree", "cliff": return ("rock", tags["natural"] ?? "rock", 1)
    case "wetland": return ("wetland", tags["wetland"] ?? "wetland", 1)
    case "glacier": return ("ice", "glacier", 1)
    case "grassland", "heath", "scrub", "fell", "tundra": return ("grass", tags["natural"] ?? "grass", 1)
    default: break
    }
    switch tags["landuse"] {
    case "forest": return ("wood", "forest", 2)
    case "grass", "meadow", "village_green", "recreation_ground", "allotments": return ("grass", tags["landuse"] ?? "grass", 1)
    case "farmland", "orchard", "vineyard", "plant_nursery", "farm": return ("farmland", tags["landuse"] ?? "farmland", 0)
    default: break
    }
    switch tags["leisure"] {
    case "park", "garden", "golf_course": return ("grass", tags["leisure"] ?? "park", 0)
    case "nature_reserve": return ("grass", "nature_reserve", -1)
    default: return nil
    }
  }

  private static let uses: Set<String> = [
    "railway", "cemetery", "military", "residential", "commercial", "industrial", "garages", "retail", "quarry", "construction",
  ]

  private static func use(_ tags: OSMTags) -> String? {
    if let use = tags["landuse"], uses.contains(use) { return use }
    switch tags["amenity"] {
    case "hospital", "school", "university", "kindergarten", "college", "library", "grave_yard": return tags["amenity"]
    case "parking": return "parking"
    default: break
    }
    switch tags["leisure"] {
    case "stadium", "pitch", "playground", "track", "sports_centre": return tags["leisure"]
    default: return tags["tourism"] == "theme_park" || tags["tourism"] == "zoo" ? tags["tourism"] : nil
    }
  }
}
