internal import Foundation
internal import OverlookFormats

extension ExpressionEvaluator {
  // MARK: Arrays and text

  mutating func item(_ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleValue {
    let index = try number(0, node)
    let items = try array(1, node)
    let text = StyleValue.text(index)
    // What is not a number is neither too small nor too large, but no integer.
    if index < 0 { throw ExpressionError("Array index out of bounds: \(text) < 0.") }
    if index >= Double(items.count) {
      throw ExpressionError("Array index out of bounds: \(text) > \(items.count - 1).")
    }
    guard let whole = Int(exactly: index) else {
      throw ExpressionError("Array index must be an integer, but found \(text) instead.")
    }
    return items[whole]
  }

  mutating func contains(_ node: ExpressionProgram.Node) throws(ExpressionError) -> Bool {
    let needle = try operand(0, node)
    let haystack = try operand(1, node)
    switch haystack {
    case .null, .bool(false), .number(0), .string(""): return false
    default: break
    }
    try checkNeedle(needle)
    switch haystack {
    case .array(let items): return items.contains(needle)
    case .string(let text):
      let sought = Self.soughtText(needle)
      // Every text holds the empty one, whatever the library at hand says of it.
      return sought.isEmpty || text.contains(sought)
    default:
      throw ExpressionError(
        "Expected second argument to be of type array or string, but found \(haystack.type) instead.")
    }
  }

  /// Null is sought in text as the word, unlike what `to-string` makes of it.
  private static func soughtText(_ needle: StyleValue) -> String { needle == .null ? "null" : needle.text }

  private func checkNeedle(_ needle: StyleValue) throws(ExpressionError) {
    switch needle {
    case .bool, .string, .number, .null: return
    default:
      throw ExpressionError(
        "Expected first argument to be of type boolean, string, number or null, but found \(needle.type) instead.")
    }
  }

  mutating func indexOf(_ node: ExpressionProgram.Node) throws(ExpressionError) -> Double {
    let needle = try operand(0, node)
    let haystack = try operand(1, node)
    try checkNeedle(needle)
    let from = node.operandCount > 2 ? try number(2, node) : 0
    switch haystack {
    case .array(let items):
      let start = Self.clamped(from < 0 ? from + Double(items.count) : from, items.count)
      return Double(items[start...].firstIndex(of: needle) ?? -1)
    case .string(let text):
      let scalars = Array(text.unicodeScalars)
      let wanted = Array(Self.soughtText(needle).unicodeScalars)
      let start = Self.clamped(from, scalars.count)
      guard wanted.count <= scalars.count - start else { return -1 }
      let found = (start...(scalars.count - wanted.count)).first { scalars[$0..<($0 + wanted.count)].elementsEqual(wanted) }
      return Double(found ?? -1)
    default:
      throw ExpressionError(
        "Expected second argument to be of type array or string, but found \(haystack.type) instead.")
    }
  }

  mutating func slice(_ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleValue {
    let input = try operand(0, node)
    let begin = try number(1, node)
    let end = node.operandCount > 2 ? try number(2, node) : .infinity
    switch input {
    case .array(let items): return .array(Array(items[Self.range(begin, end, items.count)]))
    case .string(let text):
      let scalars = Array(text.unicodeScalars)
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[Self.range(begin, end, scalars.count)])
      return .string(String(view))
    default:
      throw ExpressionError("Expected first argument to be of type array or string, but found \(input.type) instead.")
    }
  }

  /// Places lose their fraction first; negative ones count from the end.
  private static func range(_ begin: Double, _ end: Double, _ count: Int) -> Range<Int> {
    let places = [begin, end].map { $0.rounded(.towardZero) }.map { clamped($0 < 0 ? $0 + Double(count) : $0, count) }
    return places[0]..<max(places[0], places[1])
  }

  private static func clamped(_ value: Double, _ count: Int) -> Int {
    value.isNaN ? 0 : Int(min(max(value, 0), Double(count)))
  }

  mutating func length(_ node: ExpressionProgram.Node) throws(ExpressionError) -> Double {
    switch try operand(0, node) {
    case .string(let text): return Double(text.unicodeScalars.count)
    case .array(let items): return Double(items.count)
    case let other: throw ExpressionError("Expected value to be of type string or array, but found \(other.type) instead.")
    }
  }

  /// Without a separator, every character on its own.
  mutating func split(_ node: ExpressionProgram.Node) throws(ExpressionError) -> [StyleValue] {
    let text = try text(0, node)
    let separator = try self.text(1, node)
    if separator.isEmpty { return text.unicodeScalars.map { .string(String($0)) } }
    return text.components(separatedBy: separator).map(StyleValue.string)
  }

  mutating func concatenated(_ node: ExpressionProgram.Node) throws(ExpressionError) -> String {
    var result = ""
    for index in 0..<Int(node.operandCount) {
      result += try operand(index, node).text
      result = try bounded(result)
    }
    return result
  }

  // MARK: Languages

  mutating func collator(_ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleValue {
    let isCaseSensitive = try bool(0, node)
    let isDiacriticSensitive = try bool(1, node)
    let locale = node.operandCount > 2 ? try text(2, node) : nil
    return .collator(
      StyleCollator(isCaseSensitive: isCaseSensitive, isDiacriticSensitive: isDiacriticSensitive, locale: locale))
  }

  mutating func locale(_ node: ExpressionProgram.Node) throws(ExpressionError) -> String {
    guard case .collator(let collator) = try operand(0, node) else { return context.locale }
    return collator.locale ?? context.locale
  }

  mutating func numberFormatted(
    _ node: ExpressionProgram.Node, _ parts: NumberFormatParts
  ) throws(ExpressionError) -> String {
    let value = try number(0, node)
    let format = NumberFormatter()
    format.locale = Locale(tag: try optionalText(parts.locale, node) ?? context.locale)
    let minimum = try fractionDigits(parts.minimumFractionDigits, node)
    let maximum = try fractionDigits(parts.maximumFractionDigits, node)
    if let currency = try optionalText(parts.currency, node) {
      format.numberStyle = .currency
      format.currencyCode = currency
      if let maximum { format.maximumFractionDigits = maximum }
      if let minimum { format.minimumFractionDigits = minimum }
    } else {
      format.numberStyle = .decimal
      format.maximumFractionDigits = 3
      if minimum != nil || maximum != nil {
        // A pattern: Foundation on Linux never writes more than three digits for `maximumFractionDigits`.
        let least = minimum ?? 0
        let most = max(least, maximum ?? 3)
        let digits = String(repeating: "0", count: least) + String(repeating: "#", count: most - least)
        format.positiveFormat = "#,##0" + (digits.isEmpty ? "" : ".") + digits
        format.negativeFormat = "-" + format.positiveFormat
      }
    }
    let text = Self.numberText(value, format)
    guard let unit = try optionalText(parts.unit, node) else { return text }
    return text + UnitSymbol.text(unit)
  }

  private static func numberText(_ value: Double, _ format: NumberFormatter) -> String {
    // Foundation on Linux writes two signs before infinity, and "NaN" only in some locales.
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-∞" : "∞" }
    return format.string(from: NSNumber(value: value)) ?? StyleValue.text(value)
  }

  private mutating func optionalText(_ index: Int?, _ node: ExpressionProgram.Node) throws(ExpressionError) -> String? {
    guard let index else { return nil }
    return try operand(index, node).string
  }

  /// 0 ... 20, as number formats take them.
  private mutating func fractionDigits(_ index: Int?, _ node: ExpressionProgram.Node) throws(ExpressionError) -> Int? {
    guard let index, let digits = try operand(index, node).number else { return nil }
    return Self.clamped(digits, 20)
  }

  // MARK: Formatted text and images

  mutating func formatted(
    _ node: ExpressionProgram.Node, _ sections: [FormatSection]
  ) throws(ExpressionError) -> FormattedText {
    var result: [FormattedText.Section] = []
    for section in sections {
      let content = try operand(section.content, node)
      if case .image(let image) = content {
        var part = FormattedText.Section(text: "", image: image)
        part.verticalAlign = try optionalText(section.verticalAlign, node)
        result.append(part)
        continue
      }
      var part = FormattedText.Section(text: content.text)
      if let scale = section.scale { part.scale = try operand(scale, node).number }
      if let font = section.font { part.fontStack = try array(font, node).map(\.text).joined(separator: ",") }
      if let color = section.color { part.textColor = try operand(color, node).color }
      part.verticalAlign = try optionalText(section.verticalAlign, node)
      result.append(part)
    }
    return FormattedText(sections: result)
  }

  mutating func imageName(_ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleValue {
    let name = try text(0, node)
    if name.isEmpty { return .null }
    return .image(StyleImageName(name: name, isAvailable: context.availableImages?.contains(name) ?? false))
  }
}

extension Locale {
  /// The locale of a BCP 47 tag; English for what cannot be one. Foundation on Linux ends the process where it knows no locale of
  /// a name.
  fileprivate init(tag: String) {
    let isTag =
      tag.utf8.count <= 64
      && tag.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar == "-" || scalar == "_" || ("0"..."9").contains(scalar))
      }
    self.init(identifier: isTag ? tag : "en")
  }
}
