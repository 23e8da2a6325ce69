internal import OverlookGeometry
internal import OverlookSupport

/// Reads GeoJSON of OpenStreetMap data with Simple Indoor Tagging (wiki.openstreetmap.org/wiki/Simple_Indoor_Tagging): "indoor"
/// and "level" of what lies inside, "building" of what surrounds it.
package enum IndoorTagging {
  /// Levels that one "level" may name: 300 are more than the highest building has.
  private static let levelLimit = 300

  package static func venue(path: String) throws(FormatError) -> IndoorVenue {
    let bytes = try WholeFile.read(path, byteLimit: IndoorVenue.limits.byteCount)
    if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      throw .unsupported(path, fault: "a ZIP archive, where the folder in it is read: unpack it first")
    }
    return try venue(try JSONParser.parse(bytes, thing: path, limits: IndoorVenue.limits), thing: path)
  }

  static func venue(_ document: JSONValue, thing: String) throws(FormatError) -> IndoorVenue {
    guard let features = document["features"]?.array else {
      throw .malformed(thing, fault: "it is no collection of features")
    }
    var builder = IndoorVenueBuilder()
    let buildings = features.enumerated().compactMap { Surroundings($1, number: $0) }
    for building in buildings {
      builder.names[building.id] = building.name
      builder.outlines[building.id] = building.outline
    }
    var outsidePlaces: [LocationCoordinate] = []
    for part in features.compactMap(Part.init) {
      let home = buildings.first { $0.outline.contains { $0.contains(part.place) } }?.id ?? outside
      if home == outside {
        builder.grounds[outside, default: []] += part.areas
        outsidePlaces += [part.place] + part.areas.flatMap { $0.rings.joined() }
      }
      for ordinal in part.ordinals {
        let level = "\(home)/\(JSONWriter.text(ordinal))"
        if !builder.hasLevel(level) {
          builder.addLevel(
            id: level, ordinal: ordinal, name: part.levelName, shortName: part.levelReference, buildings: [home],
            outline: [])
        }
        if let kind = part.kind { builder.addPart(part.geometry, level: level, class: kind, name: part.name) }
      }
    }
    builder.outlines[outside] = box(around: outsidePlaces)
    return try builder.build(thing: thing)
  }

  /// Stands for the building of what lies in none that the document has.
  private static let outside = "outside"

  private static func box(around places: [LocationCoordinate]) -> [IndoorVenue.Area] {
    let bounds = CoordinateBounds(places)
    guard bounds.isValid else { return [] }
    let (southWest, northEast) = (bounds.southWest, bounds.northEast)
    let ring = [
      southWest, LocationCoordinate(latitude: southWest.latitude, longitude: northEast.longitude), northEast,
      LocationCoordinate(latitude: northEast.latitude, longitude: southWest.longitude),
    ]
    return [IndoorVenue.Area(rings: [ring])]
  }

  /// A building that has an inside.
  private struct Surroundings {
    let id: String
    let name: LocalText
    let outline: [IndoorVenue.Area]

    init?(_ feature: JSONValue, number: Int) {
      let properties = feature["properties"]
      guard let kind = properties?["building"]?.string, kind != "no", properties?["indoor"] == nil else { return nil }
      outline = feature.areas
      if outline.isEmpty { return nil }
      id = feature.ownID ?? "building \(number)"
      name = LocalText(tag: "name", of: properties)
    }
  }

  private struct Part {
    let geometry: JSONValue
    let areas: [IndoorVenue.Area]
    let place: LocationCoordinate
    let ordinals: [Double]
    let name: LocalText
    let levelName: LocalText
    let levelReference: LocalText
    /// Nil for what only names its level.
    let kind: IndoorClass?

    init?(_ feature: JSONValue) {
      let properties = feature["properties"]
      guard let indoor = properties?["indoor"]?.string, indoor != "no", let geometry = feature["geometry"],
        let place = geometry["coordinates"].flatMap(Self.middle)
      else { return nil }
      ordinals = IndoorTagging.ordinals(properties?["level"])
      if ordinals.isEmpty { return nil }
      (self.geometry, areas, self.place) = (geometry, feature.areas, place)
      let isLevel = indoor == "level"
      name = isLevel ? LocalText() : LocalText(tag: "name", of: properties)
      levelName = isLevel ? LocalText(tag: "name", of: properties) : LocalText()
      levelReference = LocalText(tag: "level:ref", of: properties)
      kind = isLevel ? nil : IndoorClass(tags: properties, indoor: indoor)
    }

    /// The middle of a point, a line or an outer ring, however many lists it lies in; no geometry has it in more
    /// than three. Corners
    /// of rooms often are those of their building, where inside and outside meet.
    private static func middle(_ coordinates: JSONValue) -> LocationCoordinate? {
      var value = coordinates
      for _ in 0..<3 {
        if let place = value.position { return place }
        guard let first = value.array?.first else { return nil }
        if first.position != nil {
          let bounds = CoordinateBounds(value.positions)
          return bounds.isValid ? bounds.center : nil
        }
        value = first
      }
      return nil
    }
  }

  /// The levels of a "level" tag: a number, or numbers and ranges with semicolons between them ("-1;0-3"); none for anything
  /// else.
  static func ordinals(_ tag: JSONValue?) -> [Double] {
    if let number = tag?.number { return [number] }
    var ordinals: [Double] = []
    for piece in (tag?.string ?? "").split(separator: ";").prefix(levelLimit) {
      let text = piece.filter { $0 != " " }
      if let number = Double(text), abs(number) <= 1000 {
        ordinals.append(number)
        continue
      }
      guard let (first, last) = range(text), first <= last else { continue }
      ordinals += (first...last).prefix(levelLimit).map(Double.init)
    }
    return Array(ordinals.prefix(levelLimit))
  }

  /// Both ends of "0-3" or "-2--1", of three digits at most: the dash between them is the one that follows a digit.
  private static func range(_ text: String) -> (first: Int, last: Int)? {
    guard let dash = text.dropFirst().firstIndex(of: "-"), let first = wholeNumber(text[..<dash]),
      let last = wholeNumber(text[text.index(after: dash)...])
    else { return nil }
    return (first, last)
  }

  private static func wholeNumber(_ text: Substring) -> Int? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}

extension IndoorClass {
  fileprivate init(tags: JSONValue?, indoor: String) {
    func has(_ key: String) -> Bool { tags?[key]?.string.map { $0 != "no" } ?? false }
    switch indoor {
    case "wall", "column": self = .wall
    case "door": self = .door
    case _ where tags?["highway"]?.string == "elevator" || tags?["room"]?.string == "elevator": self = .lift
    case _ where has("stairs") || tags?["highway"]?.string == "steps" || tags?["room"]?.string == "stairs": self = .stairs
    case "corridor", "area": self = has("shop") || has("amenity") ? .shop : .walkway
    case _ where tags?["amenity"]?.string == "toilets" || ["toilet", "toilets"].contains(tags?["room"]?.string): self = .restroom
    case _ where has("shop") || tags?["room"]?.string == "shop": self = .shop
    case _ where tags?["access"]?.string == "private" || tags?["access"]?.string == "no": self = .closed
    default: self = .room
    }
  }
}

extension LocalText {
  /// The value of a tag, and those in languages ("name", "name:fi").
  fileprivate init(tag: String, of properties: JSONValue?) {
    self.init()
    guard let members = properties?.object?.members else { return }
    for (key, value) in members {
      guard key == tag || key.hasPrefix("\(tag):"), let text = value.string, !text.isEmpty else { continue }
      texts[key == tag ? Self.anyLanguage : String(key.dropFirst(tag.count + 1))] = OutsideText.cleaned(text, limit: 200)
    }
  }
}

extension JSONValue {
  /// A feature's own id, or that of the OpenStreetMap element that it was made of.
  fileprivate var ownID: String? {
    switch self["id"] ?? self["properties"]?["@id"] {
    case .string(let text)?: text
    case .number(let number)?: JSONWriter.text(number)
    default: nil
    }
  }
}
