import OverlookGeometry

extension IndexSearch {
  private static let mostOfCategory = 200

  /// Places of a kind that is typed ("pharmacy", "Apotheke near the station"), the nearest ones; with how well the kind is named.
  ///
  /// - Parameter isNamed: Whether all of the text is a name, so that "Burg" of "Burg Stargard" is hardly a castle.
  func ofCategory(isNamed: Bool) throws -> [FoundPlace] {
    let words = query.words
    var found: [FoundPlace] = []
    var seen: Set<String> = []
    for (kind, quality, rest) in kinds(words) where seen.insert(kind).inserted {
      guard let number = index.kinds.firstIndex(of: kind) else { continue }
      guard let center = try center(rest) else { continue }
      let quality = isNamed && !rest.isEmpty ? 0.8 * quality : quality
      found += try nearest(number, center, quality: quality)
      if found.count > 4 * Self.mostOfCategory { break }
    }
    return found
  }

  /// Kinds that the first or last words name, and the numbers of the tokens that are left.
  private func kinds(_ words: [[UInt32]]) -> [(kind: String, quality: Double, rest: [Int])] {
    var kinds: [(String, Double, [Int])] = []
    for count in stride(from: words.count, to: 0, by: -1) {
      for start in Set([0, words.count - count]).sorted() {
        let rest = words.indices.filter { $0 < start || $0 >= start + count }
        for kind in CategoryNames.kinds(named: Array(words[start..<start + count])) { kinds.append((kind, 1, rest)) }
      }
    }
    if query.isOpen {
      for kind in CategoryNames.kinds(beginningWith: words).prefix(3) { kinds.append((kind, 0.85, [])) }
    }
    return kinds
  }

  /// Where the category is looked for: around the place that the other words name, or where the map is; nil where the words name
  /// nothing.
  private func center(_ rest: [Int]) throws -> LocationCoordinate? {
    let words = rest.map { query.tokens[$0] }.filter { $0.weight >= 1 }
    guard !words.isEmpty else { return request.near ?? index.description.bounds.center }
    let text = words.map { NameFolding.string($0.word) }.joined(separator: " ")
    var search = IndexSearch(index, reader, SearchRequest(text, near: request.near), QueryText(text))
    let best = try search.named(tolerant: false).max { $0.score < $1.score }
    return best.flatMap { $0.text > 0.8 ? $0.coordinate : nil }
  }

  private func nearest(_ kind: Int, _ center: LocationCoordinate, quality: Double) throws -> [FoundPlace] {
    let plane = LocalMeters(around: center)
    let places = try reader.places(ofKind: kind).map { (place: $0.place, meters: plane.distance($0.coordinate)) }
      .sorted { ($0.meters, $0.place) < ($1.meters, $1.place) }.prefix(max(request.limit * 2, 20))
    return try places.compactMap { place, meters in
      guard let record = try reader.place(place) else { return nil }
      // The category is what was asked for: how known a place is hardly matters.
      let score = PlaceRanking.score(text: 0.98 * quality, importance: 0.45 + Double(record.importance) / 2550, meters: meters)
      return FoundPlace(place, record, text: 0.98 * quality, score: score)
    }
  }
}
