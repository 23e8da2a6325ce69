/// What is typed, taken apart.
struct QueryText {
  struct Token {
    /// Folded.
    var word: [UInt32]
    /// As a house number, where it looks like one: "12a", "10-14".
    var number: HouseNumber?
    /// Whether it may go on.
    var isOpen = false
    /// How much it says.
    var weight: Double
  }

  private(set) var tokens: [Token] = []
  /// The two streets of "A & B"; empty for anything else.
  private(set) var crossing: [QueryText] = []

  static let longestText = 200
  private static let mostTokens = 10

  init(_ text: String) {
    self.init(text, withCrossing: true)
  }

  private init(_ text: String, withCrossing: Bool) {
    let cut = String(text.prefix(Self.longestText))
    let isOpen = cut.last.map { $0.isLetter || $0.isNumber } ?? false
    for piece in cut.split(whereSeparator: { $0.isWhitespace || ",;()\"\u{0}".contains($0) }) { append(String(piece)) }
    tokens = Array(tokens.prefix(Self.mostTokens))
    if isOpen, !tokens.isEmpty { tokens[tokens.count - 1].isOpen = true }
    joinLetters()
    if withCrossing { crossing = Self.crossing(cut) }
  }

  /// Words that say little between the others, and words before a number.
  private static let light: Set<String> = [
    "in", "near", "at", "the", "of", "bei", "nahe", "im", "am", "an", "der", "die", "das", "des", "a", "de", "la", "le", "les",
    "du",
    "el", "los", "las", "di", "da", "do", "dos", "van", "den", "het",
  ]
  private static let numberSigns: Set<String> = ["no", "nr", "num", "number", "nummer", "numero", "d", "дом"]

  private mutating func append(_ piece: String) {
    let trimmed = piece.trimmingPrefix { $0 == "#" || $0 == "№" }
    if let number = HouseNumber(String(trimmed)), number.rest.count <= 12, !Self.hasWord(number.rest) {
      // One token, whatever stands between its parts.
      let word = Array(NameFolding.words(String(trimmed)).joined().prefix(NameFolding.longestWord))
      if !word.isEmpty { tokens.append(Token(word: word, number: number, weight: 3)) }
      return
    }
    for word in NameFolding.words(piece) {
      let text = NameFolding.string(word)
      let weight = Self.light.contains(text) ? 0.6 : Double(min(word.count, 10)) + (word[0] > 0x2E80 ? 3 : 1)
      tokens.append(Token(word: word, number: nil, weight: weight))
    }
  }

  /// Whether letters follow each other that are no addition to a number ("quater"): "1.Parkgasse" is a street.
  private static func hasWord(_ rest: String) -> Bool { rest.split { !$0.isLetter }.contains { $0.count > 6 } }

  /// "12 a" is the number "12a", and the sign of a number before it says nothing.
  private mutating func joinLetters() {
    var index = 1
    while index < tokens.count {
      if let number = tokens[index - 1].number, number.rest.isEmpty, tokens[index].number == nil, tokens[index].word.count == 1,
        (0x61...0x7A).contains(tokens[index].word[0]), index == tokens.count - 1 || tokens.count > 2
      {
        tokens[index - 1].number = HouseNumber("\(number.value)" + NameFolding.string(tokens[index].word))
        tokens[index - 1].word += tokens[index].word
        tokens.remove(at: index)
      } else {
        index += 1
      }
    }
    for index in tokens.indices.dropLast().reversed() where tokens[index + 1].number != nil {
      if Self.numberSigns.contains(NameFolding.string(tokens[index].word)) { tokens.remove(at: index) }
    }
  }

  private static let crossingWords = [" and ", " und ", " et ", " y ", " e ", " i ", " at ", " ja ", " och ", " en "]

  private static func crossing(_ text: String) -> [QueryText] {
    var lower = text
    for word in ["corner of ", "Corner of ", "Ecke ", "ecke ", "Kreuzung "] where lower.hasPrefix(word) {
      lower = String(lower.dropFirst(word.count))
    }
    for separator in ["&", " / ", "/", "@", " x ", " Ecke "] + crossingWords {
      let parts = lower.split(separator: separator, omittingEmptySubsequences: true)
      guard parts.count == 2 else { continue }
      let sides = parts.map { QueryText(String($0), withCrossing: false) }
      // "12/3" is a house number.
      if sides.allSatisfy({ $0.tokens.contains { $0.number == nil && $0.word.count > 1 } }) { return sides }
    }
    return []
  }

  var words: [[UInt32]] { tokens.map(\.word) }
  /// All in one word.
  var joined: [UInt32] { Array(words.joined()) }
  var isOpen: Bool { tokens.last?.isOpen ?? false }
}
