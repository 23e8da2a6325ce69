internal import Glibc

extension ExpressionEvaluator {
  mutating func arithmetic(_ node: ExpressionProgram.Node, _ operation: Arithmetic) throws(ExpressionError) -> Double {
    switch operation {
    case .add: return try fold(node, 0) { $0 + $1 }
    case .multiply: return try fold(node, 1) { $0 * $1 }
    case .minimum: return try fold(node, .infinity) { $0.isNaN || $1.isNaN ? .nan : min($0, $1) }
    case .maximum: return try fold(node, -.infinity) { $0.isNaN || $1.isNaN ? .nan : max($0, $1) }
    case .ln2: return M_LN2
    case .pi: return .pi
    case .e: return M_E
    default: break
    }
    let a = try number(0, node)
    switch operation {
    case .subtract: return node.operandCount == 1 ? -a : a - (try number(1, node))
    case .divide: return a / (try number(1, node))
    case .remainder: return a.truncatingRemainder(dividingBy: try number(1, node))
    case .power: return pow(a, try number(1, node))
    default: return Self.function(operation, a)
    }
  }

  private mutating func fold(
    _ node: ExpressionProgram.Node, _ start: Double, _ combine: (Double, Double) -> Double
  ) throws(ExpressionError) -> Double {
    var result = start
    for index in 0..<Int(node.operandCount) { result = combine(result, try number(index, node)) }
    return result
  }

  private static func function(_ operation: Arithmetic, _ a: Double) -> Double {
    switch operation {
    case .sqrt: return a.squareRoot()
    case .log10: return Glibc.log10(a)
    case .ln: return log(a)
    case .log2: return Glibc.log2(a)
    case .sin: return Glibc.sin(a)
    case .cos: return Glibc.cos(a)
    case .tan: return Glibc.tan(a)
    case .asin: return Glibc.asin(a)
    case .acos: return Glibc.acos(a)
    case .atan: return Glibc.atan(a)
    // Halves go away from zero.
    case .round: return a.rounded(.toNearestOrAwayFromZero)
    case .abs: return Swift.abs(a)
    case .ceil: return a.rounded(.up)
    case .floor: return a.rounded(.down)
    default: return .nan
    }
  }

  mutating func rgba(_ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleColor {
    var components: [StyleValue] = []
    for index in 0..<Int(node.operandCount) { components.append(try operand(index, node)) }
    if components.count == 3 { components.append(.number(1)) }
    if let fault = Self.rgbaFault(components) { throw ExpressionError(fault) }
    return Self.color(components.map { $0.number ?? 0 })
  }

  mutating func colorComponents(_ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleValue {
    guard let color = try operand(0, node).color else { return .null }
    return .array([.number(color.red * 255), .number(color.green * 255), .number(color.blue * 255), .number(color.alpha)])
  }
}
