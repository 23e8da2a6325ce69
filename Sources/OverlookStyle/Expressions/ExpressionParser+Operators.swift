internal import OverlookFormats

extension ExpressionParser {
  /// Whether an array that begins with this name is an expression, and not a value.
  static func isOperator(_ name: String) -> Bool {
    special.contains(name) || ExpressionFunction.named(name) != nil
  }

  /// Operators whose operands are not all evaluated first, or that are read in a way of their own.
  private static let special: Set<String> = [
    "literal", "semiliteral", "array", "string", "number", "boolean", "object", "to-boolean", "to-string", "to-number",
    "to-color", "let", "var",
    "case", "match", "coalesce", "==", "!=", "<", ">", "<=", ">=", "step", "interpolate", "interpolate-hcl", "interpolate-lab",
    "at",
    "in", "index-of", "slice", "length", "collator", "format", "image", "number-format", "global-state", "within", "distance",
  ]

  /// The part that begins with the operator `name`; `items` holds the name too.
  mutating func parseOperator(_ name: String, _ items: [JSONValue], _ place: Place) -> Part? {
    switch name {
    case "literal": parseLiteral(items, place)
    case "semiliteral": parseSemiliteral(items, place)
    case "array": parseArrayAssertion(items, place)
    case "string": parseTypes(items, place, .assert(.string), .string)
    case "number": parseTypes(items, place, .assert(.number), .number)
    case "boolean": parseTypes(items, place, .assert(.boolean), .boolean)
    case "object": parseTypes(items, place, .assert(.object), .object)
    case "to-boolean": parseTypes(items, place, .coerce(.boolean), .boolean, single: true)
    case "to-string": parseTypes(items, place, .coerce(.string), .string, single: true)
    case "to-number": parseTypes(items, place, .coerce(.number), .number)
    case "to-color": parseTypes(items, place, .coerce(.color), .color)
    case "let": parseLet(items, place)
    case "var": parseVar(items, place)
    case "case": parseCase(items, place)
    case "match": parseMatch(items, place)
    case "coalesce": parseCoalesce(items, place)
    case "==", "!=", "<", ">", "<=", ">=": parseComparison(name, items, place)
    case "step": parseStep(items, place)
    case "interpolate": parseInterpolate(items, place, .rgb)
    case "interpolate-hcl": parseInterpolate(items, place, .hcl)
    case "interpolate-lab": parseInterpolate(items, place, .lab)
    case "at": parseAt(items, place)
    case "in": parseIn(items, place)
    case "index-of": parseIndexOf(items, place)
    case "slice": parseSlice(items, place)
    case "length": parseLength(items, place)
    case "collator": parseCollator(items, place)
    case "format": parseFormat(items, place)
    case "image": parseImage(items, place)
    case "number-format": parseNumberFormat(items, place)
    case "global-state": parseGlobalState(items, place)
    case "within": parseWithin(items, place)
    case "distance": parseDistance(items, place)
    default: parseFunction(name, items, place)
    }
  }

  /// False, and a fault, when there are not `count` operands.
  mutating func expectOperands(_ count: Int, _ items: [JSONValue], _ place: Place, _ words: String? = nil) -> Bool {
    if items.count - 1 == count { return true }
    fail(place, words ?? "Expected \(count) arguments, but found \(items.count - 1) instead.")
    return false
  }

  // MARK: Types

  private mutating func parseLiteral(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count == 2 else {
      return fail(place, "'literal' expression requires exactly one argument, but found \(items.count - 1) instead.")
    }
    var part = literal(StyleValue(items[1]))
    // An empty array has the item type that is asked of it.
    if case .array(.value, 0) = part.type, case .array(_, let count)? = place.expected, count == nil || count == 0 {
      part.type = place.expected ?? part.type
    }
    return part
  }

  /// An array or object whose items are expressions.
  private mutating func parseSemiliteral(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count == 2 else {
      return fail(place, "'semiliteral' expression requires exactly one argument, but found \(items.count - 1) instead.")
    }
    let inner = place.at(1, expecting: .value)
    switch items[1] {
    case .array(let values):
      return parseOperands(values, from: 0, inner, expecting: .value).map { parts in
        append(.list, parts, .array(of: Self.commonType(of: parts), count: parts.count))
      }
    case .object(let object):
      return parseOperands(object.members.map(\.value), from: 0, inner, expecting: .value).map { parts in
        append(.object(object.members.map(\.key)), parts, .object)
      }
    case .null, .bool, .number, .string: return literal(StyleValue(items[1]))
    }
  }

  private static func commonType(of parts: [Part]) -> StyleType {
    guard let first = parts.first?.type, !first.isArray, parts.allSatisfy({ $0.type == first }) else { return .value }
    return first
  }

  private mutating func parseArrayAssertion(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count >= 2 else { return fail(place, "Expected at least one argument.") }
    var next = 1
    var itemType = StyleType.value
    var count: Int?
    if items.count > 2 {
      switch items[1].string {
      case "string": itemType = .string
      case "number": itemType = .number
      case "boolean": itemType = .boolean
      default:
        return fail(
          place.at(1, expecting: nil), #"The item type argument of "array" must be one of string, number, boolean"#)
      }
      next = 2
    }
    if items.count > 3 {
      if items[2] != .null {
        guard let number = items[2].number, let whole = Int(exactly: number), whole >= 0 else {
          return fail(place.at(2, expecting: nil), #"The length argument to "array" must be a positive integer literal"#)
        }
        count = whole
      }
      next = 3
    }
    let type = StyleType.array(of: itemType, count: count)
    return parseOperands(items, from: next, place, expecting: .value).map { append(.assert(type), $0, type) }
  }

  private mutating func parseTypes(
    _ items: [JSONValue], _ place: Place, _ operation: ExpressionOperation, _ type: StyleType, single: Bool = false
  ) -> Part? {
    guard items.count >= 2 else { return fail(place, "Expected at least one argument.") }
    guard !single || items.count == 2 else { return fail(place, "Expected one argument.") }
    return parseOperands(items, from: 1, place, expecting: .value).map { append(operation, $0, type) }
  }

  /// All operands from `first` on; nil after the first fault.
  mutating func parseOperands(
    _ items: [JSONValue], from first: Int, _ place: Place, expecting type: StyleType?
  ) -> [Part]? {
    var parts: [Part] = []
    for index in first..<max(first, items.count) {
      guard let part = parse(items[index], place.at(index, expecting: type)) else { return nil }
      parts.append(part)
    }
    return parts
  }

  // MARK: Names

  private mutating func parseLet(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count >= 4 else {
      return fail(place, "Expected at least 3 arguments, but found \(items.count - 1) instead.")
    }
    var bindings = place.bindings
    var bound: ExpressionDependencies = []
    for index in stride(from: 1, to: items.count - 1, by: 2) {
      guard let name = items[index].string else {
        let found = Self.scriptTypeName(items[index])
        return fail(place.at(index, expecting: nil), "Expected string, but found \(found) instead.")
      }
      guard name.utf8.allSatisfy(Self.isNameByte) else {
        return fail(place.at(index, expecting: nil), "Variable names must contain only alphanumeric characters or '_'.")
      }
      guard let part = parse(items[index + 1], place.at(index + 1, expecting: nil)) else { return nil }
      bindings[name] = part
      bound.formUnion(program.nodeDependencies[Int(part.node)])
    }
    var inner = place.at(items.count - 1, expecting: place.expected)
    inner.bindings = bindings
    guard var result = parse(items[items.count - 1], inner) else { return nil }
    // What is bound counts as used, and then nothing is known without evaluating.
    program.nodeDependencies[Int(result.node)].formUnion(bound)
    if !bound.isEmpty { result.literal = nil }
    return result
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The bound part itself: it is evaluated where it is used.
  private mutating func parseVar(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count == 2, let name = items[1].string else {
      return fail(place, "'var' expression requires exactly one string literal argument.")
    }
    guard let part = place.bindings[name] else {
      return fail(
        place.at(1, expecting: nil),
        #"Unknown variable "\#(name)". Make sure "\#(name)" has been bound in an enclosing "let" expression before using it."#)
    }
    return part
  }

  private mutating func parseGlobalState(_ items: [JSONValue], _ place: Place) -> Part? {
    guard items.count == 2 else { return fail(place, "Expected 1 argument, but found \(items.count - 1) instead.") }
    guard let name = items[1].string else {
      return fail(place, "Global state property must be string, but found \(Self.scriptTypeName(items[1])) instead.")
    }
    return append(.globalState(name), [], .value, dependencies: .globalState)
  }
}
