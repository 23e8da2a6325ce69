/// The rule of a language for whole numbers and decimal fractions, as CLDR has it for cardinals.
package enum PluralRule: String, CaseIterable, Sendable {
  /// No forms: Japanese.
  case none
  /// One is 1: English, German, Dutch, Swedish, Finnish.
  case one
  /// One is 1, many are whole millions: Spanish, Italian, Portuguese of Portugal.
  case oneAndMillions
  /// One is below 2, many are whole millions: French.
  case belowTwo
  /// One, few for 2 to 4 in the last digit, many; fractions are other: Polish.
  case polish
  /// One for a last digit of 1, few for 2 to 4, many; fractions are other: Russian.
  case russian
  /// Zero, one, two, few for 3 to 10 in the last two digits, many for 11 to 99; whole hundreds and fractions are other: Arabic.
  case arabic

  /// The form that goes with `value`.
  package func category(of value: Double) -> PluralCategory {
    let whole = Int(exactly: value.rounded(.down)) ?? 0
    let isWhole = value == value.rounded()
    let isMillions = isWhole && whole != 0 && whole % 1_000_000 == 0
    switch self {
    case .none: return .other
    case .one: return value == 1 ? .one : .other
    case .oneAndMillions: return value == 1 ? .one : isMillions ? .many : .other
    case .belowTwo: return whole < 2 ? .one : isMillions ? .many : .other
    case .polish, .russian: return isWhole ? slavic(whole) : .other
    case .arabic: return isWhole ? Self.arabic(whole) : .other
    }
  }

  private func slavic(_ whole: Int) -> PluralCategory {
    let (last, tens) = (whole % 10, whole % 100)
    if self == .polish ? whole == 1 : last == 1 && tens != 11 { return .one }
    return (2...4).contains(last) && !(12...14).contains(tens) ? .few : .many
  }

  private static func arabic(_ whole: Int) -> PluralCategory {
    switch (whole, whole % 100) {
    case (0, _): .zero
    case (1, _): .one
    case (2, _): .two
    case (_, 3...10): .few
    case (_, 11...99): .many
    default: .other
    }
  }

  /// The forms that a text with a whole number needs.
  package var categories: [PluralCategory] {
    switch self {
    case .none: [.other]
    case .one: [.one, .other]
    case .oneAndMillions, .belowTwo: [.one, .many, .other]
    case .polish, .russian: [.one, .few, .many]
    case .arabic: [.zero, .one, .two, .few, .many, .other]
    }
  }
}
