package import OverlookFormats

/// A Google-style document: rules of feature type, element type and stylers, which change a style that draws our own schema.
package struct GoogleStyle: Sendable {
  struct Rule: Hashable, Sendable {
    var feature: String
    var element: String
    var stylers: [GoogleStyler]

    func concerns(_ type: String) -> Bool { feature == "all" || feature == type || type.hasPrefix(feature + ".") }

    /// "labels" concerns "labels.text" and all below.
    func reaches(_ part: String) -> Bool { element == "all" || element == part || part.hasPrefix(element + ".") }
  }

  static let maximumRules = 1000
  private static let elements: Set<String> = [
    "all", "geometry", "geometry.fill", "geometry.stroke", "labels", "labels.icon", "labels.text", "labels.text.fill",
    "labels.text.stroke",
  ]

  private(set) var rules: [Rule] = []
  /// What of the document is not known or wrong, and left out.
  package private(set) var faults: [StyleFault] = []

  /// Reads a document. Throws when it is no array of rules.
  package init(_ json: JSONValue, thing: String = "style") throws(FormatError) {
    guard let items = json.array else { throw .malformed(thing, fault: "the document is no list of rules") }
    guard items.count <= Self.maximumRules else {
      throw .tooLarge(thing, fault: "\(items.count) rules, where \(Self.maximumRules) are allowed")
    }
    var faults = StyleFaults()
    for (number, item) in items.enumerated() {
      if let rule = Self.rule(item, "[\(number)]", &faults) { rules.append(rule) }
    }
    self.faults = faults.list
  }

  private static func rule(_ json: JSONValue, _ path: String, _ faults: inout StyleFaults) -> Rule? {
    guard let object = json.object else {
      faults.error(path, "a rule was expected, \(json.kindName) found")
      return nil
    }
    let feature = object["featureType"]?.string ?? "all"
    let element = object["elementType"]?.string ?? "all"
    if !GoogleFeature.names.contains(feature) { faults.warning(path + ".featureType", "a feature type that is not known") }
    if !elements.contains(element) { faults.warning(path + ".elementType", "an element type that is not known") }
    for key in object.keys where !["featureType", "elementType", "stylers"].contains(key) {
      faults.warning("\(path).\(key)", "a member that is not known")
    }
    guard let list = object["stylers"]?.array else {
      faults.error(path + ".stylers", "a list of stylers was expected")
      return nil
    }
    var stylers: [GoogleStyler] = []
    for (number, item) in list.enumerated() {
      let place = "\(path).stylers[\(number)]"
      guard let members = item.object else {
        faults.error(place, "a styler was expected, \(item.kindName) found")
        continue
      }
      for (name, value) in members.members {
        let (styler, fault) = GoogleStyler.read(name, value)
        if let fault { faults.error("\(place).\(name)", fault) }
        if let styler { stylers.append(styler) }
      }
    }
    return stylers.isEmpty || !elements.contains(element) ? nil : Rule(feature: feature, element: element, stylers: stylers)
  }

  // MARK: Applying

  /// `document` with the rules applied, the faults of the rules behind its own. Layers that draw features of several types become
  /// several where the rules tell these apart.
  package func applied(to document: StyleDocument) -> StyleDocument {
    var result = document
    result.layers = document.layers.flatMap(applied)
    result.faults += faults
    return result
  }

  private func applied(to layer: StyleLayer) -> [StyleLayer] {
    let table = GoogleFeature.layer(layer.sourceLayer)
    if layer.sourceLayer == nil && layer.kind != .background { return [layer] }
    var groups: [(rules: [Rule], parts: [GoogleFeature.Part])] = []
    for part in table.parts {
      let own = rules.filter { $0.concerns(part.type) }
      if let index = groups.firstIndex(where: { $0.rules == own }) {
        groups[index].parts.append(part)
      } else {
        groups.append((own, [part]))
      }
    }
    if groups.count == 1 { return [GoogleLayer(layer, rules: groups[0].rules).layer] }
    let named = table.parts.compactMap(\.values).flatMap { $0 }
    return groups.enumerated().map { index, group in
      var copy = layer
      if index > 0 { copy.id = "\(layer.id)/\(group.parts.first?.type ?? "")" }
      // The part of all others is what none of the rest of the table has.
      let isRest = group.parts.contains { $0.values == nil }
      let own = group.parts.compactMap(\.values).flatMap { $0 }
      let values = isRest ? named.filter { !own.contains($0) } : own
      copy.filter = ExpressionProgram.both(.membership(of: table.key, in: values, isNegated: isRest), layer.filter)
      return GoogleLayer(copy, rules: group.rules).layer
    }
  }
}
