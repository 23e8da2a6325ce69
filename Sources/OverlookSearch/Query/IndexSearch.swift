import OverlookGeometry

/// One request put to one index.
struct IndexSearch {
  let index: SearchIndex
  let reader: SearchIndex.Reader
  let request: SearchRequest
  let query: QueryText
  private(set) var terms: [TokenTerms] = []
  private var candidates: [Int: Candidate] = [:]
  private let parents = ParentKeys()
  private let weights: SIMD16<Double>
  /// The numbers of the tokens, those that may be house numbers last: of "1 1.Parkgasse" the name has the second one.
  private let order: [Int]
  /// Whether more places begin with a word than were looked at.
  private var isCut = false

  /// What is known of a place before it is read.
  private struct Candidate {
    /// How well each token is answered by its names, and by what goes with them.
    var own = SIMD16<Float>()
    var context = SIMD16<Float>()
    /// How well its name in one word answers all that was typed.
    var joined: Float = 0

    mutating func raise(_ number: Int, _ quality: Float, _ isContext: Bool) {
      if isContext { context[number] = max(context[number], quality) } else { own[number] = max(own[number], quality) }
    }
  }

  /// Places that are read and compared word by word.
  private static let mostRead = 160
  private static let mostPostings = 6000
  private static let mostSimilarPostings = 200
  private static let leastText = 0.4

  init(_ index: SearchIndex, _ reader: SearchIndex.Reader, _ request: SearchRequest, _ query: QueryText) {
    (self.index, self.reader, self.request, self.query) = (index, reader, request, query)
    var weights = SIMD16<Double>()
    for (number, token) in query.tokens.enumerated() { weights[number] = token.weight }
    self.weights = weights
    order =
      query.tokens.indices.filter { query.tokens[$0].number == nil }
      + query.tokens.indices.filter { query.tokens[$0].number != nil }
  }

  // MARK: Candidates

  /// Places of which the names answer, unsorted.
  mutating func named(tolerant: Bool) throws -> [FoundPlace] {
    candidates = [:]
    isCut = false
    terms = query.tokens.map { TokenTerms($0, index.dictionary, tolerant: tolerant) }
    for number in query.tokens.indices {
      if request.isCancelled { return [] }
      try gather(number)
    }
    try gatherJoined(tolerant: tolerant)
    var places = best()
    if isCut, let near = request.near {
      let known = Set(places)
      places += try around(near).filter { !known.contains($0) }
    }
    var found: [FoundPlace] = []
    for place in places {
      if request.isCancelled { return [] }
      if let record = try reader.place(place), let answer = try answer(place, record) { found.append(answer) }
    }
    return found
  }

  private mutating func gather(_ number: Int) throws {
    let own = terms[number]
    for (term, quality) in own.exact.sorted(by: { $0.key < $1.key }) {
      try reader.postings(term..<term + 1, limit: Self.mostPostings) { note($1, number, quality) }
    }
    if let best = try reader.beginning(query.tokens[number].word) {
      isCut = true
      note(best, number, own.beginningQuality)
    } else {
      try reader.postings(own.beginnings, limit: Self.mostPostings) { note($1, number, own.beginningQuality) }
    }
    for (term, quality) in own.similar.sorted(by: { $0.key < $1.key }) {
      try reader.postings(term..<term + 1, limit: Self.mostSimilarPostings) { note($1, number, quality) }
    }
  }

  private mutating func note(_ postings: [Posting], _ number: Int, _ quality: Double) {
    let quality = Float(quality)
    for posting in postings { candidates[posting.place, default: Candidate()].raise(number, quality, posting.isContext) }
  }

  /// Names in one word: what is typed together, or apart, or with a letter wrong at a space.
  private mutating func gatherJoined(tolerant: Bool) throws {
    let joined = query.joined
    if query.tokens.count > 1, joined.count <= NameFolding.longestWord {
      let whole = QueryText.Token(word: joined, number: nil, isOpen: query.isOpen, weight: 1)
      try gatherJoined(TokenTerms(whole, index.dictionary, tolerant: tolerant), quality: 1)
    }
    // Two of several words that are one.
    if query.tokens.count > 2 {
      for number in query.tokens.indices.dropLast() {
        let pair = query.tokens[number].word + query.tokens[number + 1].word
        guard pair.count <= NameFolding.longestWord, let term = index.dictionary.term(pair) else { continue }
        try reader.postings(term..<term + 1, limit: Self.mostPostings) { _, postings in
          note(postings, number, 0.95)
          note(postings, number + 1, 0.95)
        }
      }
    }
    for number in query.tokens.indices where query.tokens[number].number == nil { try gatherSplit(number) }
  }

  private mutating func gatherJoined(_ own: TokenTerms, quality: Double) throws {
    func note(_ postings: [Posting], _ quality: Double) {
      for posting in postings where posting.isWhole {
        let best = max(candidates[posting.place]?.joined ?? 0, Float(quality))
        candidates[posting.place, default: Candidate()].joined = best
      }
    }
    for (term, quality) in own.exact.merging(own.similar, uniquingKeysWith: max).sorted(by: { $0.key < $1.key }) {
      try reader.postings(term..<term + 1, limit: Self.mostSimilarPostings) { note($1, quality) }
    }
    guard own.beginnings.count < 2000 else { return }
    try reader.postings(own.beginnings, limit: Self.mostSimilarPostings) { note($1, own.beginningQuality) }
  }

  /// One word that is two: "hauptstr", "newyork".
  private mutating func gatherSplit(_ number: Int) throws {
    let word = query.tokens[number].word
    guard terms[number].exact.isEmpty, word.count >= 6 else { return }
    for cut in 2...(word.count - 2) {
      guard let first = index.dictionary.term(Array(word[..<cut])) else { continue }
      let end = Array(word[cut...])
      let rest = StreetWords.meanings(of: end).compactMap { index.dictionary.term($0) }.map { $0..<$0 + 1 }
      let ranges = [index.dictionary.terms(beginningWith: end)] + rest
      var left: Set<Int> = []
      for range in ranges where !range.isEmpty && range.count < 500 {
        if left.isEmpty {
          try reader.postings(first..<first + 1, limit: Self.mostPostings) { _, postings in
            left.formUnion(postings.lazy.filter { !$0.isContext }.map(\.place))
          }
        }
        try reader.postings(range, limit: Self.mostPostings) { _, postings in
          note(postings.filter { !$0.isContext && left.contains($0.place) }, number, 0.95)
        }
      }
    }
  }

  /// The candidates that look best before they are read.
  private func best() -> [Int] {
    let weights = SIMD16<Float>(weights)
    let total = max(weights.sum(), 1)
    let scale = 0.35 / (Float(index.placeCount) + 1).logarithm
    var scored: [(score: Float, place: Int)] = []
    scored.reserveCapacity(candidates.count)
    for (place, candidate) in candidates {
      let own = (candidate.own * weights).sum()
      guard own > 0 || candidate.joined > 0 else { continue }
      let both = (pointwiseMax(candidate.own, candidate.context * 0.9) * weights).sum() / total
      scored.append((max(both, candidate.joined) - scale * (Float(place) + 2).logarithm, place))
    }
    if scored.count > Self.mostRead {
      scored.sort { ($0.score, $1.place) > ($1.score, $0.place) }
      scored.removeLast(scored.count - Self.mostRead)
    }
    return scored.map(\.place)
  }

  private func around(_ near: LocationCoordinate) throws -> [Int] {
    let middle = index.grid.position(near)
    var places: [Int] = []
    for distance in 0...2 where places.count < 200 {
      for cell in index.grid.ring(distance, around: middle) { places += try reader.places(inCell: cell) }
    }
    return Array(places.sorted().prefix(400))
  }

  // MARK: Comparing

  /// What the names, the address and the houses of a place make of what was typed; nil where it is no answer.
  private func answer(_ place: Int, _ record: PlaceRecord) throws -> FoundPlace? {
    let candidate = candidates[place] ?? Candidate()
    var best = (text: 0.0, qualities: SIMD16<Double>())
    for (number, key) in try record.keys().enumerated() {
      let match = match(key)
      guard match.count > 0 else { continue }
      let other = match.hasErrors ? PlaceRanking.otherNameWithErrors : PlaceRanking.otherName
      let share = number < record.ownKeyCount ? 1 : other
      let coverage = PlaceRanking.coverage(matched: match.count, of: key.count) * share
      let sum = (match.qualities * weights).sum() * coverage
      if sum > best.text { best = (sum, match.qualities * coverage) }
    }
    if best.text == 0, candidate.joined == 0, candidate.own.max() == 0 { return nil }
    let beside = pointwiseMax(candidate.context * 0.95, candidate.own * 0.92)
    var (text, house) = try whole(place, record, best.qualities, beside)
    if Double(candidate.joined) > text {
      text = Double(candidate.joined)
      house = nil
    }
    guard text >= Self.leastText else { return nil }
    let coordinate = house?.coordinate ?? record.coordinate
    let meters = request.near.map { SphericalGeometry.distance(from: $0, to: coordinate) }
    let score = PlaceRanking.score(
      text: text, importance: Double(record.importance) / 255 + (house == nil ? 0 : 0.05), meters: meters)
    return FoundPlace(place, record, text: text, score: score, house: house)
  }

  /// How well each token is answered by a word of a name, every word for one token at most.
  private func match(_ key: [UInt32]) -> (qualities: SIMD16<Double>, count: Int, hasErrors: Bool) {
    var qualities = SIMD16<Double>()
    var hasErrors = false
    var used = 0
    for number in order {
      var best = (quality: 0.0, word: -1)
      for (word, term) in key.enumerated() where word < 60 && used & (1 << word) == 0 {
        let quality = terms[number].quality(of: Int(term))
        if quality > best.quality { best = (quality, word) }
      }
      if best.word >= 0 {
        qualities[number] = best.quality
        used |= 1 << best.word
        if terms[number].isSimilar(Int(key[best.word])) { hasErrors = true }
      }
    }
    return (qualities, used.nonzeroBitCount, hasErrors)
  }

  /// Adds what towns, postcodes and house numbers answer of the rest; a share of all that was typed.
  private func whole(
    _ place: Int, _ record: PlaceRecord, _ qualities: SIMD16<Double>, _ beside: SIMD16<Float>
  ) throws -> (text: Double, house: House?) {
    var sum = 0.0
    var house: House?
    for (number, token) in query.tokens.enumerated() {
      var quality = qualities[number]
      if quality == 0, let wanted = token.number, record.hasHouses, house == nil,
        let found = try houses(place, record, wanted, isOpen: token.isOpen)
      {
        house = found.house
        quality = found.quality
      }
      if quality < 0.9 {
        quality = max(quality, try parents.quality(terms[number], record.parent, reader) * 0.97, Double(beside[number]))
      }
      sum += token.weight * quality
    }
    return (min(sum / max(weights.sum(), 1), 1), house)
  }

  /// The house of a number on a street.
  private func houses(
    _ place: Int, _ record: PlaceRecord, _ wanted: HouseNumber, isOpen: Bool
  ) throws -> (house: House, quality: Double)? {
    HouseSearch.find(wanted, in: try reader.houses(of: place, record), isOpen: isOpen)
  }
}

extension Float {
  fileprivate var logarithm: Float { Float(Double(self).logarithm) }
}

extension Double {
  fileprivate var logarithm: Double { self > 0 ? Double(exponent) + significand - 1 : 0 }
}
