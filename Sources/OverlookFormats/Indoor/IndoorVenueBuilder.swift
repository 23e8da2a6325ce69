import OverlookGeometry
import OverlookSupport

/// Gathers what documents say of an indoor map in whatever order, and puts it together.
struct IndoorVenueBuilder {
  /// By building.
  var names: [String: LocalText] = [:]
  /// By building; those of its levels stand in for a building without.
  var outlines: [String: [IndoorVenue.Area]] = [:]
  /// By building; its outline stands in for one without.
  var grounds: [String: [IndoorVenue.Area]] = [:]

  private var venue = IndoorVenue()
  private var levelOutlines: [[IndoorVenue.Area]] = []
  private var knownLevels: Set<String> = []
  private var levelsOfBuildings = OrderedMembers<[Int]>()
  private var features: [JSONValue] = []
  private var damagedLevels = 0
  private var partsWithoutLevel = 0

  func hasLevel(_ id: String) -> Bool { knownLevels.contains(id) }

  mutating func addLevel(
    id: String?, ordinal: Double?, name: LocalText, shortName: LocalText, buildings: [String], outline: [IndoorVenue.Area]
  ) {
    guard let id, let ordinal, venue.levels.count < IndoorVenue.countLimit, knownLevels.insert(id).inserted else {
      damagedLevels += 1
      return
    }
    let number = LocalText(JSONWriter.text(ordinal))
    let short = [shortName, name, number].first { !$0.texts.isEmpty } ?? number
    for building in Set(buildings).sorted() {
      levelsOfBuildings[building] = (levelsOfBuildings[building] ?? []) + [venue.levels.count]
    }
    venue.levels.append(
      IndoorVenue.Level(id: id, ordinal: ordinal, name: name.texts.isEmpty ? short : name, shortName: short))
    levelOutlines.append(outline)
  }

  mutating func addPart(_ geometry: JSONValue, level: String?, class kind: IndoorClass, name: LocalText) {
    guard geometry.object != nil else { return }
    guard let level, knownLevels.contains(level) else {
      partsWithoutLevel += 1
      return
    }
    var properties = JSONObject()
    properties["level"] = .string(level)
    properties["class"] = .string(kind.rawValue)
    // Styles choose among names as tiles have them: "name" and "name:" with a language.
    if let text = name.text(in: nil) { properties["name"] = .string(text) }
    for (language, text) in name.texts.members where language != LocalText.anyLanguage {
      properties["name:\(language)"] = .string(text)
    }
    var feature = JSONObject()
    feature["type"] = .string("Feature")
    feature["properties"] = .object(properties)
    feature["geometry"] = geometry
    features.append(.object(feature))
  }

  /// Throws when there is nothing to choose a level of.
  func build(thing: String) throws(FormatError) -> IndoorVenue {
    var venue = venue
    for (id, places) in levelsOfBuildings.members.prefix(IndoorVenue.countLimit) {
      let levels = places.sorted { venue.levels[$0].ordinal > venue.levels[$1].ordinal }
      let outline = outlines[id] ?? levels.flatMap { levelOutlines[$0] }
      venue.buildings.append(
        IndoorVenue.Building(
          id: id, name: names[id] ?? LocalText(), levels: levels, outline: outline, ground: grounds[id] ?? outline))
    }
    guard !venue.buildings.isEmpty else {
      throw .malformed(thing, fault: "none of its levels belongs to a building")
    }
    var collection = JSONObject()
    collection["type"] = .string("FeatureCollection")
    collection["features"] = .array(features)
    venue.features = .object(collection)
    if damagedLevels > 0 { venue.warnings.append("\(damagedLevels) of its levels have no id or number of their own") }
    if partsWithoutLevel > 0 { venue.warnings.append("\(partsWithoutLevel) of its parts lie on no level") }
    return venue
  }
}

extension JSONValue {
  /// The polygons of a feature; none of any other geometry.
  var areas: [IndoorVenue.Area] {
    guard let geometry = self["geometry"], let coordinates = geometry["coordinates"]?.array else { return [] }
    switch geometry["type"]?.string {
    case "Polygon": return [IndoorVenue.Area(rings: coordinates.map(\.positions))]
    case "MultiPolygon": return coordinates.map { IndoorVenue.Area(rings: ($0.array ?? []).map(\.positions)) }
    default: return []
    }
  }

  /// Positions of a ring or line, without those that are none.
  var positions: [LocationCoordinate] { (array ?? []).compactMap(\.position) }

  /// [longitude, latitude, ...]; nil for what lies off the Earth.
  var position: LocationCoordinate? {
    guard let numbers = array, numbers.count >= 2, let longitude = numbers[0].number, let latitude = numbers[1].number else {
      return nil
    }
    let place = LocationCoordinate(latitude: latitude, longitude: longitude)
    return place.isValid && abs(longitude) <= 540 ? place : nil
  }
}
