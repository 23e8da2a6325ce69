internal import OverlookGeometry
internal import OverlookSupport

/// Reads a folder of the Indoor Mapping Data Format (OGC 20-094): GeoJSON files named after what they hold.
package enum IMDFReader {
  /// The venue in `folder`. Throws when its levels cannot be read; what is wrong in the rest is left out and told.
  package static func venue(folder: String) throws(FormatError) -> IndoorVenue {
    var builder = IndoorVenueBuilder()
    let levels = try features("level", in: folder, isRequired: true)
    for feature in levels {
      let properties = feature["properties"]
      builder.addLevel(
        id: feature["id"]?.string, ordinal: properties?["ordinal"]?.number, name: LocalText(labels: properties?["name"]),
        shortName: LocalText(labels: properties?["short_name"]), buildings: feature.strings("building_ids"),
        outline: feature.areas)
    }
    for feature in try features("building", in: folder) {
      guard let id = feature["id"]?.string else { continue }
      builder.names[id] = LocalText(labels: feature["properties"]?["name"])
    }
    for feature in try features("footprint", in: folder) {
      let category = feature["properties"]?["category"]?.string
      if category == "aerial" { continue }
      for id in feature.strings("building_ids") {
        builder.outlines[id, default: []] += feature.areas
        if category == "ground" { builder.grounds[id, default: []] += feature.areas }
      }
    }
    for kind in ["unit", "fixture", "kiosk", "opening"] {
      for feature in try features(kind, in: folder) {
        guard let drawn = IndoorClass(kind, feature), let geometry = feature["geometry"] else { continue }
        let properties = feature["properties"]
        builder.addPart(
          geometry, level: properties?["level_id"]?.string, class: drawn, name: LocalText(labels: properties?["name"]))
      }
    }
    return try builder.build(thing: folder)
  }

  private static func features(
    _ kind: String, in folder: String, isRequired: Bool = false
  ) throws(FormatError) -> [JSONValue] {
    let path = "\(folder)/\(kind).geojson"
    let bytes: [UInt8]
    do throws(FormatError) {
      bytes = try WholeFile.read(path, byteLimit: IndoorVenue.limits.byteCount)
    } catch {
      if case .unreadable = error, !isRequired { return [] }
      throw error
    }
    let document = try JSONParser.parse(bytes, thing: path, limits: IndoorVenue.limits)
    guard let features = document["features"]?.array else { throw .malformed(path, fault: "it is no collection of features") }
    return features
  }
}

extension IndoorClass {
  /// Of a feature of an IMDF file; nil for what is not drawn.
  fileprivate init?(_ kind: String, _ feature: JSONValue) {
    switch (kind, feature["properties"]?["category"]?.string ?? "") {
    case ("opening", _): self = .door
    case ("fixture", _), ("kiosk", _): self = .wall
    case (_, "opentobelow"): return nil
    case (_, "walkway"), (_, "walkway.island"), (_, "lobby"), (_, "platform"), (_, "unenclosedarea"), (_, "movingwalkway"),
      (_, "waitingroom"), (_, "footbridge"), (_, "terrace"):
      self = .walkway
    case (_, "stairs"), (_, "steps"), (_, "escalator"), (_, "ramp"): self = .stairs
    case (_, "elevator"): self = .lift
    case (_, let category) where category.hasPrefix("restroom"): self = .restroom
    case (_, "retail"), (_, "foodservice"): self = .shop
    case (_, "nonpublic"), (_, "structure"), (_, "storage"), (_, "serverroom"): self = .closed
    case (_, "column"), (_, "brick"), (_, "concrete"), (_, "drywall"), (_, "glass"), (_, "wood"): self = .wall
    default: self = .room
    }
  }
}

extension LocalText {
  /// IMDF labels: texts by language, or null.
  fileprivate init(labels: JSONValue?) {
    self.init()
    for (language, text) in labels?.object?.members.prefix(100).map({ $0 }) ?? [] {
      if let text = text.string, !text.isEmpty { texts[language] = OutsideText.cleaned(text, limit: 200) }
    }
  }
}

extension JSONValue {
  /// The texts of a list among the properties of a feature.
  fileprivate func strings(_ property: String) -> [String] {
    (self["properties"]?[property]?.array ?? []).compactMap(\.string)
  }
}
