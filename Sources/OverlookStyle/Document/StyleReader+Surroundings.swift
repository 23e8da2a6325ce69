internal import OverlookFormats
internal import OverlookSupport

/// The members of a document that belong to no layer.
extension StyleReader {
  private struct Member {
    var name: String
    var specification: PropertySpecification
    var range: ClosedRange<Double>

    init(
      _ name: String, _ type: StyleType, choices: Set<String> = [],
      range: ClosedRange<Double> = -.infinity ... .infinity
    ) {
      self.name = name
      self.range = range
      specification = PropertySpecification(
        type: type, scope: .dataConstant, isInterpolated: type != .string, parameters: ["zoom"], choices: choices)
    }
  }

  private static let light = [
    Member("anchor", .string, choices: ["map", "viewport"]), Member("position", .array(of: .number, count: 3)),
    Member("color", .color), Member("intensity", .number, range: 0...1),
  ]

  private static let sky = [
    Member("sky-color", .color), Member("horizon-color", .color), Member("fog-color", .color),
    Member("fog-ground-blend", .number, range: 0...1), Member("horizon-fog-blend", .number, range: 0...1),
    Member("sky-horizon-blend", .number, range: 0...1), Member("atmosphere-blend", .number, range: 0...1),
  ]

  private static let projection = [Member("type", .projectionDefinition)]

  private static let terrain = [
    Member("source", .string), Member("exaggeration", .number, range: 0 ... .infinity),
  ]

  /// Notes what is wrong in the members that belong to no layer, whose readers take the default for it, and which of them ask for
  /// a map that is not drawn.
  mutating func checkSurroundings() {
    check("light", Self.light)
    check("sky", Self.sky)
    check("projection", Self.projection)
    check("terrain", Self.terrain)
    checkFontFaces()
    if let type = root["projection"]?["type"], type != .string("mercator") {
      faults.warning("projection.type", "the map is drawn in Mercator's projection whatever is asked for")
    }
    if let roll = root["roll"]?.number, roll.truncatingRemainder(dividingBy: 360) != 0 {
      faults.warning("roll", "the view is drawn level")
    }
    if root["terrain"]?.object != nil { faults.warning("terrain", "the ground is drawn flat") }
    if let altitude = root["centerAltitude"]?.number, altitude != 0 {
      faults.warning("centerAltitude", "the view looks at the height of the sea")
    }
  }

  /// Each family is an address, or a list of addresses for ranges of characters.
  private mutating func checkFontFaces() {
    guard let value = root["font-faces"] else { return }
    guard let families = value.object else { return faults.error("font-faces", "object expected, \(value.kindName) found") }
    for (name, family) in families.members {
      let path = "font-faces.\(OutsideText.cleaned(name, limit: 60))"
      switch family {
      case .string: continue
      case .array(let faces): for (index, face) in faces.enumerated() { checkFontFace(face, "\(path)[\(index)]") }
      default: faults.error(path, "string or array expected, \(family.kindName) found")
      }
    }
    if !families.isEmpty { faults.warning("font-faces", "fonts are taken from glyphs or from the machine") }
  }

  private mutating func checkFontFace(_ value: JSONValue, _ path: String) {
    guard let face = value.object else { return faults.error(path, "object expected, \(value.kindName) found") }
    _ = required("url", of: face, at: path)
    for (key, member) in face.members {
      switch (key, member) {
      case ("url", _): continue
      case ("unicode-range", .array(let ranges)):
        for (index, range) in ranges.enumerated() where range.string == nil {
          faults.error("\(path).unicode-range[\(index)]", "string expected, \(range.kindName) found")
        }
      case ("unicode-range", _): faults.error("\(path).unicode-range", "array expected, \(member.kindName) found")
      default: faults.error("\(path).\(OutsideText.cleaned(key, limit: 60))", "unknown property")
      }
    }
  }

  private mutating func check(_ key: String, _ members: [Member]) {
    guard let value = root[key] else { return }
    // What is no object at all was told where `light` and `sky` are read.
    guard let object = value.object else {
      if key == "projection" || key == "terrain" { faults.error(key, "object expected, \(value.kindName) found") }
      return
    }
    for (name, json) in object.members {
      if let member = members.first(where: { $0.name == name }) {
        _ = self.value(json, member.specification, member.range, "\(key).\(name)")
      } else if name.hasSuffix("-transition"), members.contains(where: { "\($0.name)-transition" == name }) {
        _ = transition(json, "\(key).\(name)")
      } else {
        faults.error("\(key).\(OutsideText.cleaned(name, limit: 60))", "unknown property")
      }
    }
  }
}
