/// The words of an index that a typed word may stand for, and how well.
struct TokenTerms {
  /// The word itself and what it abbreviates, by the numbers of terms.
  private(set) var exact: [Int: Double] = [:]
  /// Words that begin so.
  private(set) var beginnings: Range<Int> = 0..<0
  /// Words a change or two away.
  private(set) var similar: [Int: Double] = [:]
  /// A bit for each term that is exact or similar, by the low bits of its number: most terms of most names are neither.
  private var filter = [UInt64](repeating: 0, count: 64)
  let beginningQuality: Double

  static let open = 0.86
  static let closed = 0.74
  /// Of a change, when it says by itself which letter was meant.
  private static let sureChange = 0.5
  /// Words similar to one that are followed up, the nearest.
  private static let mostSimilar = 400

  init(_ token: QueryText.Token, _ dictionary: TermDictionary, tolerant: Bool) {
    let word = token.word
    beginningQuality = token.isOpen ? Self.open : Self.closed
    if let term = dictionary.term(word) { exact[term] = 1 }
    for meaning in StreetWords.meanings(of: word) {
      if let term = dictionary.term(meaning), exact[term] == nil { exact[term] = 0.97 }
    }
    // One letter that is no last word stands for itself alone.
    if token.isOpen || word.count > 1 { beginnings = dictionary.terms(beginningWith: word) }
    if tolerant, token.number == nil { addSimilar(token, dictionary) }
    for term in exact.keys { note(term) }
    for term in similar.keys { note(term) }
  }

  private mutating func note(_ term: Int) { filter[term >> 6 & 63] |= 1 << UInt64(term & 63) }

  /// How many changes are forgiven.
  static func tolerance(_ count: Int, isIdeographic: Bool) -> Int {
    if isIdeographic { return count >= 4 ? 1 : 0 }
    return count < 3 ? 0 : count < 5 ? 1 : 2
  }

  private mutating func addSimilar(_ token: QueryText.Token, _ dictionary: TermDictionary) {
    let word = token.word
    let limit = Self.tolerance(word.count, isIdeographic: word[0] > 0x2E80)
    guard limit > 0 else { return }
    let goesOn = token.isOpen && word.count >= 4
    var found: [(cost: Double, term: Int)] = []
    for similar in dictionary.similar(to: word, limit: limit, beginnings: goesOn) {
      // Of a short word that goes on, two changes leave little.
      let beginning = similar.beginningDistance.flatMap { word.count >= 7 || $0 < 2 ? $0 : nil }
      // A beginning with an error is less likely than a word with one.
      let whole = similar.distance.map { Double(similar.guesses) + Self.sureChange * Double($0 - similar.guesses) }
      let costs = [whole, beginning.map { Double($0) + 0.4 }].compactMap(\.self)
      if let cost = costs.min() { found.append((cost, similar.term)) }
    }
    found.sort { $0 < $1 }
    for (cost, term) in found where exact[term] == nil && !beginnings.contains(term) && similar[term] == nil {
      if similar.count >= Self.mostSimilar { break }
      similar[term] = Self.quality(changes: cost, count: word.count)
    }
  }

  static func quality(changes: Double, count: Int) -> Double {
    // Two errors are much rarer than one.
    max(0.92 - 0.6 * changes / Double(max(count, 3)) - 0.05 * changes - 0.1 * max(changes - 1, 0), 0.2)
  }

  /// Whether a word answers only with errors.
  func isSimilar(_ term: Int) -> Bool {
    filter[term >> 6 & 63] & 1 << UInt64(term & 63) != 0 && similar[term] != nil
  }

  /// 0 for a word that has nothing to do with it.
  func quality(of term: Int) -> Double {
    let isKnown = filter[term >> 6 & 63] & 1 << UInt64(term & 63) != 0
    if !isKnown { return beginnings.contains(term) ? beginningQuality : 0 }
    return exact[term] ?? (beginnings.contains(term) ? beginningQuality : similar[term] ?? 0)
  }
}
