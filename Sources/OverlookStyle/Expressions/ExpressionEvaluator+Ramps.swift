internal import Glibc

extension ExpressionEvaluator {
  /// The last stop that is not above `input`; -1 below all of them.
  static func stop(of input: Double, _ stops: [Double]) -> Int {
    var low = 0
    var high = stops.count
    while low < high {
      let middle = (low + high) / 2
      if stops[middle] <= input { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// The output of the last stop that is not above the input, or of what comes before the stops.
  mutating func step(_ node: ExpressionProgram.Node, _ stops: [Double]) throws(ExpressionError) -> StyleValue {
    try operand(Self.stop(of: try rampInput(node), stops) + 2, node)
  }

  private mutating func rampInput(_ node: ExpressionProgram.Node) throws(ExpressionError) -> Double {
    let input = try number(0, node)
    guard !input.isNaN else { throw ExpressionError("Input is not a number.") }
    return input
  }

  mutating func interpolate(
    _ node: ExpressionProgram.Node, _ stops: [Double], _ curve: InterpolationCurve, _ space: InterpolationSpace
  ) throws(ExpressionError) -> StyleValue {
    // Operand 0 is the input; between outputs of which there is one it decides nothing, whatever it is.
    if stops.count == 1 { return try operand(1, node) }
    let input = try rampInput(node)
    let stop = Self.stop(of: input, stops)
    if stop < 0 || input == stops[0] { return try operand(1, node) }
    if stop >= stops.count - 1 { return try operand(stops.count, node) }
    let t = Self.fraction(input, stops[stop], stops[stop + 1], curve)
    let from = try operand(stop + 1, node)
    let to = try operand(stop + 2, node)
    return try Self.between(from, to, t, space)
  }

  /// How far `input` lies on the way between two stops, 0 ... 1.
  static func fraction(_ input: Double, _ lower: Double, _ upper: Double, _ curve: InterpolationCurve) -> Double {
    let range = upper - lower
    let progress = input - lower
    switch curve {
    case .exponential(let base) where base == 1: return range == 0 ? 0 : progress / range
    case .exponential(let base): return range == 0 ? 0 : (pow(base, progress) - 1) / (pow(base, range) - 1)
    case .cubicBezier(let bezier): return bezier.value(at: range == 0 ? 0 : progress / range)
    }
  }

  /// Also what a transition between two values of a property shows.
  static func between(
    _ from: StyleValue, _ to: StyleValue, _ t: Double, _ space: InterpolationSpace
  ) throws(ExpressionError) -> StyleValue {
    switch (from, to) {
    case (.number(let a), .number(let b)): return .number(StyleColor.mix(a, b, t))
    case (.color(let a), .color(let b)): return .color(between(a, b, t, space))
    case (.padding(let a), .padding(let b)):
      return StylePadding(between(a.sides, b.sides, t)).map(StyleValue.padding) ?? from
    case (.numberArray(let a), .numberArray(let b)):
      guard a.count == b.count else { break }
      return .numberArray(between(a, b, t))
    case (.colorArray(let a), .colorArray(let b)):
      guard a.count == b.count else { break }
      return .colorArray(zip(a, b).map { between($0, $1, t, space) })
    case (.array(let a), .array(let b)):
      let numbersA = a.compactMap(\.number)
      let numbersB = b.compactMap(\.number)
      guard numbersA.count == a.count, numbersB.count == b.count, a.count == b.count else { break }
      return .array(between(numbersA, numbersB, t).map(StyleValue.number))
    case (.anchorOffsets(let a), .anchorOffsets(let b)):
      guard a.map(\.anchor) == b.map(\.anchor) else { break }
      return .anchorOffsets(
        zip(a, b).map {
          AnchorOffset(anchor: $0.anchor, x: StyleColor.mix($0.x, $1.x, t), y: StyleColor.mix($0.y, $1.y, t))
        })
    case (.projection(let a), .projection(let b)):
      return .projection(StyleProjection(from: a.to, to: b.to, transition: t))
    default: break
    }
    throw ExpressionError("Cannot interpolate between \(from.text) and \(to.text).")
  }

  private static func between(_ a: [Double], _ b: [Double], _ t: Double) -> [Double] {
    zip(a, b).map { StyleColor.mix($0, $1, t) }
  }

  private static func between(_ a: StyleColor, _ b: StyleColor, _ t: Double, _ space: InterpolationSpace) -> StyleColor {
    switch space {
    case .rgb: a.interpolated(to: b, t)
    case .hcl: PerceptualColor.interpolateHCL(a, b, t)
    case .lab: PerceptualColor.interpolateLab(a, b, t)
    }
  }
}
