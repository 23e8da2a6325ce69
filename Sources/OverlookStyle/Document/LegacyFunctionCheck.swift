internal import OverlookFormats
internal import OverlookSupport

/// What is wrong with a function of the time before expressions (style specification, "Other", "Function"), with the place in it.
struct LegacyFunctionCheck {
  typealias Fault = (path: String, message: String)

  private let function: JSONObject
  private let specification: PropertySpecification
  private let range: ClosedRange<Double>
  private(set) var faults: [Fault] = []
  private var type: String? { function["type"]?.string }
  private var isCategorical: Bool { type == "categorical" }

  // Of the stops so far.
  private var lastZoom: Double?
  private var lastNumber: Double?
  private var lastKind: String?
  private var seen: Set<JSONValue> = []

  private static let types = ["identity", "exponential", "interval", "categorical"]

  /// Nothing for what is no object.
  static func faults(
    of json: JSONValue, for specification: PropertySpecification, _ range: ClosedRange<Double>
  ) -> [Fault] {
    guard let function = json.object else { return [] }
    var check = LegacyFunctionCheck(function: function, specification: specification, range: range)
    check.run()
    return check.faults
  }

  private init(function: JSONObject, specification: PropertySpecification, range: ClosedRange<Double>) {
    self.function = function
    self.specification = specification
    self.range = range
  }

  private mutating func add(_ path: String, _ message: String) { faults.append((path, message)) }

  private static let members: Set<String> = ["type", "property", "stops", "base", "default", "colorSpace", "expression"]

  private mutating func run() {
    for key in function.keys where !Self.members.contains(key) {
      add(".\(OutsideText.cleaned(key, limit: 60))", "unknown property")
    }
    if let type = function["type"], !Self.types.contains(type.string ?? "") {
      add(".type", "expected one of [\(Self.types.joined(separator: ", "))], \(JSONWriter.text(type)) found")
    }
    if type == "exponential", !specification.isInterpolated { add("", "exponential functions not supported") }
    if let base = function["base"], base.number == nil { add(".base", "number expected, \(base.kindName) found") }
    if let fallback = function["default"] { checkValue(fallback, ".default") }
    guard type != "identity" else {
      if function["property"] == nil { add("", "missing required property \"property\"") }
      if function["stops"] != nil { add(".stops", "identity function may not have a \"stops\" property") }
      return
    }
    guard let stops = function["stops"] else { return add("", "missing required property \"stops\"") }
    guard let list = stops.array else { return add(".stops", "array expected, \(stops.kindName) found") }
    if list.isEmpty { add(".stops", "array must have at least one stop") }
    let isComposite = list.first?.array?.first?.object != nil
    if isComposite || isCategorical, function["property"] == nil { add("", "\"property\" property is required") }
    for (index, stop) in list.enumerated() { checkStop(stop, ".stops[\(index)]", isComposite: isComposite) }
  }

  private mutating func checkStop(_ stop: JSONValue, _ path: String, isComposite: Bool) {
    guard let pair = stop.array else { return add(path, "array expected, \(stop.kindName) found") }
    guard pair.count == 2 else { return add(path, "array length 2 expected, length \(pair.count) found") }
    checkValue(pair[1], "\(path)[1]")
    guard isComposite else { return checkInput(pair[0], "\(path)[0]") }
    guard let key = pair[0].object else { return add(path, "object expected, \(pair[0].kindName) found") }
    guard let zoom = key["zoom"] else { return add(path, "object stop key must have zoom") }
    guard let value = key["value"] else { return add(path, "object stop key must have value") }
    guard let number = zoom.number else { return add("\(path)[0].zoom", "number expected, \(zoom.kindName) found") }
    if let lastZoom, number < lastZoom { return add(path, "stop zoom values must appear in ascending order") }
    if number != lastZoom { (lastNumber, lastKind, seen) = (nil, nil, []) }
    lastZoom = number
    checkInput(value, "\(path)[0].value")
  }

  /// The value of the property, or the zoom, that a stop is for.
  private mutating func checkInput(_ value: JSONValue, _ path: String) {
    let kind = value.kindName
    switch value {
    case .number, .string, .bool: break
    case .null, .array, .object: return add(path, "stop domain value must be a number, string, or boolean")
    }
    guard isCategorical else {
      guard let number = value.number else {
        let hint = type == nil ? ", and no type \"categorical\"" : ""
        return add(path, "number expected, \(kind) found\(hint)")
      }
      if let lastNumber, number < lastNumber { add(path, "stop domain values must appear in ascending order") }
      lastNumber = number
      return
    }
    if let lastKind, kind != lastKind {
      return add(path, "\(kind) stop domain type must match previous stop domain type \(lastKind)")
    }
    lastKind = kind
    if let number = value.number, number != number.rounded() { add(path, "integer expected, found \(JSONWriter.text(value))") }
    if !seen.insert(value).inserted { add(path, "stop domain values must be unique") }
  }

  private mutating func checkValue(_ value: JSONValue, _ path: String) {
    switch specification.type {
    case .number: if value.number == nil { return add(path, "number expected, \(value.kindName) found") }
    case .boolean: if value.bool == nil { add(path, "boolean expected, \(value.kindName) found") }
    case .color:
      guard let text = value.string else { return add(path, "color expected, \(value.kindName) found") }
      if StyleColor(css: text) == nil { add(path, "color expected, \(JSONWriter.text(value)) found") }
    default: break
    }
    if let fault = StyleReader.fault(of: StyleValue(value), specification, range) { add(path, fault) }
  }
}
