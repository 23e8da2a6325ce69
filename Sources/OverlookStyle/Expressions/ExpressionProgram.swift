/// A style expression ready to be evaluated: its steps in one array, operands before what uses them.
package struct ExpressionProgram: Sendable {
  struct Node: Sendable {
    var operation: ExpressionOperation
    /// Into `operands`.
    var firstOperand: Int32
    var operandCount: Int32
  }

  var nodes: [Node] = []
  /// Indices of nodes.
  var operands: [Int32] = []
  var root: Int32 = 0
  package var type = StyleType.value
  package var dependencies: ExpressionDependencies = []
  /// The same in all copies of a program, and in no other.
  package let identity = Identity()
  /// Of `nodes`, for what asks about parts.
  var nodeDependencies: [ExpressionDependencies] = []
  /// Whether a feature's name that cannot be drawn gives way to its name in Latin letters.
  var namesGiveWay = false

  package final class Identity: Sendable {}

  /// Limits of an expression and its evaluation.
  package static let maximumDepth = 128
  package static let maximumNodes = 10_000
  static let maximumSteps = 100_000
  static let maximumTextBytes = 1 << 20

  /// Whether the value is the same for all features.
  package var isFeatureConstant: Bool { !dependencies.contains(.feature) && !dependencies.contains(.featureState) }
  /// Whether the value is the same at all zooms.
  package var isZoomConstant: Bool { !dependencies.contains(.zoom) }

  /// The value, when it depends on nothing.
  package var constant: StyleValue? {
    guard case .literal(let value) = nodes[Int(root)].operation else { return nil }
    return value
  }

  /// The one property that is all that the value depends on of a feature and its state; nil where it depends on more, or on
  /// nothing.
  package var onlyProperty: String? {
    if namesGiveWay { return nil }
    var only: String?
    for node in nodes {
      switch node.operation {
      case .property(let name), .hasProperty(let name):
        guard only == nil || only == name else { return nil }
        only = name
      case .firstProperty, .member, .hasMember, .properties, .featureID, .geometryType, .featureState, .within, .distance:
        return nil
      case .literal, .assert, .coerce, .typeName, .globalState, .input, .choose, .match, .coalesce, .all, .any, .not, .compare,
        .compareText, .step, .interpolate, .list, .object, .item, .contains, .indexOf, .slice, .length, .split, .join,
        .concatenate, .uppercase,
        .lowercase, .isSupportedScript, .collator, .resolvedLocale, .format, .imageName, .numberFormat, .arithmetic, .rgba,
        .colorComponents, .fail:
        continue
      }
    }
    return only
  }

  func operand(_ number: Int, of node: Node) -> Int32 {
    operands[Int(node.firstOperand) + number]
  }
}

/// A fault in an expression, at a place in its JSON: "[1][2]", or "" for all of it.
package struct ExpressionFault: Hashable, Sendable {
  package var key: String
  package var message: String
  /// Whether a part has another type than is wanted where it stands.
  var isMismatch = false

  package init(key: String, message: String) {
    self.key = key
    self.message = message
  }
}

/// An expression that has no value for some feature.
package struct ExpressionError: Error, Hashable, Sendable {
  package var message: String

  init(_ message: String) { self.message = message }
}

/// One or more faults of an expression.
package struct ExpressionFaults: Error, Hashable, Sendable {
  package var faults: [ExpressionFault]
}
