package import OverlookFormats
internal import OverlookSupport

extension StyleReader {
  mutating func layers(of sources: [StyleSource]) -> [StyleLayer] {
    guard let value = root["layers"] else {
      faults.error("layers", "it is missing")
      return []
    }
    guard let items = value.array else {
      faults.error("layers", "array expected, \(value.kindName) found")
      return []
    }
    if items.count > Self.maximumLayers { faults.error("layers", "there are more than \(Self.maximumLayers)") }
    var layers: [StyleLayer] = []
    // By id, because a layer may take its type and source from another one.
    var byID: [String: JSONObject] = [:]
    for item in items.prefix(Self.maximumLayers) {
      if let object = item.object, let id = object["id"]?.string { byID[id] = byID[id] ?? object }
    }
    var seen: Set<String> = []
    for (index, item) in items.prefix(Self.maximumLayers).enumerated() {
      let path = "layers[\(index)]"
      guard let object = item.object else {
        faults.error(path, "object expected, \(item.kindName) found")
        continue
      }
      let id = required("id", of: object, at: path)
      let isFirst = id.map { seen.insert($0).inserted } ?? false
      if let id, !isFirst { faults.error("\(path).id", "another layer has the id \"\(OutsideText.cleaned(id, limit: 60))\"") }
      // What else is wrong with it is told all the same.
      if let layer = layer(id ?? "", resolved(object, byID, path), sources, path), isFirst { layers.append(layer) }
    }
    return layers
  }

  /// A layer with `ref` has the type, source, zooms, filter and layout of the layer that it names (version 8 before expressions).
  private mutating func resolved(_ object: JSONObject, _ byID: [String: JSONObject], _ path: String) -> JSONObject {
    guard let name = object["ref"]?.string else { return object }
    guard let parent = byID[name], parent["ref"] == nil else {
      faults.error("\(path).ref", "it names no layer that stands on its own")
      return object
    }
    var merged = object
    for key in ["type", "source", "source-layer", "minzoom", "maxzoom", "filter", "layout"] { merged[key] = parent[key] }
    return merged
  }

  private static let knownMembers: Set<String> = [
    "id", "type", "metadata", "ref", "source", "source-layer", "minzoom", "maxzoom", "filter", "layout", "paint", "interactive",
  ]

  private mutating func layer(
    _ id: String, _ object: JSONObject, _ sources: [StyleSource], _ path: String
  ) -> StyleLayer? {
    guard let type = required("type", of: object, at: path) else { return nil }
    guard let kind = StyleLayer.Kind(rawValue: type) else {
      faults.error("\(path).type", "there is no layer type \"\(OutsideText.cleaned(type, limit: 40))\"")
      return nil
    }
    for key in object.keys where !Self.knownMembers.contains(key) && !key.hasPrefix("paint.") {
      faults.warning("\(path).\(OutsideText.cleaned(key, limit: 60))", "unknown property")
    }
    var layer = StyleLayer(id: id, kind: kind)
    let hasSource = readSource(of: &layer, object, sources, path)
    layer.minimumZoom = zoom(object["minzoom"], "\(path).minzoom") ?? 0
    layer.maximumZoom = zoom(object["maxzoom"], "\(path).maxzoom") ?? 24
    layer.metadata = object["metadata"]
    if let filter = object["filter"], kind.drawsFeatures { layer.filter = self.filter(filter, "\(path).filter") }
    readProperties(of: &layer, object["layout"], "\(path).layout", isPaint: false)
    readProperties(of: &layer, object["paint"], "\(path).paint", isPaint: true)
    // What else is wrong with one that has nothing to draw from is told all the same.
    guard hasSource else { return nil }
    if layer.properties[.lineGradient] != nil, !hasLineMetrics(layer, sources) {
      faults.error("\(path).paint.line-gradient", "it needs a GeoJSON source with lineMetrics")
    }
    return layer
  }

  private func hasLineMetrics(_ layer: StyleLayer, _ sources: [StyleSource]) -> Bool {
    guard case .geoJSON(let options)? = sources.first(where: { $0.id == layer.source })?.kind else { return false }
    return options.hasLineMetrics
  }

  private mutating func zoom(_ json: JSONValue?, _ path: String) -> Double? {
    guard let json else { return nil }
    guard let zoom = json.number, (0...24).contains(zoom) else {
      faults.error(path, "a number of 0 to 24 was expected")
      return nil
    }
    return zoom
  }

  /// False when the layer has nothing to draw from.
  private mutating func readSource(
    of layer: inout StyleLayer, _ object: JSONObject, _ sources: [StyleSource], _ path: String
  ) -> Bool {
    if layer.kind == .background { return true }
    guard let name = required("source", of: object, at: path) else { return false }
    guard let source = sources.first(where: { $0.id == name }) else {
      faults.error("\(path).source", "there is no source \"\(OutsideText.cleaned(name, limit: 60))\" that can be used")
      return false
    }
    layer.source = name
    layer.sourceLayer = member("source-layer", of: object, at: path, "string", \.string)
    let fits: Bool
    switch source.kind {
    case .vector:
      fits = layer.kind.drawsFeatures
      if fits && layer.sourceLayer == nil {
        guard object["source-layer"] == nil else { return false }
        faults.error("\(path).source-layer", "a layer of a vector source must name one of its layers")
        return false
      }
    case .geoJSON: fits = layer.kind.drawsFeatures
    case .raster, .image: fits = layer.kind.content == .pictures
    case .rasterDEM: fits = layer.kind.content == .elevation
    }
    if !fits {
      faults.error(path, "a \(layer.kind.rawValue) layer cannot draw the source \"\(OutsideText.cleaned(name, limit: 60))\"")
    }
    return fits
  }

  // MARK: Properties

  private mutating func readProperties(of layer: inout StyleLayer, _ json: JSONValue?, _ path: String, isPaint: Bool) {
    guard let json else { return }
    guard let object = json.object else { return faults.error(path, "object expected, \(json.kindName) found") }
    let rows = StylePropertyTable.rows(of: layer.kind)
    let known = isPaint ? rows.paint : rows.layout
    for (key, value) in object.members {
      let place = "\(path).\(OutsideText.cleaned(key, limit: 60))"
      if !isPaint, key == "visibility" {
        readVisibility(of: &layer, value, place)
      } else if isPaint, key.hasSuffix("-transition"), let row = known.first(where: { "\($0.name.rawValue)-transition" == key }) {
        layer.transitions[row.name] = transition(value, place)
      } else if let row = known.first(where: { $0.name.rawValue == key }) {
        let property = self.value(value, row.specification, row.range, place)
        let isRefused = isPaint ? false : asksForState(property, place) || looksUpFonts(property, row.name, value, place)
        layer.properties[row.name] = isRefused ? nil : property
      } else {
        faults.error(place, "unknown property")
      }
    }
  }

  /// Either a word or an expression of the global state alone.
  private mutating func readVisibility(of layer: inout StyleLayer, _ value: JSONValue, _ path: String) {
    let program: ExpressionProgram
    do throws(ExpressionFaults) {
      program = try ExpressionProgram.compile(value, for: Self.visibility)
    } catch {
      for fault in error.faults { faults.error(path + Self.place(fault.key, in: value), fault.message) }
      return
    }
    switch program.constant {
    case nil: layer.setVisible(by: program, in: globalState)
    case .string("visible")?: layer.setVisible(true)
    case .string("none")?: layer.setVisible(false)
    default: faults.error(path, "expected one of [visible, none], \(JSONWriter.text(value)) found")
    }
  }

  private static let visibility = PropertySpecification(
    type: .string, scope: .dataConstant, isInterpolated: false, parameters: [])

  /// Nil, and a fault, for what cannot be used; then the default counts.
  mutating func value(
    _ json: JSONValue, _ specification: PropertySpecification, _ range: ClosedRange<Double>, _ path: String
  ) -> StyleProperty? {
    let known = LegacyFunctionCheck.faults(of: json, for: specification, range)
    for fault in known { faults.error(path + fault.path, fault.message) }
    let program: ExpressionProgram
    let source = LegacyFunction.expression(of: json, for: specification) ?? Self.wrapped(json, specification)
    do throws(ExpressionFaults) {
      program = try ExpressionProgram.compile(source, for: specification)
    } catch {
      // What was made of a function has faults that its author would not know.
      if known.isEmpty { for fault in error.faults { faults.error(path + Self.place(fault.key, in: json), fault.message) } }
      return nil
    }
    guard let constant = program.constant else { return .expression(program) }
    guard let fault = Self.fault(of: constant, specification, range) else { return .constant(constant) }
    faults.error(path, fault)
    return nil
  }

  /// What is laid out cannot follow states of features; true, and a fault, for what asks for them.
  private mutating func asksForState(_ property: StyleProperty?, _ path: String) -> Bool {
    guard case .expression(let program)? = property, program.dependencies.contains(.featureState) else { return false }
    faults.error(path, "\"feature-state\" data expressions are not supported with layout properties.")
    return true
  }

  /// Fonts are fetched before features are known; true, and a fault, for an expression that takes their names from elsewhere.
  private mutating func looksUpFonts(
    _ property: StyleProperty?, _ name: StylePropertyName, _ json: JSONValue, _ path: String
  ) -> Bool {
    guard name == .textFont, json.array != nil, case .expression(let program)? = property, !program.hasLiteralOutputs else {
      return false
    }
    faults.error(
      path,
      "Invalid data expression for \"text-font\". Output values must be contained as literals within the expression.")
    return true
  }

  /// Arrays that are values and no expressions, as `[0, 4]`, and tokens in text are made expressions.
  static func wrapped(_ json: JSONValue, _ specification: PropertySpecification) -> JSONValue {
    switch json {
    case .array(let items) where !isExpression(items) && !isMisspelt(items, specification):
      return .array([.string("literal"), json])
    case .string(let text) where specification.type == .formatted || specification.type == .resolvedImage:
      return LegacyFunction.withTokens(text) ?? json
    default: return json
    }
  }

  private static func isExpression(_ items: [JSONValue]) -> Bool {
    guard let name = items.first?.string else { return false }
    return ExpressionParser.isOperator(name)
  }

  /// Whether an array can only be meant as an expression, of an operator that does not exist.
  private static func isMisspelt(_ items: [JSONValue], _ specification: PropertySpecification) -> Bool {
    guard items.first?.string != nil else { return false }
    switch specification.type {
    case .number, .string, .boolean, .color, .formatted, .resolvedImage: return true
    default: return false
    }
  }

  /// Faults in what was made for the document are at its own place.
  private static func place(_ key: String, in json: JSONValue) -> String {
    if case .array(let items) = json, isExpression(items) { return key }
    return ""
  }

  /// What is wrong with a value of the right type.
  static func fault(
    of value: StyleValue, _ specification: PropertySpecification, _ range: ClosedRange<Double>
  ) -> String? {
    switch value {
    case .number(let number):
      if number < range.lowerBound {
        return "\(value.text) is less than the minimum value \(StyleValue.number(range.lowerBound).text)"
      }
      if number > range.upperBound {
        return "\(value.text) is greater than the maximum value \(StyleValue.number(range.upperBound).text)"
      }
      return nil
    case .string(let text) where !specification.choices.isEmpty:
      return specification.choices.contains(text)
        ? nil
        : "expected one of [\(specification.choices.sorted().joined(separator: ", "))], \"\(OutsideText.cleaned(text, limit: 60))\" found"
    case .array(let items) where !specification.choices.isEmpty:
      let strange = items.first { !specification.choices.contains($0.string ?? "") }
      return strange.map {
        "expected one of [\(specification.choices.sorted().joined(separator: ", "))], \(OutsideText.cleaned($0.text, limit: 60)) found"
      }
    default: return nil
    }
  }
}

extension StyleProperty {
  /// What a document says of a property outside of the layers; nil when it cannot be used.
  package init?(_ json: JSONValue, for specification: PropertySpecification) {
    let source = LegacyFunction.expression(of: json, for: specification) ?? StyleReader.wrapped(json, specification)
    guard let program = try? ExpressionProgram.compile(source, for: specification) else { return nil }
    self = program.constant.map(StyleProperty.constant) ?? .expression(program)
  }
}
