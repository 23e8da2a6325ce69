/// What one step of an expression's program does with its operands.
enum ExpressionOperation: Sendable {
  case literal(StyleValue)

  // Types.
  /// The first operand of the type; an error when there is none.
  case assert(StyleType)
  /// The first operand that can be made a value of the type.
  case coerce(StyleType)
  case typeName

  // The feature and its surroundings.
  case property(String)
  /// The first of these that the feature has.
  case firstProperty([String])
  case hasProperty(String)
  /// Of an object (second operand) or, with one operand, of the feature.
  case member
  case hasMember
  case properties
  case featureID
  case geometryType
  case featureState
  case globalState(String)
  case input(ExpressionInput)
  case within(StyleArea)
  case distance(StyleShape)

  // Decisions.
  /// Test, result, test, result, ..., otherwise.
  case choose
  /// Input, results, otherwise.
  case match(MatchTable)
  case coalesce
  case all, any, not
  case compare(Comparison)
  /// Left, right, collator.
  case compareText(Comparison)

  // Ramps. The input is the first operand.
  case step([Double])
  case interpolate([Double], InterpolationCurve, InterpolationSpace)

  // Arrays and text.
  /// An array, or an object with these keys, of the values of the operands.
  case list, object([String])
  case item, contains, indexOf, slice, length, split, join, concatenate
  case uppercase, lowercase, isSupportedScript
  case collator, resolvedLocale
  case format([FormatSection])
  case imageName
  case numberFormat(NumberFormatParts)

  // Numbers and colours.
  case arithmetic(Arithmetic)
  case rgba
  case colorComponents
  case fail
}

/// Values that come with the map or the layer rather than with the feature.
enum ExpressionInput: Hashable, Sendable {
  case zoom, heatmapDensity, elevation, lineProgress, accumulated
}

enum Comparison: String, Hashable, Sendable {
  case equal = "==", notEqual = "!=", less = "<", greater = ">", lessOrEqual = "<=", greaterOrEqual = ">="

  var isOrder: Bool { self != .equal && self != .notEqual }
}

enum Arithmetic: String, Hashable, Sendable, CaseIterable {
  case add = "+", subtract = "-", multiply = "*", divide = "/", remainder = "%", power = "^"
  case minimum = "min", maximum = "max"
  case sqrt, log10, ln, log2, sin, cos, tan, asin, acos, atan, round, abs, ceil, floor
  case ln2, pi, e
}

enum InterpolationCurve: Hashable, Sendable {
  case exponential(base: Double)
  case cubicBezier(UnitBezier)
}

enum InterpolationSpace: Hashable, Sendable {
  case rgb, hcl, lab
}

/// Which result belongs to which input of a `match`.
struct MatchTable: Sendable {
  /// All labels are of one kind; the other table is empty. Values are indices into the results.
  var texts: [String: Int] = [:]
  var numbers: [Double: Int] = [:]
}

/// Which of the operands of a `format` are the parts of one section; nil for what is not said.
struct FormatSection: Hashable, Sendable {
  var content: Int
  var scale: Int?
  var font: Int?
  var color: Int?
  var verticalAlign: Int?
}

/// Which of the operands of a `number-format` are what; nil for what is not said. The number is operand 0.
struct NumberFormatParts: Hashable, Sendable {
  var locale: Int?
  var currency: Int?
  var unit: Int?
  var minimumFractionDigits: Int?
  var maximumFractionDigits: Int?
}

/// What the value of an expression depends on.
package struct ExpressionDependencies: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let feature = ExpressionDependencies(rawValue: 1)
  package static let featureState = ExpressionDependencies(rawValue: 1 << 1)
  package static let zoom = ExpressionDependencies(rawValue: 1 << 2)
  package static let heatmapDensity = ExpressionDependencies(rawValue: 1 << 3)
  package static let elevation = ExpressionDependencies(rawValue: 1 << 4)
  package static let lineProgress = ExpressionDependencies(rawValue: 1 << 5)
  package static let accumulated = ExpressionDependencies(rawValue: 1 << 6)
  package static let globalState = ExpressionDependencies(rawValue: 1 << 7)
  /// Something that is only known where the expression is evaluated: images, scripts, languages; or an error it always ends in.
  package static let environment = ExpressionDependencies(rawValue: 1 << 8)
}
