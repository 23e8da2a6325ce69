import OverlookGeometry

extension IndexSearch {
  /// The best places that answer, the best first.
  mutating func results() throws -> [PlaceResult] {
    guard !query.tokens.isEmpty else { return [] }
    var found = try crossings()
    if query.tokens.allSatisfy({ $0.number != nil }) { found += try numbersAlone() }
    if query.crossing.isEmpty || found.isEmpty { found += try named(tolerant: true) }
    found += try ofCategory(isNamed: found.contains { $0.text > 0.93 })
    if request.isCancelled { return [] }
    var best: [String: FoundPlace] = [:]
    for place in found {
      let key = "\(place.place) \(place.house?.number ?? "") \(place.name ?? "")"
      if best[key].map({ $0.score < place.score }) ?? true { best[key] = place }
    }
    let sorted = best.values.sorted { ($0.score, $1.place) > ($1.score, $0.place) }
    // Of similar words none is of use once the words themselves are found.
    let leastText = sorted.contains { $0.text > 0.93 } ? 0.62 : 0.4
    let formatter = ResultFormatter(index, reader, request.language)
    let results = try sorted.lazy.filter { $0.text >= leastText }.prefix(request.limit + Self.contenders).map {
      try formatter.result(of: $0, near: request.near)
    }
    return Array(preferred(results).prefix(request.limit))
  }

  /// Places behind the last that is wanted which may still come before it.
  private static let contenders = 4

  /// Of names that differ in their marks alone, the one that was typed comes first.
  private func preferred(_ results: [PlaceResult]) -> [PlaceResult] {
    let text = request.text.lowercased()
    var results = results
    for index in results.indices where results[index].name.lowercased() == text { results[index].score *= PlaceRanking.asTyped }
    return results.enumerated().sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }.map(\.element)
  }

  /// Houses of a number near where the map is.
  private func numbersAlone() throws -> [FoundPlace] {
    guard let near = request.near, query.tokens.count == 1, let wanted = query.tokens[0].number else { return [] }
    let middle = index.grid.position(near)
    var found: [FoundPlace] = []
    for distance in 0...4 {
      for place in Set(try index.grid.ring(distance, around: middle).flatMap { try reader.places(inCell: $0) }).sorted() {
        guard let record = try reader.place(place), record.hasHouses,
          let answer = HouseSearch.find(wanted, in: try reader.houses(of: place, record)), answer.quality > 0.9
        else { continue }
        let meters = SphericalGeometry.distance(from: near, to: answer.house.coordinate)
        let score = PlaceRanking.score(text: 0.8 * answer.quality, importance: 0.3, meters: meters)
        found.append(FoundPlace(place, record, text: 0.8 * answer.quality, score: score, house: answer.house))
      }
      if found.count >= request.limit, distance > 1 { break }
    }
    return found
  }
}
