/// The names of the towns and states that places belong to, read once for a request.
final class ParentKeys {
  private var records: [Int: PlaceRecord] = [:]
  /// Districts in towns in counties in states in countries.
  private static let deepest = 6

  /// How well a word is answered by a place around one.
  func quality(_ terms: TokenTerms, _ parent: Int?, _ reader: SearchIndex.Reader) throws -> Double {
    var best = 0.0
    for record in try chain(parent, reader) {
      for key in try record.keys() {
        for term in key { best = max(best, terms.quality(of: Int(term))) }
      }
    }
    return best
  }

  /// A place and what it lies in, from the smallest on.
  func chain(_ place: Int?, _ reader: SearchIndex.Reader) throws -> [PlaceRecord] {
    var chain: [PlaceRecord] = []
    var next = place
    while let number = next, chain.count < Self.deepest {
      guard let record = try records[number] ?? reader.place(number) else { break }
      records[number] = record
      chain.append(record)
      next = record.parent
    }
    return chain
  }
}
