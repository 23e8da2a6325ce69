internal import OverlookFormats

extension ExpressionEvaluator {
  mutating func choose(_ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleValue {
    let last = Int(node.operandCount) - 1
    for test in stride(from: 0, to: last, by: 2) where try bool(test, node) {
      return try operand(test + 1, node)
    }
    return try operand(last, node)
  }

  mutating func match(_ node: ExpressionProgram.Node, _ table: MatchTable) throws(ExpressionError) -> StyleValue {
    let result: Int? =
      switch try operand(0, node) {
      case .string(let text): table.texts[text]
      case .number(let number): table.numbers[number]
      default: nil
      }
    return try operand(result.map { $0 + 1 } ?? Int(node.operandCount) - 1, node)
  }

  /// The first operand that is not null; an image that the map lacks counts as null, and is asked for by name when nothing else
  /// is there.
  mutating func coalesce(_ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleValue {
    var wanted: StyleValue?
    for index in 0..<Int(node.operandCount) {
      let value = try operand(index, node)
      if case .image(let image) = value, !image.isAvailable {
        wanted = wanted ?? value
      } else if value != .null {
        return value
      }
    }
    return wanted ?? .null
  }

  mutating func allHold(_ node: ExpressionProgram.Node) throws(ExpressionError) -> Bool {
    for index in 0..<Int(node.operandCount) where try !bool(index, node) { return false }
    return true
  }

  mutating func anyHolds(_ node: ExpressionProgram.Node) throws(ExpressionError) -> Bool {
    for index in 0..<Int(node.operandCount) where try bool(index, node) { return true }
    return false
  }

  // MARK: Comparing

  mutating func compare(_ node: ExpressionProgram.Node, _ comparison: Comparison) throws(ExpressionError) -> Bool {
    let left = try operand(0, node)
    let right = try operand(1, node)
    switch comparison {
    case .equal: return left == right
    case .notEqual: return left != right
    case .less, .greater, .lessOrEqual, .greaterOrEqual: break
    }
    switch (left, right) {
    case (.number(let a), .number(let b)): return Self.holds(comparison, a, b)
    case (.string(let a), .string(let b)): return Self.holds(comparison, Array(a.utf16), Array(b.utf16))
    default:
      throw ExpressionError(
        "Expected arguments for \"\(comparison.rawValue)\" to be (string, string) or (number, number), "
          + "but found (\(Self.kind(left)), \(Self.kind(right))) instead.")
    }
  }

  mutating func compareText(_ node: ExpressionProgram.Node, _ comparison: Comparison) throws(ExpressionError) -> Bool {
    let left = try operand(0, node)
    let right = try operand(1, node)
    guard case .string(let a) = left, case .string(let b) = right, case .collator(let collator) = try operand(2, node) else {
      if !comparison.isOrder { return (left == right) == (comparison == .equal) }
      throw ExpressionError(
        "Expected arguments for \"\(comparison.rawValue)\" to be (string, string) or (number, number), "
          + "but found (\(Self.kind(left)), \(Self.kind(right))) instead.")
    }
    return Self.holds(comparison, collator.order(a, b), 0)
  }

  private static func kind(_ value: StyleValue) -> String {
    if case .array = value { return "array" }
    return value.type.description
  }

  private static func holds(_ comparison: Comparison, _ a: Double, _ b: Double) -> Bool {
    switch comparison {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .greater: a > b
    case .lessOrEqual: a <= b
    case .greaterOrEqual: a >= b
    }
  }

  /// By UTF-16 code units, as ECMAScript orders strings.
  private static func holds(_ comparison: Comparison, _ a: [UInt16], _ b: [UInt16]) -> Bool {
    let order: Double = a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    return holds(comparison, order, 0)
  }
}
