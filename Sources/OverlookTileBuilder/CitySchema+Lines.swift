import OverlookFormats
import OverlookGeometry

extension CitySchema {
  mutating func addLine(_ line: [WorldPoint], _ tags: OSMTags, id: UInt64) {
    addBoundary(line, tags, id: id)
    if let road = Self.road(tags) {
      addRoad(line, road, tags, id: id)
    } else if let rail = Self.rail(tags) {
      let attributes = [("class", VectorTileWriter.Value.string(rail.0)), ("subclass", .string(rail.1))] + Self.structure(tags)
      add("transportation", .line(line), id: id, attributes, from: rail.2, order: Self.order(tags, rank: 20))
    } else if let waterway = tags["waterway"], ["river", "canal", "stream", "ditch", "drain"].contains(waterway) {
      let attributes = [("class", VectorTileWriter.Value.string(waterway))] + Self.names(tags) + Self.structure(tags)
      add("waterway", .line(line), id: id, attributes, from: waterway == "river" || waterway == "canal" ? 10 : 13)
    } else if tags["route"] == "ferry" {
      add("transportation", .line(line), id: id, [("class", .string("ferry"))], from: 10)
    } else if tags["man_made"] == "pier" {
      add("transportation", .line(line), id: id, [("class", .string("pier"))], from: 13)
    } else if tags["indoor"] == "wall" {
      add("indoor", .line(line), id: id, Self.indoor(tags, "wall"), from: 14)
    } else if let barrier = tags["barrier"], Self.barrierLines.contains(barrier) {
      add("barrier", .line(line), id: id, [("class", .string(barrier))], from: 14)
    } else if let aeroway = tags["aeroway"], aeroway == "runway" || aeroway == "taxiway" {
      add("aeroway", .line(line), id: id, [("class", .string(aeroway))], from: 11)
    }
  }

  private static let barrierLines: Set<String> = [
    "wall", "city_wall", "retaining_wall", "fence", "hedge", "guard_rail", "handrail",
  ]

  // MARK: Boundaries

  /// A border between areas of administration; a way tells its level, or the areas that it is a border of do, the most important
  /// of them. Beside it a way may be something else, such as a river.
  private mutating func addBoundary(_ line: [WorldPoint], _ tags: OSMTags, id: UInt64) {
    let own = tags["boundary"] == "administrative" ? tags["admin_level"].flatMap(Int64.init) : nil
    guard let level = [own, borders[id]].compactMap({ $0 }).min(), (1...11).contains(level) else { return }
    var attributes: [(String, VectorTileWriter.Value)] = [("admin_level", .int(level))]
    if tags["maritime"] == "yes" || tags["natural"] == "coastline" { attributes.append(("maritime", .int(1))) }
    if tags["disputed"] == "yes" { attributes.append(("disputed", .int(1))) }
    add("boundary", .line(line), id: id, attributes, from: level <= 4 ? 10 : level <= 6 ? 11 : 12)
  }

  /// Levels of the borders that relations of areas of administration are made of, by the ids of their ways' features.
  static func borders(of data: OSMData) -> [UInt64: Int64] {
    var levels: [UInt64: Int64] = [:]
    for relation in data.relations {
      let tags = data.tags(relation.tags)
      guard tags["boundary"] == "administrative", let level = tags["admin_level"].flatMap(Int64.init) else { continue }
      for member in data.members[relation.members] where member.kind == .way {
        let id = Self.id(member.id, .way)
        levels[id] = min(levels[id] ?? level, level)
      }
    }
    return levels
  }

  // MARK: Roads

  private struct Road {
    var kind: String
    var subclass: String?
    var isRamp = false
    /// The first zoom.
    var zoom: Int
    /// Of its name.
    var nameZoom: Int
    /// Higher ones are drawn above.
    var rank: Double
  }

  private mutating func addRoad(_ line: [WorldPoint], _ road: Road, _ tags: OSMTags, id: UInt64) {
    var attributes: [(String, VectorTileWriter.Value)] = [("class", .string(road.kind))]
    if let subclass = road.subclass { attributes.append(("subclass", .string(subclass))) }
    if road.isRamp { attributes.append(("ramp", .int(1))) }
    let structure = Self.structure(tags)
    let coarse = attributes + structure.filter { $0.0 == "brunnel" }
    attributes += structure
    let direction = Self.direction(tags)
    if direction != 0 { attributes.append(("oneway", .int(direction))) }
    attributes += Self.lanes(tags)
    if let service = tags["service"] { attributes.append(("service", .string(service))) }
    if let surface = Self.surface(tags["surface"]) { attributes.append(("surface", .string(surface))) }
    add(
      "transportation", .line(line), id: id, attributes, from: road.zoom, order: Self.order(tags, rank: road.rank), coarse: coarse
    )
    var names = Self.names(tags)
    if let reference = RoadNumber(tags["ref"], highway: tags["highway"], country: country) {
      names.append(("ref", .string(reference.text)))
      names.append(("ref_length", .int(Int64(reference.text.count))))
      names.append(("network", .string(reference.network)))
    }
    guard !names.isEmpty else { return }
    add("transportation_name", .line(line), id: id, names + [("class", .string(road.kind))], from: road.nameZoom)
  }

  private static func road(_ tags: OSMTags) -> Road? {
    guard let highway = tags["highway"], tags["area"] != "yes" else { return nil }
    let isLink = highway.hasSuffix("_link")
    switch isLink ? String(highway.dropLast(5)) : highway {
    case "motorway": return Road(kind: "motorway", isRamp: isLink, zoom: isLink ? 11 : 10, nameZoom: 11, rank: 10)
    case "trunk": return Road(kind: "trunk", isRamp: isLink, zoom: isLink ? 11 : 10, nameZoom: 11, rank: 9)
    case "primary": return Road(kind: "primary", isRamp: isLink, zoom: isLink ? 12 : 10, nameZoom: 12, rank: 8)
    case "secondary": return Road(kind: "secondary", isRamp: isLink, zoom: isLink ? 12 : 11, nameZoom: 12, rank: 7)
    case "tertiary": return Road(kind: "tertiary", isRamp: isLink, zoom: 12, nameZoom: 13, rank: 6)
    case "residential", "unclassified", "living_street", "road": return Road(kind: "minor", zoom: 12, nameZoom: 14, rank: 5)
    case "service": return Road(kind: "service", zoom: 13, nameZoom: 14, rank: 4)
    case "track": return Road(kind: "track", zoom: 13, nameZoom: 14, rank: 3)
    case "pedestrian", "footway", "cycleway", "steps", "path", "bridleway", "platform", "corridor":
      return Road(kind: "path", subclass: highway, zoom: 13, nameZoom: 14, rank: 2)
    case "construction": return Road(kind: "minor_construction", zoom: 13, nameZoom: 14, rank: 1)
    default: return nil
    }
  }

  private static func rail(_ tags: OSMTags) -> (String, String, Int)? {
    guard let railway = tags["railway"] else { return nil }
    switch railway {
    case "rail", "narrow_gauge", "preserved", "funicular": return ("rail", railway, tags["service"] == nil ? 10 : 13)
    case "subway", "light_rail", "tram", "monorail": return ("transit", railway, railway == "tram" ? 14 : 12)
    default: return nil
    }
  }

  // MARK: Attributes

  /// 1 for roads that are open in the direction of their line alone, -1 in the other, 0 for both. Roundabouts and motorways need
  /// not say so.
  private static func direction(_ tags: OSMTags) -> Int64 {
    switch tags["oneway"] {
    case "yes", "1", "true": return 1
    case "-1", "reverse": return -1
    case "no", "0", "false": return 0
    default: break
    }
    return tags["junction"] == "roundabout" || tags["junction"] == "circular" || tags["highway"] == "motorway" ? 1 : 0
  }

  /// How many lanes, and where their arrows point: "left|through|through;right", from left to right in the direction of travel.
  private static func lanes(_ tags: OSMTags) -> [(String, VectorTileWriter.Value)] {
    var attributes: [(String, VectorTileWriter.Value)] = []
    if let lanes = tags["lanes"].flatMap(Int64.init), (1...30).contains(lanes) { attributes.append(("lanes", .int(lanes))) }
    for (key, name) in [
      ("turn:lanes", "turn_lanes"), ("turn:lanes:forward", "turn_lanes_forward"), ("turn:lanes:backward", "turn_lanes_backward"),
    ] {
      if let turns = tags[key], turns.utf8.count <= 255 { attributes.append((name, .string(turns))) }
    }
    return attributes
  }

  private static func structure(_ tags: OSMTags) -> [(String, VectorTileWriter.Value)] {
    var attributes: [(String, VectorTileWriter.Value)] = []
    if let bridge = tags["bridge"], bridge != "no" {
      attributes.append(("brunnel", .string("bridge")))
    } else if let tunnel = tags["tunnel"], tunnel != "no" {
      attributes.append(("brunnel", .string("tunnel")))
    } else if tags["ford"] == "yes" {
      attributes.append(("brunnel", .string("ford")))
    }
    if let layer = tags["layer"].flatMap(Int64.init), abs(layer) <= 10 { attributes.append(("layer", .int(layer))) }
    return attributes
  }

  /// By layer first, then bridges above what is on the ground and tunnels below it, then by importance.
  private static func order(_ tags: OSMTags, rank: Double) -> Double {
    let layer = min(max(Double(tags["layer"] ?? "") ?? 0, -10), 10)
    let isBridge = tags["bridge"].map { $0 != "no" } ?? false
    let isTunnel = tags["tunnel"].map { $0 != "no" } ?? false
    return layer * 1000 + (isBridge ? 100 : isTunnel ? -100 : 0) + rank
  }

  private static func surface(_ surface: String?) -> String? {
    switch surface {
    case nil: nil
    case "paved", "asphalt", "cobblestone", "concrete", "concrete:lanes", "concrete:plates", "metal", "paving_stones", "sett",
      "unhewn_cobblestone", "wood":
      "paved"
    default: "unpaved"
    }
  }
}
