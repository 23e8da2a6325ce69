/// The words and sentences of one language.
struct InstructionPhrases: Sendable {
  /// Its code of BCP 47, the language alone.
  let language: String
  /// For the directions from sharp right over right, slight right, slight left and left to sharp left: where to turn.
  let turns: [String]
  /// Right and left: where to keep to.
  let keeps: [String]
  /// Right and left: where something is.
  let places: [String]
  /// Clockwise from north, eight of them.
  let compass: [String]
  /// The first, the second and so on, ten of them, and what is put behind the number of the others.
  let ordinals: [String]
  let ordinalEnd: String
  let cases: [String: WordCase]
  let templates: [PhraseKey: PhraseTemplate]

  init(
    _ language: String, turns: [String], keeps: [String], places: [String], compass: [String], ordinals: [String],
    ordinalEnd: String, cases: [String: WordCase] = [:], _ templates: [PhraseKey: String]
  ) {
    self.language = language
    self.turns = turns
    self.keeps = keeps
    self.places = places
    self.compass = compass
    self.ordinals = ordinals
    self.ordinalEnd = ordinalEnd
    self.cases = cases
    self.templates = templates.mapValues { PhraseTemplate($0) }
  }

  /// All that there are.
  static var all: [InstructionPhrases] { byLanguage.sorted { $0.key < $1.key }.map { $0.value() } }

  /// Those of each language are made when they are asked for first: a program speaks one.
  private static let byLanguage: [String: @Sendable () -> InstructionPhrases] = [
    "en": { english }, "de": { german }, "fr": { french }, "es": { spanish }, "it": { italian }, "nl": { dutch },
    "sv": { swedish }, "fi": { finnish }, "pl": { polish }, "pt": { portuguese }, "ru": { russian }, "ja": { japanese },
    "ar": { arabic },
  ]

  /// The phrases of a language by its code ("de", "de-AT"); English where there are none.
  static func phrases(for code: String) -> InstructionPhrases {
    let language = code.lowercased().prefix { $0 != "-" && $0 != "_" }
    return byLanguage[String(language)]?() ?? english
  }

  func ordinal(_ number: Int) -> String {
    ordinals.indices.contains(number - 1) ? ordinals[number - 1] : "\(number)\(ordinalEnd)"
  }

  func turn(_ modifier: Maneuver.Modifier) -> String? {
    let order: [Maneuver.Modifier] = [.sharpRight, .right, .slightRight, .slightLeft, .left, .sharpLeft]
    return order.firstIndex(of: modifier).map { turns[$0] }
  }
}
