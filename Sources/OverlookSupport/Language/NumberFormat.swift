/// How a language writes numbers.
public struct NumberFormat: Hashable, Sendable, Decodable {
  /// Between the whole part and the fraction.
  public let decimalSeparator: String
  /// Between groups of three digits.
  public let groupingSeparator: String
  /// Digits that the whole part needs before the first separator for groups to be parted: 1, or 2 where four digits stand together.
  public let minimumGroupingDigits: Int

  private enum CodingKeys: String, CodingKey {
    case decimalSeparator = "decimal"
    case groupingSeparator = "group"
    case minimumGroupingDigits = "minimumGrouping"
  }

  /// "1,234.5".
  public static let english = NumberFormat(decimalSeparator: ".", groupingSeparator: ",", minimumGroupingDigits: 1)

  package init(decimalSeparator: String, groupingSeparator: String, minimumGroupingDigits: Int) {
    self.decimalSeparator = decimalSeparator
    self.groupingSeparator = groupingSeparator
    self.minimumGroupingDigits = minimumGroupingDigits
  }

  /// That of the interface's language.
  public static var current: NumberFormat { InterfaceLocale.shared.numbers }

  /// A whole number.
  public func text(_ value: Int) -> String {
    (value < 0 ? "-" : "") + grouped(String(value.magnitude))
  }

  /// A number with `decimals` digits of its fraction, 0 to 6, or as many of them as are not 0 at its end; "–" for what is none, or 10^15
  /// and more.
  public func text(_ value: Double, decimals: Int, keepsZeros: Bool = true) -> String {
    guard abs(value) < 1e15 else { return "–" }
    let places = min(max(decimals, 0), 6)
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    guard let scaled = Int(exactly: (abs(value) * Double(scale)).rounded()) else { return "–" }
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    var fraction = String(rest)
    fraction = String(repeating: "0", count: max(places - fraction.count, 0)) + fraction
    if !keepsZeros { while fraction.hasSuffix("0") { fraction.removeLast() } }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + grouped(String(whole)) + (places == 0 || fraction.isEmpty ? "" : decimalSeparator + fraction)
  }

  private func grouped(_ digits: String) -> String {
    guard digits.count >= 3 + minimumGroupingDigits else { return digits }
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += groupingSeparator }
      result.append(digit)
    }
    return result
  }
}
