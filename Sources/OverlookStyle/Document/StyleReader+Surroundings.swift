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

  /// Notes what is wrong in `light` and `sky`, whose readers take the default for it.
  mutating func checkSurroundings() {
    check("light", Self.light)
    check("sky", Self.sky)
  }

  private mutating func check(_ key: String, _ members: [Member]) {
    for (name, json) in (root[key]?.object ?? JSONObject()).members {
      if let member = members.first(where: { $0.name == name }) {
        _ = value(json, member.specification, member.range, "\(key).\(name)")
      } else if name.hasSuffix("-transition"), members.contains(where: { "\($0.name)-transition" == name }) {
        _ = transition(json, "\(key).\(name)")
      } else {
        faults.error("\(key).\(OutsideText.cleaned(name, limit: 60))", "unknown property")
      }
    }
  }
}
