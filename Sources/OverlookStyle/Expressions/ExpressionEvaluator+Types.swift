internal import Foundation
internal import OverlookFormats

extension ExpressionEvaluator {
  mutating func asserted(_ node: ExpressionProgram.Node, _ type: StyleType) throws(ExpressionError) -> StyleValue {
    var found = StyleType.null
    for index in 0..<Int(node.operandCount) {
      let value = try operand(index, node)
      found = value.type
      if type.accepts(found) { return value }
    }
    throw ExpressionError("Expected value to be of type \(type), but found \(found) instead.")
  }

  mutating func coerced(_ node: ExpressionProgram.Node, _ type: StyleType) throws(ExpressionError) -> StyleValue {
    switch type {
    case .boolean: return .bool(Self.isTruthy(try operand(0, node)))
    case .string: return .string(try operand(0, node).text)
    case .formatted: return Self.formatted(try operand(0, node))
    case .resolvedImage:
      let name = try operand(0, node).text
      return name.isEmpty ? .null : .image(StyleImageName(name: name, isAvailable: false))
    default: break
    }
    var last = StyleValue.null
    var fault: String?
    for index in 0..<Int(node.operandCount) {
      last = try operand(index, node)
      fault = nil
      if let value = Self.converted(last, to: type, &fault) { return value }
    }
    if let fault { throw ExpressionError(fault) }
    if type == .number { throw ExpressionError("Could not convert \(JSONWriter.text(last.json)) to number.") }
    if type == .projectionDefinition {
      throw ExpressionError("Could not parse projection expression, but found \(last.text) instead.")
    }
    throw ExpressionError("Could not parse \(type) from value '\(last.string ?? JSONWriter.text(last.json))'")
  }

  private static func formatted(_ value: StyleValue) -> StyleValue {
    if case .formatted = value { return value }
    if case .image(let image) = value {
      return .formatted(FormattedText(sections: [FormattedText.Section(text: "", image: image)]))
    }
    return .formatted(FormattedText(value.text))
  }

  /// Nil when the value cannot be made one of `type`; `fault` says why where there is more to say than that.
  private static func converted(_ value: StyleValue, to type: StyleType, _ fault: inout String?) -> StyleValue? {
    if value.type == type { return value }
    switch type {
    case .number: return Self.number(value).map(StyleValue.number)
    case .color: return Self.color(value, &fault).map(StyleValue.color)
    case .padding:
      return value.number.flatMap { StylePadding([$0]) }.map(StyleValue.padding)
        ?? Self.numbers(value).flatMap(StylePadding.init).map(StyleValue.padding)
    case .numberArray:
      return value.number.map { .numberArray([$0]) } ?? Self.numbers(value).map(StyleValue.numberArray)
    case .colorArray:
      guard case .array(let items) = value else { return Self.color(value, &fault).map { .colorArray([$0]) } }
      let colors = items.compactMap { $0.string.flatMap { StyleColor(css: $0) } ?? $0.color }
      return colors.count == items.count ? .colorArray(colors) : nil
    case .variableAnchorOffsetCollection:
      guard case .array(let items) = value else { return nil }
      return AnchorOffset.list(items).map(StyleValue.anchorOffsets)
    case .projectionDefinition: return StyleProjection(value).map(StyleValue.projection)
    default: return nil
    }
  }

  private static func numbers(_ value: StyleValue) -> [Double]? {
    guard case .array(let items) = value else { return nil }
    let numbers = items.compactMap(\.number)
    return numbers.count == items.count ? numbers : nil
  }

  private static func color(_ value: StyleValue, _ fault: inout String?) -> StyleColor? {
    switch value {
    case .color(let color): return color
    case .string(let text): return StyleColor(css: text)
    case .array(let items):
      guard (3...4).contains(items.count) else {
        fault =
          "Invalid rgba value \(JSONWriter.text(value.json)): expected an array containing either three or four numeric values."
        return nil
      }
      fault = Self.rgbaFault(items)
      return fault == nil ? Self.color(items.map { $0.number ?? 0 }) : nil
    default: return nil
    }
  }

  /// What is wrong with three or four components of a colour.
  static func rgbaFault(_ items: [StyleValue]) -> String? {
    let text = items.map(\.text).joined(separator: ", ")
    guard items.prefix(3).allSatisfy({ $0.number.map { (0...255).contains($0) } ?? false }) else {
      // The alpha is told only when it is a number.
      let told = items.count == 4 && items[3].number == nil ? items.prefix(3).map(\.text).joined(separator: ", ") : text
      return "Invalid rgba value [\(told)]: 'r', 'g', and 'b' must be between 0 and 255."
    }
    guard items.count < 4 || items[3].number.map({ (0...1).contains($0) }) ?? false else {
      return "Invalid rgba value [\(text)]: 'a' must be between 0 and 1."
    }
    return nil
  }

  static func color(_ components: [Double]) -> StyleColor {
    StyleColor(
      red: components[0] / 255, green: components[1] / 255, blue: components[2] / 255,
      alpha: components.count > 3 ? components[3] : 1)
  }

  /// Everything but null, false, 0, NaN and empty text.
  private static func isTruthy(_ value: StyleValue) -> Bool {
    switch value {
    case .null: false
    case .bool(let bool): bool
    case .number(let number): number != 0 && !number.isNaN
    case .string(let text): !text.isEmpty
    default: true
    }
  }

  /// The number that a value stands for, by the rules of ECMAScript's ToNumber (ECMA-262, 7.1.4); nil where that is NaN.
  private static func number(_ value: StyleValue) -> Double? {
    switch value {
    case .null: return 0
    case .bool(let bool): return bool ? 1 : 0
    case .number(let number): return number.isNaN ? nil : number
    case .string(let text):
      let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if word.isEmpty { return 0 }
      if word.hasPrefix("0x") || word.hasPrefix("0X") { return UInt64(word.dropFirst(2), radix: 16).map(Double.init) }
      if word == "Infinity" || word == "+Infinity" { return .infinity }
      if word == "-Infinity" { return -.infinity }
      // Swift would also read "inf", "nan" and hexadecimal fractions.
      guard word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
      return Double(word.hasPrefix(".") ? "0" + word : word)
    default: return nil
    }
  }
}
