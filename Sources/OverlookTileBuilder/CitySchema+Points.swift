import OverlookFormats
import OverlookGeometry

extension CitySchema {
  /// A node, or the middle of an area.
  mutating func addPoint(_ point: WorldPoint, _ tags: OSMTags, id: UInt64) {
    if let number = tags["addr:housenumber"] {
      add("housenumber", .point(point), id: id, [("housenumber", .string(number))], from: 14)
    }
    if let place = tags["place"], let zoom = Self.places[place], tags["name"] != nil,
      !(place == "square" && Self.isUnderground(tags))
    {
      var attributes = Self.names(tags) + [("class", VectorTileWriter.Value.string(place))]
      if let people = tags["population"].flatMap(Int64.init) { attributes.append(("population", .int(people))) }
      if tags["capital"] == "yes" { attributes.append(("capital", .int(2))) }
      add("place", .point(point), id: id, attributes, from: zoom, order: Double(zoom))
    }
    if tags["natural"] == "tree" {
      let leaves = tags["leaf_type"].map { [("leaf_type", VectorTileWriter.Value.string($0))] } ?? []
      add("tree", .point(point), id: id, leaves, from: 14)
    }
    if let barrier = tags["barrier"], Self.barrierPoints.contains(barrier) {
      add("barrier", .point(point), id: id, [("class", .string(barrier))], from: 14)
    }
    if let entrance = tags["entrance"], entrance != "no" {
      add("entrance", .point(point), id: id, [("class", .string(entrance == "main" ? "main" : "other"))], from: 14)
    }
    if let poi = Self.poi(tags) {
      let attributes =
        Self.names(tags) + [("class", VectorTileWriter.Value.string(poi.0)), ("subclass", .string(poi.1)), ("rank", .int(poi.2))]
      add("poi", .point(point), id: id, attributes, from: poi.2 <= 5 ? 13 : 14, order: Double(poi.2))
    }
  }

  private static let barrierPoints: Set<String> = ["gate", "bollard", "lift_gate", "swing_gate", "cycle_barrier", "block"]

  private static let places: [String: Int] = [
    "city": 10, "town": 10, "village": 10, "suburb": 11, "island": 11, "quarter": 12, "neighbourhood": 13, "hamlet": 12,
    "islet": 13,
    "square": 14,
  ]

  /// What lies below the ground: halls and passages are squares to some, and their names would stand on the street above.
  private static func isUnderground(_ tags: OSMTags) -> Bool {
    (tags["tunnel"] ?? "no") != "no" || tags["location"] == "underground" || (tags["layer"].flatMap(Double.init) ?? 0) < 0
  }

  /// Class, subclass, and a rank from 1, the most important. Without a name only what its symbol tells enough.
  private static func poi(_ tags: OSMTags) -> (String, String, Int64)? {
    if let railway = tags["railway"], ["station", "halt", "tram_stop", "subway_entrance"].contains(railway) {
      if railway == "subway_entrance" { return ("entrance", railway, 20) }
      return ("railway", tags["station"] == "subway" ? "subway" : railway, railway == "tram_stop" ? 15 : 1)
    }
    for key in ["amenity", "tourism", "shop", "leisure", "historic", "office", "sport", "highway"] {
      guard let value = tags[key], let (kind, rank) = kind(key, value) else { continue }
      let isNamed = tags["name"] != nil
      if !isNamed && !speakingSymbols.contains(value) { return nil }
      return (kind, value, rank + (isNamed ? 0 : 10))
    }
    return nil
  }

  private static let speakingSymbols: Set<String> = [
    "parking", "bicycle_parking", "toilets", "atm", "drinking_water", "post_box", "bus_stop", "playground", "viewpoint", "taxi",
    "telephone", "recycling", "fountain", "bench",
  ]

  /// The class in which OpenMapTiles puts a value, and how important it is.
  private static func kind(_ key: String, _ value: String) -> (String, Int64)? {
    switch (key, value) {
    case ("amenity", "hospital"): return ("hospital", 2)
    case ("amenity", "university"), ("amenity", "college"): return ("college", 4)
    case ("amenity", "school"), ("amenity", "kindergarten"): return ("school", 12)
    case ("amenity", "townhall"), ("amenity", "courthouse"), ("amenity", "public_building"): return ("town_hall", 5)
    case ("amenity", "theatre"), ("amenity", "cinema"), ("amenity", "arts_centre"): return ("art_gallery", 7)
    case ("amenity", "library"): return ("library", 6)
    case ("amenity", "place_of_worship"): return ("place_of_worship", 6)
    case ("amenity", "police"), ("amenity", "fire_station"), ("amenity", "post_office"), ("amenity", "bank"),
      ("amenity", "pharmacy"), ("amenity", "embassy"), ("amenity", "fuel"), ("amenity", "marketplace"):
      return (value, 10)
    case ("amenity", "clinic"), ("amenity", "doctors"), ("amenity", "dentist"): return ("hospital", 16)
    case ("amenity", "ferry_terminal"): return ("ferry_terminal", 5)
    case ("amenity", "bus_station"): return ("bus", 6)
    case ("amenity", "casino"), ("amenity", "community_centre"), ("amenity", "events_venue"), ("amenity", "conference_centre"):
      return ("attraction", 14)
    case ("amenity", "charging_station"), ("amenity", "car_rental"), ("amenity", "car_sharing"): return ("charging_station", 24)
    case ("amenity", "restaurant"), ("amenity", "cafe"), ("amenity", "bar"), ("amenity", "pub"), ("amenity", "fast_food"),
      ("amenity", "ice_cream"), ("amenity", "nightclub"), ("amenity", "biergarten"):
      return (value == "pub" || value == "nightclub" ? "bar" : value, 18)
    case ("amenity", "parking"): return ("parking", 22)
    case ("amenity", "bicycle_parking"), ("amenity", "bicycle_rental"): return (value, 24)
    case ("amenity", "toilets"), ("amenity", "atm"), ("amenity", "drinking_water"), ("amenity", "post_box"), ("amenity", "taxi"),
      ("amenity", "telephone"), ("amenity", "recycling"), ("amenity", "fountain"):
      return (value, 26)
    case ("tourism", "museum"), ("tourism", "gallery"): return (value == "museum" ? "museum" : "art_gallery", 4)
    case ("tourism", "hotel"), ("tourism", "hostel"), ("tourism", "guest_house"), ("tourism", "motel"): return ("lodging", 12)
    case ("tourism", "attraction"), ("tourism", "viewpoint"), ("tourism", "zoo"), ("tourism", "information"),
      ("tourism", "artwork"):
      return (value == "artwork" ? "art_gallery" : value, value == "attraction" ? 6 : 18)
    case ("shop", "supermarket"): return ("grocery", 11)
    case ("shop", "mall"), ("shop", "department_store"): return ("shop", 8)
    case ("shop", "yes"), ("shop", "vacant"), ("shop", "no"): return nil
    case ("shop", _): return ("shop", 20)
    case ("leisure", "park"), ("leisure", "garden"): return ("park", 9)
    case ("leisure", "stadium"), ("leisure", "sports_centre"): return ("stadium", 7)
    case ("leisure", "playground"), ("leisure", "marina"), ("leisure", "swimming_pool"): return (value, 20)
    case ("historic", "monument"), ("historic", "castle"), ("historic", "memorial"): return (value, value == "memorial" ? 19 : 6)
    case ("office", "government"), ("office", "diplomatic"): return ("office", 12)
    case ("highway", "bus_stop"): return ("bus", 21)
    default: return nil
    }
  }
}
