import OverlookSupport

/// The words of one language that guidance needs beside those of the steps.
struct GuidancePhrases: Sendable {
  /// The forms of a unit by category; "#" stands for the number.
  struct UnitWords: Sendable {
    /// A distance or time by itself.
    let plain: [PluralCategory: String]
    /// As it stands behind the word of "in 300 metres": in some languages that asks for a case.
    let ahead: [PluralCategory: String]
    /// Numbers that have words of their own.
    let fractions: [Double: String]

    init(_ plain: [PluralCategory: String], ahead: [PluralCategory: String]? = nil, fractions: [Double: String] = [:]) {
      self.plain = plain
      self.ahead = ahead ?? plain
      self.fractions = fractions
    }
  }

  /// Its code of BCP 47, the language alone.
  let language: String
  let rule: PluralRule
  let decimalPoint: String
  /// Between two sentences.
  let pause: String
  /// Between the hours and the minutes of a time.
  let joint: String
  /// First words of steps that keep their capital letter inside of a sentence.
  let capitalized: Set<String>
  let units: [MeasureUnit: UnitWords]
  /// Signs of units.
  let symbols: [MeasureUnit: String]
  let templates: [GuidanceKey: PhraseTemplate]

  static let latinSymbols: [MeasureUnit: String] = [
    .metre: "m", .kilometre: "km", .foot: "ft", .yard: "yd", .mile: "mi", .minute: "min", .hour: "h",
  ]

  init(
    _ language: String, rule: PluralRule = .one, decimalPoint: String = ",", pause: String = ". ", joint: String = " ",
    capitalized: Set<String> = [], units: [MeasureUnit: UnitWords], symbols: [MeasureUnit: String] = latinSymbols,
    _ templates: [GuidanceKey: String]
  ) {
    self.language = language
    self.rule = rule
    self.decimalPoint = decimalPoint
    self.pause = pause
    self.joint = joint
    self.capitalized = capitalized
    self.units = units
    self.symbols = symbols
    self.templates = templates.mapValues { PhraseTemplate($0) }
  }

  /// All that there are.
  static var all: [GuidancePhrases] { byLanguage.sorted { $0.key < $1.key }.map { $0.value() } }

  /// Those of each language are made when they are asked for first: a program speaks one.
  private static let byLanguage: [String: @Sendable () -> GuidancePhrases] = [
    "en": { english }, "de": { german }, "fr": { french }, "es": { spanish }, "it": { italian }, "nl": { dutch },
    "sv": { swedish }, "fi": { finnish }, "pl": { polish }, "pt": { portuguese }, "ru": { russian }, "ja": { japanese },
    "ar": { arabic },
  ]

  /// Those that go with the phrases of steps.
  static func phrases(for phrases: InstructionPhrases) -> GuidancePhrases { byLanguage[phrases.language]?() ?? english }

  /// An amount in words. `isAhead`: as it stands behind "in".
  func words(_ amount: Amount, isAhead: Bool = false) -> String {
    let number = amount.number(decimalPoint: decimalPoint)
    guard let words = units[amount.unit] else { return number }
    if let fraction = words.fractions[amount.value] { return fraction }
    let forms = isAhead ? words.ahead : words.plain
    let form = amount.value == 1 ? forms[.exactlyOne] : nil
    return (form ?? forms[rule.category(of: amount.value)] ?? forms[.other] ?? "#").replacing("#", with: number)
  }

  /// A time in words.
  func words(_ amounts: [Amount]) -> String { amounts.map { words($0) }.joined(separator: joint) }

  /// An amount in signs.
  func signs(_ amount: Amount) -> String {
    "\(amount.number(decimalPoint: decimalPoint)) \(symbols[amount.unit] ?? "")"
  }
}
