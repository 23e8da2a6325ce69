/// Writes JSON text without spaces, members in their order or in that of their names.
package enum JSONWriter {
  package static func text(_ value: JSONValue) -> String { text(value, sortsKeys: false) }

  /// The text of `value`; with `sortsKeys`, equal values give equal texts.
  package static func text(_ value: JSONValue, sortsKeys: Bool) -> String {
    var text = ""
    write(value, sortsKeys, to: &text)
    return text
  }

  /// Calls itself for what an array or object holds; a `JSONValue` is no deeper than the parser's limit.
  private static func write(_ value: JSONValue, _ sortsKeys: Bool, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .number(let number): text += Self.text(number)
    case .string(let string): write(string, to: &text)
    case .array(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        write(item, sortsKeys, to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, key) in (sortsKeys ? object.keys.sorted() : object.keys).enumerated() {
        if index > 0 { text += "," }
        write(key, to: &text)
        text += ":"
        if let member = object[key] { write(member, sortsKeys, to: &text) }
      }
      text += "}"
    }
  }

  /// The shortest digits that read back as the same number, as ECMAScript's Number::toString writes them (ECMA-262, 6.1.6.1.20);
  /// "null" for what is not finite.
  package static func text(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    if number == 0 { return "0" }
    let (digits, exponent) = shortestDigits(abs(number))
    let sign = number < 0 ? "-" : ""
    let count = digits.count
    // `exponent` is the n of the standard: the value is 0.digits x 10^n.
    switch exponent {
    case count...max(count, 21): return sign + digits + String(repeating: "0", count: exponent - count)
    case 1...21: return sign + digits.prefix(exponent) + "." + digits.dropFirst(exponent)
    case -5...0: return sign + "0." + String(repeating: "0", count: -exponent) + digits
    default:
      let power = exponent - 1
      let mantissa = count == 1 ? digits : digits.prefix(1) + "." + digits.dropFirst()
      return sign + mantissa + "e" + (power < 0 ? "-" : "+") + "\(abs(power))"
    }
  }

  /// Significant digits without zeros at either end, and where the point lies, for a number above 0.
  private static func shortestDigits(_ number: Double) -> (digits: String, exponent: Int) {
    // Swift prints the shortest digits that read back, as 12.5, 1e+20 or 1.25e-07.
    let parts = "\(number)".split(separator: "e")
    let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let whole = mantissa[0]
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    let all = String(whole) + String(fraction)
    let leading = all.prefix { $0 == "0" }.count
    var digits = all.dropFirst(leading)
    while digits.count > 1, digits.last == "0" { digits = digits.dropLast() }
    return (String(digits), whole.count - leading + power)
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    // Most have nothing that is written otherwise.
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      text += string
      text += "\""
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
