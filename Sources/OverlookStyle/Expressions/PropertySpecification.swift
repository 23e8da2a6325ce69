package import OverlookFormats

/// What the style specification says of a property: which values it takes, and what its expressions may depend on.
package struct PropertySpecification: Hashable, Sendable {
  package enum Scope: String, Sendable {
    /// Expressions may depend on the feature and on the zoom.
    case dataDriven = "data-driven"
    case crossFadedDataDriven = "cross-faded-data-driven"
    case crossFaded = "cross-faded"
    case dataConstant = "data-constant"
    case colorRamp = "color-ramp"
    case constant
  }

  package var type: StyleType
  package var scope: Scope
  /// Whether values between two stops make sense.
  package var isInterpolated: Bool
  /// What expressions may use: "zoom", "feature", "feature-state", "heatmap-density", ...
  package var parameters: Set<String>
  /// Of an enumeration; empty for everything else.
  package var choices: Set<String> = []
  /// Filters, which are asked at whole zooms, may use the zoom anywhere.
  package var isFilter = false
  /// Whether `type` is asked of expressions; without, any will do.
  var isTyped = true
  /// What a function of the time before expressions gives where it says nothing.
  var fallback: JSONValue?
  /// Whether `{name}` in plain text stands for a property of the feature.
  var hasTokens: Bool

  package init(type: StyleType, scope: Scope, isInterpolated: Bool, parameters: Set<String>, choices: Set<String> = []) {
    self.type = type
    self.scope = scope
    self.isInterpolated = isInterpolated
    self.parameters = parameters
    self.choices = choices
    hasTokens = type == .formatted || type == .resolvedImage
  }

  /// From what a test says of a property, with everything else as it is for most properties: they depend on the feature and the
  /// zoom.
  init(completing json: JSONValue) {
    var members = json.object ?? JSONObject()
    if members["property-type"] == nil { members["property-type"] = .string(Scope.dataDriven.rawValue) }
    if members["expression"] == nil {
      var expression = JSONObject()
      expression["interpolated"] = .bool(true)
      expression["parameters"] = .array([.string("zoom"), .string("feature")])
      members["expression"] = .object(expression)
    }
    if let known = PropertySpecification(.object(members)) {
      self = known
      hasTokens = json["tokens"]?.bool ?? false
      fallback = json["default"]
      return
    }
    members["type"] = .string("string")
    let untyped = PropertySpecification(.object(members))
    self =
      untyped ?? PropertySpecification(type: .value, scope: .dataDriven, isInterpolated: true, parameters: ["zoom", "feature"])
    type = .value
    isTyped = false
  }

  /// From the JSON of the specification's own reference; nil when it names no type that is known.
  package init?(_ json: JSONValue) {
    guard let name = json["type"]?.string, let type = Self.type(name, json) else { return nil }
    let expression = json["expression"]
    self.init(
      type: type, scope: json["property-type"]?.string.flatMap(Scope.init) ?? .constant,
      isInterpolated: expression?["interpolated"]?.bool ?? false,
      parameters: Set((expression?["parameters"]?.array ?? []).compactMap(\.string)))
    switch json["values"] {
    case .object(let values)?: choices = Set(values.keys)
    case .array(let values)?: choices = Set(values.compactMap(\.string))
    default: break
    }
  }

  private static func type(_ name: String, _ json: JSONValue) -> StyleType? {
    switch name {
    case "array":
      let item = json["value"]?.string.flatMap { type($0, .null) } ?? .value
      return .array(of: item, count: json["length"]?.number.flatMap { Int(exactly: $0) })
    case "enum", "string": return .string
    case "number": return .number
    case "boolean": return .boolean
    case "color": return .color
    case "formatted": return .formatted
    case "padding": return .padding
    case "numberArray": return .numberArray
    case "colorArray": return .colorArray
    case "resolvedImage": return .resolvedImage
    case "projectionDefinition": return .projectionDefinition
    case "variableAnchorOffsetCollection": return .variableAnchorOffsetCollection
    default: return nil
    }
  }
}

extension ExpressionProgram {
  /// The program of `json` for a property of this kind; nil: anything goes. Throws what is wrong and where.
  package static func compile(
    _ json: JSONValue, for property: PropertySpecification?
  ) throws(ExpressionFaults) -> ExpressionProgram {
    // Text can be made of everything, so a property that wants text takes every value; not one that wants one of some words.
    let type = property.flatMap { $0.isTyped ? $0.type : nil }
    let takesAnything = type == .string && property?.choices.isEmpty != false
    let annotation: ExpressionParser.Annotation = takesAnything ? .coerce : .byType
    let program = try ExpressionParser.parse(json, expecting: type, annotation: annotation)
    if let property, let fault = program.fault(as: property) { throw ExpressionFaults(faults: [fault]) }
    return program
  }

  /// What the property does not allow.
  private func fault(as property: PropertySpecification) -> ExpressionFault? {
    let message: String? =
      if !isFeatureConstant && property.scope != .dataDriven && property.scope != .crossFadedDataDriven {
        "data expressions not supported"
      } else if !isZoomConstant && !property.parameters.contains("zoom") {
        "zoom expressions not supported"
      } else {
        property.isFilter ? nil : zoomCurveFault(isInterpolated: property.isInterpolated)
      }
    return message.map { ExpressionFault(key: "", message: $0) }
  }

  /// The zoom may only be the input of a ramp that is the whole expression, or the result of a `let` or of the `coalesce` that
  /// is: a tile is laid out once for its zoom, and only ramps can be followed between two.
  private func zoomCurveFault(isInterpolated: Bool) -> String? {
    // What is bound to a name counts even where the name is not used.
    guard nodeDependencies.contains(where: { $0.contains(.zoom) }) else { return nil }
    let message = #""zoom" expression may only be used as input to a top-level "step" or "interpolate" expression."#
    guard let curve = zoomCurve else { return message }
    if nodes.indices.contains(where: { $0 != Int(curve) && isZoomCurve(Int32($0)) }) {
      return #"Only one zoom-based "step" or "interpolate" subexpression may be used in an expression."#
    }
    let inner = Set(operandIndices(of: curve).dropFirst())
    let isElsewhere = inner.contains { nodeDependencies[Int($0)].contains(.zoom) }
    if isElsewhere { return message }
    if case .interpolate = nodes[Int(curve)].operation, !isInterpolated {
      return #""interpolate" expressions cannot be used with this property"#
    }
    return nil
  }

  private func isZoomCurve(_ index: Int32) -> Bool {
    switch nodes[Int(index)].operation {
    case .step, .interpolate:
      guard let input = operandIndices(of: index).first, case .input(.zoom) = nodes[Int(input)].operation else { return false }
      return true
    default: return false
    }
  }

  /// The ramp by zoom that decides the value.
  package var zoomCurve: Int32? {
    var index = root
    // Down through what passes a value on; every step leads to an earlier node.
    while true {
      let node = nodes[Int(index)]
      switch node.operation {
      case .step, .interpolate: return isZoomCurve(index) ? index : nil
      case .coalesce, .assert, .coerce:
        let curves = operandIndices(of: index).filter { nodeDependencies[Int($0)].contains(.zoom) }
        guard curves.count == 1, let only = curves.first else { return nil }
        index = only
      default: return nil
      }
    }
  }

  func operandIndices(of index: Int32) -> ArraySlice<Int32> {
    let node = nodes[Int(index)]
    let first = Int(node.firstOperand)
    return operands[first..<first + Int(node.operandCount)]
  }
}
