internal import OverlookFormats

/// Functions of the time before expressions (`{"stops": [[zoom, value], ...]}`) and tokens in text (`{name}`), as expressions.
enum LegacyFunction {
  /// The expression that means the same; nil for what is no function.
  static func expression(of json: JSONValue, for specification: PropertySpecification) -> JSONValue? {
    guard let object = json.object, object["stops"] != nil || object["type"]?.string == "identity" else { return nil }
    guard let property = object["property"]?.string else { return zoomFunction(object, specification) }
    let stops = object["stops"]?.array ?? []
    if stops.first?.array?.first?["zoom"] != nil { return zoomAndPropertyFunction(object, property, stops, specification) }
    return propertyFunction(object, property, stops, specification)
  }

  /// Text with `{name}` in it as the properties of the feature joined with what stands between; nil for text without.
  static func withTokens(_ text: String) -> JSONValue? {
    guard text.contains("{") else { return nil }
    var parts: [JSONValue] = [.string("concat")]
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.string(String(rest[..<open]))) }
      let name = String(rest[rest.index(after: open)..<close])
      parts.append(call("to-string", call("get", .string(name))))
      rest = rest[rest.index(after: close)...]
    }
    guard parts.count > 1 else { return nil }
    if !rest.isEmpty { parts.append(.string(String(rest))) }
    return parts.count == 2 ? parts[1] : .array(parts)
  }

  // MARK: Kinds

  private static func zoomFunction(_ object: JSONObject, _ specification: PropertySpecification) -> JSONValue? {
    let stops = pairs(object["stops"]?.array ?? [])
    guard !stops.isEmpty else { return nil }
    let isRamp = specification.isInterpolated && object["type"]?.string != "interval"
    return ramp(call("zoom"), stops.map { ($0.0, tokens($0.1, specification)) }, object, isRamp: isRamp)
  }

  private static func propertyFunction(
    _ object: JSONObject, _ property: String, _ stops: [JSONValue], _ specification: PropertySpecification
  ) -> JSONValue? {
    let value = call("get", .string(property))
    let fallback = object["default"].map { literal($0, specification) }
    let usual = specification.isInterpolated ? "exponential" : "interval"
    switch object["type"]?.string ?? (stops.first?.array?.first?.number == nil ? "categorical" : usual) {
    case "identity": return identity(value, fallback, specification)
    case "categorical":
      return categorical(value, stops, fallback ?? specification.fallback.map { literal($0, specification) }, specification)
    case let type:
      let ramp = ramp(
        call("number", value), pairs(stops).map { ($0.0, literal($0.1, specification)) }, object,
        isRamp: type == "exponential" && specification.isInterpolated)
      guard let ramp else { return nil }
      let isNumber = call("==", call("typeof", value), .string("number"))
      return fallback.map { call("case", isNumber, ramp, $0) } ?? ramp
    }
  }

  /// Between the zooms of the stops, each with a function of the property of its own.
  private static func zoomAndPropertyFunction(
    _ object: JSONObject, _ property: String, _ stops: [JSONValue], _ specification: PropertySpecification
  ) -> JSONValue? {
    var zooms: [(Double, [JSONValue])] = []
    for stop in stops {
      guard let pair = stop.array, pair.count == 2, let zoom = pair[0]["zoom"]?.number, let value = pair[0]["value"] else {
        return nil
      }
      if zooms.last?.0 == zoom {
        zooms[zooms.count - 1].1.append(.array([value, pair[1]]))
      } else {
        zooms.append((zoom, [.array([value, pair[1]])]))
      }
    }
    var outputs: [(Double, JSONValue)] = []
    for (zoom, stops) in zooms {
      guard let output = propertyFunction(object, property, stops, specification) else { return nil }
      outputs.append((zoom, output))
    }
    var linear = object
    linear["base"] = nil
    return ramp(call("zoom"), outputs, linear, isRamp: specification.isInterpolated)
  }

  private static func identity(
    _ value: JSONValue, _ fallback: JSONValue?, _ specification: PropertySpecification
  ) -> JSONValue {
    guard specification.isTyped else { return value }
    let operands = [value] + (fallback.map { [$0] } ?? [])
    if let fallback, !specification.choices.isEmpty {
      return call("match", value, .array(specification.choices.sorted().map(JSONValue.string)), value, fallback)
    }
    switch specification.type {
    case .array(let item, let count) where fallback != nil:
      let kind = item == .value ? [] : [JSONValue.string(item.description), count.map { .number(Double($0)) } ?? .null]
      return .array([.string("array")] + kind + operands)
    case .color: return .array([.string("to-color")] + operands)
    case .number: return .array([.string("number")] + operands)
    case .string: return .array([.string("string")] + operands)
    case .boolean: return .array([.string("boolean")] + operands)
    default: return fallback.map { call("coalesce", value, $0) } ?? value
    }
  }

  private static func categorical(
    _ value: JSONValue, _ stops: [JSONValue], _ fallback: JSONValue?, _ specification: PropertySpecification
  ) -> JSONValue? {
    var parts: [JSONValue] = []
    var isMatch = true
    var seen: Set<JSONValue> = []
    for stop in stops {
      guard let pair = stop.array, pair.count == 2, seen.insert(pair[0]).inserted else { continue }
      if pair[0].bool != nil { isMatch = false }
      parts += [pair[0], literal(pair[1], specification)]
    }
    guard !parts.isEmpty else { return fallback }
    let otherwise = fallback ?? call("error", .string("no category of the function fits"))
    if isMatch { return .array([.string("match"), value] + parts + [otherwise]) }
    for index in stride(from: 0, to: parts.count, by: 2) { parts[index] = call("==", value, parts[index]) }
    return .array([.string("case")] + parts + [otherwise])
  }

  // MARK: Parts

  private static func ramp(
    _ input: JSONValue, _ stops: [(Double, JSONValue)], _ object: JSONObject, isRamp: Bool
  ) -> JSONValue? {
    // Of two stops at the same place the first counts.
    var ordered: [(Double, JSONValue)] = []
    for (_, stop) in stops.enumerated().sorted(by: { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) })
    where ordered.last?.0 != stop.0 {
      ordered.append(stop)
    }
    guard let first = ordered.first else { return nil }
    if ordered.count == 1 { ordered.append((first.0 + 1, first.1)) }
    if isRamp {
      let base = object["base"]?.number ?? 1
      let kind = base == 1 ? call("linear") : call("exponential", .number(base))
      let name =
        object["colorSpace"]?.string.flatMap { ["hcl", "lab"].contains($0) ? "interpolate-\($0)" : nil } ?? "interpolate"
      return .array([.string(name), kind, input] + ordered.flatMap { [.number($0.0), $0.1] })
    }
    return .array([.string("step"), input, first.1] + ordered.dropFirst().flatMap { [.number($0.0), $0.1] })
  }

  private static func pairs(_ stops: [JSONValue]) -> [(Double, JSONValue)] {
    stops.compactMap { stop in
      guard let pair = stop.array, pair.count == 2, let input = pair[0].number else { return nil }
      return (input, pair[1])
    }
  }

  private static func literal(_ value: JSONValue, _ specification: PropertySpecification) -> JSONValue {
    switch value {
    case .array, .object: call("literal", value)
    default: value
    }
  }

  /// As `literal`, with `{name}` in text replaced: in functions of the zoom alone.
  private static func tokens(_ value: JSONValue, _ specification: PropertySpecification) -> JSONValue {
    if specification.hasTokens, let text = value.string, let expression = withTokens(text) { return expression }
    return literal(value, specification)
  }

  private static func call(_ name: String, _ operands: JSONValue...) -> JSONValue {
    .array([.string(name)] + operands)
  }
}
