package import OverlookFormats
internal import OverlookGeometry

/// An expression with features to evaluate it for, and what came of it: what `overlook style eval` reads and writes.
///
/// In: `{"expression", "propertySpec", "inputs": [[{"zoom", ...}, feature], ...]}`. Out: `{"compiled": {"result", "errors":
/// [{"key", "error"}]}}`, or `{"compiled": {"result", "isFeatureConstant", "isZoomConstant", "type"}, "outputs": [...]}`, where
/// an output is a value or `{"error"}`. Colours are `[r, g, b, a]` of 0 ... 1 with the alpha multiplied in. A document may have a
/// `globalState` for all inputs.
package enum ExpressionDocument {
  /// What comes of one document, or of each of an array of them.
  package static func evaluate(_ document: JSONValue) -> JSONValue {
    if let documents = document.array { return .array(documents.map(evaluateOne)) }
    return evaluateOne(document)
  }

  private static func evaluateOne(_ document: JSONValue) -> JSONValue {
    let program: ExpressionProgram
    do throws(ExpressionFaults) {
      program = try compile(document["expression"] ?? .null, for: document["propertySpec"] ?? .null)
    } catch {
      return object([("compiled", object([("result", .string("error")), ("errors", .array(error.faults.map(fault)))]))])
    }
    let compiled = object([
      ("result", .string("success")), ("isFeatureConstant", .bool(program.isFeatureConstant)),
      ("isZoomConstant", .bool(program.isZoomConstant)), ("type", .string(program.type.description)),
    ])
    let state = values(document["globalState"])
    let outputs = (document["inputs"]?.array ?? []).map { output(of: program, $0.array ?? [], state) }
    return object([("compiled", compiled), ("outputs", .array(outputs))])
  }

  /// An object is a function of the time before expressions.
  private static func compile(
    _ expression: JSONValue, for specification: JSONValue
  ) throws(ExpressionFaults) -> ExpressionProgram {
    let property = PropertySpecification(completing: specification)
    guard expression.object != nil else { return try ExpressionProgram.compile(expression, for: property) }
    guard let converted = LegacyFunction.expression(of: expression, for: property) else {
      throw ExpressionFaults(faults: [
        ExpressionFault(key: "", message: #"Bare objects invalid. Use ["literal", {...}] instead."#)
      ])
    }
    return try ExpressionProgram.compile(converted, for: property)
  }

  private static func fault(_ fault: ExpressionFault) -> JSONValue {
    object([("key", .string(fault.key)), ("error", .string(fault.message))])
  }

  private static func output(
    of program: ExpressionProgram, _ input: [JSONValue], _ globalState: [String: StyleValue]
  ) -> JSONValue {
    do throws(ExpressionError) {
      var context = context(input.first ?? .null, input.dropFirst().first ?? .null)
      context.globalState.merge(globalState) { own, _ in own }
      let value = try program.evaluate(context)
      return json(value)
    } catch {
      return object([("error", .string(error.message))])
    }
  }

  /// Values of kinds that JSON has no word for are objects with their parts.
  private static func json(_ value: StyleValue) -> JSONValue {
    switch value {
    case .color(let color): .array(components(color).map(JSONValue.number))
    case .colorArray(let colors): object([("values", .array(colors.map(named)))])
    case .padding, .numberArray, .anchorOffsets: object([("values", value.json)])
    case .projection(let way) where !way.isOne:
      object([("from", .string(way.from)), ("to", .string(way.to)), ("transition", .number(way.transition))])
    case .formatted(let text): object([("sections", .array(text.sections.map(section)))])
    default: value.json
    }
  }

  private static func section(_ section: FormattedText.Section) -> JSONValue {
    guard let color = section.textColor, var object = section.json.object else { return section.json }
    object["textColor"] = named(color)
    return .object(object)
  }

  private static func named(_ color: StyleColor) -> JSONValue {
    object(Array(zip(["r", "g", "b", "a"], components(color).map(JSONValue.number))))
  }

  private static func components(_ color: StyleColor) -> [Double] {
    [color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha]
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return .object(object)
  }

  // MARK: Inputs

  private static func context(_ surroundings: JSONValue, _ feature: JSONValue) -> ExpressionContext {
    var context = ExpressionContext()
    context.zoom = surroundings["zoom"]?.number
    context.heatmapDensity = surroundings["heatmapDensity"]?.number
    context.elevation = surroundings["elevation"]?.number
    context.lineProgress = surroundings["lineProgress"]?.number
    context.accumulated = surroundings["accumulated"].map(StyleValue.init)
    context.featureState = values(feature["featureState"] ?? surroundings["featureState"])
    context.globalState = values(surroundings["globalState"])
    context.availableImages = surroundings["availableImages"]?.array.map { Set($0.compactMap(\.string)) }
    let geometry = feature["geometry"] ?? .null
    let tileZoom = tileZoom(surroundings["canonicalID"])
    let type = geometry["type"]?.string.flatMap(ExpressionFeature.GeometryType.init) ?? .unknown
    context.feature = ExpressionFeature(
      type: surroundings["canonicalID"] == nil ? type : type.inTiles,
      id: feature["id"].map(StyleValue.init) ?? .null, properties: ExpressionProperties(values(feature["properties"])),
      parts: parts(geometry["coordinates"] ?? .null).map { onGrid($0, tileZoom) }, tileZoom: tileZoom)
    return context
  }

  private static func values(_ json: JSONValue?) -> [String: StyleValue] {
    var values: [String: StyleValue] = [:]
    for (key, value) in (json?.object ?? JSONObject()).members { values[key] = StyleValue(value) }
    return values
  }

  /// The lists of positions of a geometry, however deep its kind has them; the parser bounds how deep that can be.
  private static func parts(_ coordinates: JSONValue) -> [[LocationCoordinate]] {
    guard let items = coordinates.array, let first = items.first else { return [] }
    if first.number != nil { return [[coordinate(items)]] }
    guard let inner = first.array?.first else { return [] }
    if inner.number != nil { return [items.compactMap(\.array).map(coordinate)] }
    return items.flatMap(parts)
  }

  /// Features come from tiles: where the input names one, places are rounded to its units.
  private static func tileZoom(_ tile: JSONValue?) -> Int? {
    guard let zoom = tile?["z"]?.number, (0...30).contains(zoom) else { return nil }
    return Int(exactly: zoom)
  }

  private static func onGrid(_ places: [LocationCoordinate], _ tileZoom: Int?) -> [LocationCoordinate] {
    guard let tileZoom else { return places }
    let units = Double(sign: .plus, exponent: tileZoom, significand: 8192)
    return places.map { place in
      let point = WorldPoint(place)
      return WorldPoint(x: (point.x * units).rounded() / units, y: (point.y * units).rounded() / units).coordinate
    }
  }

  private static func coordinate(_ numbers: [JSONValue]) -> LocationCoordinate {
    LocationCoordinate(latitude: numbers.dropFirst().first?.number ?? 0, longitude: numbers.first?.number ?? 0)
  }
}
