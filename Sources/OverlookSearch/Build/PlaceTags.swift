import OverlookFormats

/// What the tags of an element say of it as a place.
struct PlaceTags {
  /// Nil for what nobody looks for by its kind.
  private(set) var kind: String?
  private(set) var names: [PlaceName] = []
  private(set) var countryCode = ""
  private(set) var street = ""
  private(set) var houseNumber = ""
  private(set) var postcode = ""
  private(set) var city = ""
  private(set) var suburb = ""
  /// addr:place: a place without streets that numbers its houses.
  private(set) var addressPlace = ""
  private(set) var isKnown = false
  private(set) var population: Double?
  private(set) var highway = ""
  private(set) var interpolation = ""
  private(set) var adminLevel: Int?
  private(set) var boundary = ""
  private(set) var hiddenNames: [String] = []

  /// Nil where nothing of it is of use.
  init?(_ tags: OSMTags) {
    guard !tags.isEmpty else { return nil }
    var values: [String: String] = [:]
    for (key, value) in tags.all where values[key] == nil {
      if Self.isOfUse(key) { values[key] = value }
    }
    guard !values.isEmpty else { return nil }
    takeNames(values)
    takeAddress(values)
    highway = values["highway"] ?? ""
    boundary = values["boundary"] ?? ""
    adminLevel = values["admin_level"].flatMap { Int($0) }
    isKnown = values["wikidata"] != nil || values["wikipedia"] != nil
    population = values["population"].flatMap { Double($0.filter { $0 != " " && $0 != "," }) }.flatMap { $0 >= 0 ? $0 : nil }
    kind = Self.kind(values, isNamed: !names.isEmpty)
    for key in ["ref", "iata", "icao", "operator", "brand"] where kind != nil && kind != "street" {
      if let value = values[key], kind == "airport" || key == "brand" || (key == "operator" && names.isEmpty) {
        hiddenNames.append(value)
      }
    }
    if kind == nil, houseNumber.isEmpty, interpolation.isEmpty, boundary.isEmpty { return nil }
  }

  private static func isOfUse(_ key: String) -> Bool {
    switch key {
    case "place", "highway", "boundary", "admin_level", "population", "wikidata", "wikipedia", "railway", "building",
      "ref", "iata", "icao", "operator", "brand", "postal_code", "place_name", "religion", "name", "ISO3166-1",
      "ISO3166-1:alpha2", "emergency":
      true
    default: isThing(key) || key.hasPrefix("name:") || key.hasPrefix("addr:") || key.hasSuffix("_name") || key.contains("_name:")
    }
  }

  private static let thingKeys = [
    "amenity", "shop", "tourism", "leisure", "historic", "aeroway", "public_transport", "healthcare", "office", "craft",
    "natural", "waterway", "man_made", "landuse", "sport", "emergency", "mountain_pass", "water",
  ]

  private static func isThing(_ key: String) -> Bool { thingKeys.contains(key) }

  private mutating func takeNames(_ values: [String: String]) {
    func add(_ text: String?, _ language: String) {
      guard let text else { return }
      for part in text.split(separator: ";") {
        let name = PlaceName(part.trimmingPrefix(while: { $0 == " " }).description, language: language)
        let isKnown = names.contains { $0.text == name.text }
        if !name.text.isEmpty, name.text.utf8.count <= 250, !isKnown { names.append(name) }
      }
    }
    add(values["name"] ?? values["place_name"], "")
    for (key, value) in values.sorted(by: { $0.key < $1.key }) where key.hasPrefix("name:") {
      let language = String(key.dropFirst(5))
      if Self.isLanguage(language) { add(value, language) }
    }
    for key in Self.otherNames { add(values[key], PlaceName.alternate) }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      if Self.otherNames.contains(where: { key.hasPrefix($0 + ":") }) { add(value, PlaceName.alternate) }
    }
    if let first = names.first, first.language == PlaceName.alternate { names[0].language = "" }
  }

  private static let otherNames = [
    "alt_name", "official_name", "short_name", "loc_name", "old_name", "int_name", "reg_name", "nat_name", "addr:housename",
  ]

  /// "de", "zh-Hant", "sr_Latn"; not "etymology" or "pronunciation".
  private static func isLanguage(_ text: String) -> Bool {
    let first = text.prefix { $0 != "-" && $0 != "_" }
    return (2...3).contains(first.utf8.count) && text.utf8.count <= 12 && first.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
  }

  private mutating func takeAddress(_ values: [String: String]) {
    func value(_ key: String) -> String { (values["addr:" + key] ?? "").prefix(120).description }
    street = value("street")
    houseNumber = value("housenumber")
    if houseNumber.isEmpty { houseNumber = value("conscriptionnumber") }
    postcode = value("postcode")
    if postcode.isEmpty { postcode = values["postal_code"] ?? "" }
    city = value("city")
    suburb = value("suburb")
    addressPlace = value("place")
    countryCode = values["ISO3166-1:alpha2"] ?? values["ISO3166-1"] ?? value("country")
    if countryCode.utf8.count != 2 { countryCode = "" }
    countryCode = countryCode.uppercased()
    interpolation = value("interpolation")
  }

  /// Values that say nothing by themselves, and things that are looked for by nobody.
  private static let dull: Set<String> = [
    "yes", "no", "parking_space", "tree", "tree_row", "wood", "scrub", "grassland", "grass", "farmland", "meadow", "residential",
    "farmyard", "wetland", "heath", "platform", "stop_position", "taxiway", "apron", "pitch", "swimming_pool", "garden", "track",
    "ditch", "drain", "construction", "brownfield", "greenfield", "orchard", "vineyard", "pier", "cutline", "embankment",
    "surveillance", "street_cabinet", "hunting_stand", "waste_basket", "bicycle_parking", "fire_hydrant", "outdoor_seating",
  ]

  private static func kind(_ values: [String: String], isNamed: Bool) -> String? {
    if let place = values["place"], isNamed { return place == "islet" ? "island" : String(place.prefix(40)) }
    if let highway = values["highway"] {
      if highway == "bus_stop" { return isNamed ? highway : nil }
      if highway == "services" || highway == "rest_area" { return highway }
      if values["railway"] == nil { return isNamed ? "street" : nil }
    }
    if values["boundary"] != nil { return nil }
    if let railway = values["railway"], ["station", "halt", "tram_stop"].contains(railway) { return isNamed ? railway : nil }
    if values["aeroway"] == "aerodrome" { return "airport" }
    for key in thingKeys {
      guard let value = values[key].map({ String($0.prefix { $0 != ";" }.prefix(40)) }), !value.isEmpty else { continue }
      let kind = value == "yes" ? key : renamed(key, value)
      // Without a name only what is known by its category is of use.
      if !dull.contains(kind), isNamed || CategoryNames.isCategory(kind) { return kind }
      if isNamed, dull.contains(kind) { return kind }
    }
    if values["building"] != nil, isNamed { return "building" }
    return nil
  }

  private static func renamed(_ key: String, _ value: String) -> String {
    switch (key, value) {
    case ("shop", "chemist"): "chemist"
    case ("office", _): "office"
    case ("healthcare", "hospital"), ("amenity", "hospital"): "hospital"
    case ("natural", "water"): "water"
    case ("landuse", "cemetery"), ("amenity", "grave_yard"): "cemetery"
    case ("emergency", "defibrillator"): "defibrillator"
    case ("amenity", "public_building"): "building"
    default: value
    }
  }
}
