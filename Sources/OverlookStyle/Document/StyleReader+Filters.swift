internal import OverlookFormats

extension StyleReader {
  /// The program of a filter, of either kind. One that cannot be used is a fault and lets nothing through: all features of a
  /// layer that is meant for some would be worse than none.
  mutating func filter(_ json: JSONValue, _ path: String) -> ExpressionProgram? {
    let isExpression = Self.isExpressionFilter(json)
    let source: JSONValue
    if isExpression {
      source = json
    } else {
      let known = LegacyFilterCheck.faults(of: json)
      for fault in known { faults.error(path + fault.path, fault.message) }
      for place in LegacyFilterCheck.expressions(in: json) {
        faults.warning(path + place, "an expression in a filter of the older kind: use one kind for the whole filter")
      }
      guard let converted = LegacyFilter.expression(of: json) else {
        if known.isEmpty { faults.error(path, "this is no filter") }
        return Self.nothing
      }
      source = converted
    }
    do throws(ExpressionFaults) {
      let program = try ExpressionProgram.compile(source, for: Self.filterSpecification)
      if program.dependencies.contains(.featureState) {
        faults.error(path, "\"feature-state\" data expressions are not supported with filters.")
      }
      return program
    } catch {
      for fault in error.faults { faults.error(path + (isExpression ? fault.key : ""), fault.message) }
      return Self.nothing
    }
  }

  private static let nothing = try? ExpressionProgram.compile(.bool(false), for: nil)

  private static let filterSpecification: PropertySpecification = {
    var filter = PropertySpecification(
      type: .boolean, scope: .dataDriven, isInterpolated: false, parameters: ["zoom", "feature"])
    filter.isFilter = true
    return filter
  }()

  /// Filters of both kinds may begin with the same word; what follows tells them apart (style specification, "Filter").
  static func isExpressionFilter(_ json: JSONValue) -> Bool {
    if json.bool != nil { return true }
    guard let items = json.array, let name = items.first?.string else { return false }
    switch name {
    case "has": return items.count >= 2 && items[1] != .string("$id") && items[1] != .string("$type")
    case "in": return items.count >= 3 && (items[1].string == nil || items[2].array != nil)
    case "!in", "!has", "none": return false
    case "==", "!=", ">", ">=", "<", "<=": return items.count != 3 || items[1].array != nil || items[2].array != nil
    case "any", "all": return items.dropFirst().allSatisfy { isExpressionFilter($0) }
    default: return true
    }
  }
}

/// Filters of the time before expressions, as expressions.
enum LegacyFilter {
  /// Calls itself for combined filters, as deep as the document may be. Nil for what is no filter.
  static func expression(of json: JSONValue) -> JSONValue? {
    guard let items = json.array else { return json == .null ? .bool(true) : nil }
    guard let name = items.first?.string else { return items.isEmpty ? .bool(true) : nil }
    let operands = Array(items.dropFirst())
    switch name {
    case "all", "any":
      let parts = operands.map { StyleReader.isExpressionFilter($0) ? $0 : expression(of: $0) }
      return parts.contains { $0 == nil } ? nil : .array([.string(name)] + parts.compactMap { $0 })
    case "none": return expression(of: .array([.string("any")] + operands)).map { call("!", $0) }
    case "==", "!=", "<", "<=", ">", ">=": return comparison(name, operands)
    case "in": return membership(operands)
    case "!in": return membership(operands).map { call("!", $0) }
    case "has": return operands.first?.string.map(presence)
    case "!has": return operands.first?.string.map { call("!", presence($0)) }
    default: return nil
    }
  }

  private static func comparison(_ name: String, _ operands: [JSONValue]) -> JSONValue? {
    guard operands.count == 2, let key = operands[0].string else { return nil }
    if name == "==" { return membership(operands) }
    if name == "!=" { return membership(operands).map { call("!", $0) } }
    guard key != "$type" else { return nil }
    let value = access(key)
    // Values of another type are neither less nor greater.
    switch operands[1] {
    case .number: return call("case", isA("number", value), call(name, call("number", value), operands[1]), .bool(false))
    case .string: return call("case", isA("string", value), call(name, call("string", value), operands[1]), .bool(false))
    case .null, .bool, .array, .object: return nil
    }
  }

  private static func membership(_ operands: [JSONValue]) -> JSONValue? {
    guard let key = operands.first?.string else { return nil }
    let values = operands.dropFirst()
    if key == "$type" { return types(values.compactMap(\.string)) }
    guard !values.isEmpty else { return .bool(false) }
    // Something that is not there is not null either.
    let parts = values.map { value in
      value == .null && key != "$id"
        ? call("all", call("has", .string(key)), call("==", access(key), value)) : call("==", access(key), value)
    }
    return parts.count == 1 ? parts[0] : .array([.string("any")] + parts)
  }

  /// The filter does not tell one part from many.
  private static func types(_ names: [String]) -> JSONValue {
    let all = names.filter { ["Point", "LineString", "Polygon"].contains($0) }.flatMap { [$0, "Multi\($0)"] }
    guard !all.isEmpty else { return .bool(false) }
    let unique = Array(Set(all)).sorted().map(JSONValue.string)
    return call("match", call("geometry-type"), .array(unique), .bool(true), .bool(false))
  }

  private static func presence(_ key: String) -> JSONValue {
    switch key {
    case "$id": call("!=", call("id"), .null)
    case "$type": .bool(true)
    default: call("has", .string(key))
    }
  }

  private static func access(_ key: String) -> JSONValue {
    key == "$id" ? call("id") : call("get", .string(key))
  }

  private static func isA(_ type: String, _ value: JSONValue) -> JSONValue {
    call("==", call("typeof", value), .string(type))
  }

  private static func call(_ name: String, _ operands: JSONValue...) -> JSONValue {
    .array([.string(name)] + operands)
  }
}
