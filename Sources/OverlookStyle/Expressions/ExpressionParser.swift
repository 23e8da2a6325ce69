internal import OverlookFormats

/// Reads the JSON of an expression, checks its types, folds what is constant, and makes its program.
///
/// Faults are collected with the place they are at; their texts are those that style authors know from other implementations.
struct ExpressionParser {
  /// What is done to a part of unknown type where a type is expected.
  enum Annotation { case byType, assert, coerce, omit }

  /// A part that was read.
  struct Part {
    var node: Int32
    var type: StyleType
    /// Known without evaluating.
    var literal: StyleValue?
  }

  /// Where in the document, and what is expected there.
  struct Place {
    var key = ""
    var expected: StyleType?
    var bindings: [String: Part] = [:]
    var depth = 0

    func at(_ index: Int, expecting type: StyleType?) -> Place {
      var place = self
      place.key += "[\(index)]"
      place.expected = type
      place.depth += 1
      return place
    }
  }

  var program = ExpressionProgram()
  var faults: [ExpressionFault] = []
  private var isOverBudget = false

  /// - Parameters:
  ///   - type: What is expected; nil for anything.
  ///   - annotation: For the outermost part: `.coerce` makes text of anything where text is expected.
  static func parse(
    _ json: JSONValue, expecting type: StyleType?, annotation: Annotation = .byType
  ) throws(ExpressionFaults) -> ExpressionProgram {
    var parser = ExpressionParser()
    var place = Place()
    place.expected = type
    guard let part = parser.parse(json, place, annotation: annotation), parser.faults.isEmpty else {
      throw ExpressionFaults(faults: parser.faults)
    }
    parser.program.root = part.node
    parser.program.type = part.type
    parser.program.dependencies = parser.program.nodeDependencies[Int(part.node)]
    return parser.program
  }

  // MARK: Parts

  /// Calls itself through the operators' readers; `ExpressionProgram.maximumDepth` bounds how deep.
  mutating func parse(_ json: JSONValue, _ place: Place, annotation: Annotation = .byType) -> Part? {
    guard place.depth < ExpressionProgram.maximumDepth, program.nodes.count < ExpressionProgram.maximumNodes else {
      if !isOverBudget { fail(place, "The expression is too large or too deep.") }
      isOverBudget = true
      return nil
    }
    let mark = program.nodes.count
    let operandMark = program.operands.count
    switch json {
    case .null, .bool, .number, .string:
      return finish(literal(StyleValue(json)), place, annotation, mark, operandMark)
    case .object: return fail(place, #"Bare objects invalid. Use ["literal", {...}] instead."#)
    case .array(let items):
      guard let first = items.first else {
        return fail(
          place,
          #"Expected an array with at least one element. If you wanted a literal array, use ["literal", []]."#)
      }
      guard let name = first.string else {
        let found = Self.scriptTypeName(first)
        return fail(
          place.at(0, expecting: nil),
          "Expression name must be a string, but found \(found) instead. "
            + #"If you wanted a literal array, use ["literal", [...]]."#)
      }
      guard let part = parseOperator(name, items, place) else { return nil }
      return finish(part, place, annotation, mark, operandMark)
    }
  }

  /// Checks or adapts the type, and replaces what is constant by its value.
  private mutating func finish(
    _ part: Part, _ place: Place, _ annotation: Annotation, _ mark: Int, _ operandMark: Int
  ) -> Part? {
    guard let fitted = fit(part, place, annotation) else { return nil }
    guard fitted.literal == nil, fitted.type != .resolvedImage, Int(fitted.node) >= mark,
      program.nodeDependencies[Int(fitted.node)].isEmpty
    else { return fitted }
    let value: StyleValue
    do throws(ExpressionError) {
      var evaluator = ExpressionEvaluator(program: program, context: ExpressionContext())
      value = try evaluator.value(fitted.node)
    } catch {
      return fail(place, error.message)
    }
    program.nodes.removeSubrange(mark...)
    program.nodeDependencies.removeSubrange(mark...)
    program.operands.removeSubrange(operandMark...)
    var folded = literal(value)
    folded.type = fitted.type
    return folded
  }

  private mutating func fit(_ part: Part, _ place: Place, _ annotation: Annotation) -> Part? {
    guard let expected = place.expected else { return part }
    if let usual = Self.adaptation(of: part.type, to: expected) {
      let chosen = annotation == .byType ? usual : annotation
      return chosen == .omit ? part : adapt(part, to: expected, chosen)
    }
    return check(part.type, is: expected, place) ? part : nil
  }

  private mutating func adapt(_ part: Part, to type: StyleType, _ annotation: Annotation) -> Part {
    append(annotation == .coerce ? .coerce(type) : .assert(type), [part], type)
  }

  /// How a part of type `actual` can still become `expected`; nil when the types must simply fit.
  private static func adaptation(of actual: StyleType, to expected: StyleType) -> Annotation? {
    switch expected {
    case .string, .number, .boolean, .object, .array: return actual == .value ? .assert : nil
    case .color, .formatted, .resolvedImage: return actual == .value || actual == .string ? .coerce : nil
    case .projectionDefinition: return actual == .value || actual == .string || actual.isArray ? .coerce : nil
    case .padding, .numberArray: return actual == .value || actual == .number || actual.isArray ? .coerce : nil
    case .colorArray: return actual == .value || actual == .string || actual.isArray ? .coerce : nil
    case .variableAnchorOffsetCollection: return actual == .value || actual.isArray ? .coerce : nil
    case .null, .collator, .value, .error: return nil
    }
  }

  // MARK: Making nodes

  mutating func literal(_ value: StyleValue) -> Part {
    var part = append(.literal(value), [], value.type)
    part.literal = value
    return part
  }

  mutating func append(
    _ operation: ExpressionOperation, _ parts: [Part], _ type: StyleType, dependencies own: ExpressionDependencies = []
  ) -> Part {
    let first = program.operands.count
    program.operands.append(contentsOf: parts.map(\.node))
    program.nodes.append(
      ExpressionProgram.Node(operation: operation, firstOperand: Int32(first), operandCount: Int32(parts.count)))
    program.nodeDependencies.append(parts.reduce(own) { $0.union(program.nodeDependencies[Int($1.node)]) })
    return Part(node: Int32(program.nodes.count - 1), type: type)
  }

  // MARK: Faults

  /// Nil, so that a reader can end with it.
  @discardableResult
  mutating func fail(_ place: Place, _ message: String) -> Part? {
    faults.append(ExpressionFault(key: place.key, message: message))
    return nil
  }

  /// False, and a fault, when a value of type `actual` does not fit.
  mutating func check(_ actual: StyleType, is expected: StyleType, _ place: Place) -> Bool {
    if expected.accepts(actual) { return true }
    var fault = ExpressionFault(key: place.key, message: "Expected \(expected) but found \(actual) instead.")
    fault.isMismatch = true
    faults.append(fault)
    return false
  }

  /// As the `typeof` of JavaScript names it, which messages quote.
  static func scriptTypeName(_ json: JSONValue) -> String {
    switch json {
    case .null, .array, .object: "object"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    }
  }
}
