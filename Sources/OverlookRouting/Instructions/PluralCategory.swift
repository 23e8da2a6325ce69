/// Which form of a word goes with a number: the plural categories of Unicode's locale data (CLDR, Language Plural Rules), and the exact 1
/// of its message format, for languages that say "a kilometre" there.
enum PluralCategory: String, CaseIterable, Sendable {
  case exactlyOne, one, few, many, other
}

/// The rule of a language for whole numbers and decimal fractions, as CLDR has it for cardinals.
enum PluralRule: String, CaseIterable, Sendable {
  /// No forms: Japanese.
  case none
  /// One is 1: English, German, Dutch, Swedish, Finnish, Italian, Spanish, Portuguese of Portugal.
  case one
  /// One is below 2: French.
  case belowTwo
  /// One, few for 2 to 4 in the last digit, many; fractions are other: Polish.
  case polish
  /// One for a last digit of 1, few for 2 to 4, many; fractions are other: Russian.
  case russian

  func category(of value: Double) -> PluralCategory {
    let whole = Int(exactly: value.rounded(.down)) ?? 0
    let (last, tens) = (whole % 10, whole % 100)
    let isWhole = value == value.rounded()
    switch self {
    case .none: return .other
    case .one: return value == 1 ? .one : .other
    case .belowTwo: return whole < 2 ? .one : .other
    case .polish, .russian:
      guard isWhole else { return .other }
      if self == .polish ? whole == 1 : last == 1 && tens != 11 { return .one }
      return (2...4).contains(last) && !(12...14).contains(tens) ? .few : .many
    }
  }
}
