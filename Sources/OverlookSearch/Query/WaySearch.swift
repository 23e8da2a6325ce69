package import OverlookFormats
import OverlookSupport

extension PlaceIndexes {
  /// Places beside a way, the next one first: all of a kind that the text names, or else those that have such a name. What cannot be read is
  /// left out while another index answers.
  package func search(_ request: WayRequest) throws(FormatError) -> [WayPlace] {
    var found: [WayPlace] = []
    var fault: FormatError?
    var answers = 0
    for index in indexes {
      if request.ticket?.isCancelled == true { return [] }
      do throws(FormatError) {
        found += try index.search(request)
        answers += 1
      } catch {
        fault = fault ?? error
      }
    }
    if let fault, answers == 0 { throw fault }
    return request.sorted(found)
  }
}

extension SearchIndex {
  /// As for several indexes; unsorted.
  func search(_ request: WayRequest) throws(FormatError) -> [WayPlace] {
    let query = QueryText(request.text)
    guard !query.tokens.isEmpty else { return [] }
    var kinds = CategoryNames.kinds(named: query.words)
    if kinds.isEmpty, query.isOpen { kinds = Array(CategoryNames.kinds(beginningWith: query.words).prefix(1)) }
    let found = try read { reader in try kinds.flatMap { try places(ofKind: $0, request, reader) } }
    if !kinds.isEmpty { return found }
    return try named(request)
  }

  private func places(ofKind kind: String, _ request: WayRequest, _ reader: Reader) throws -> [WayPlace] {
    guard let number = kinds.firstIndex(of: kind) else { return [] }
    var beside: [(place: Int, position: WayPosition)] = []
    for (place, coordinate) in try reader.places(ofKind: number) {
      if request.ticket?.isCancelled == true { return [] }
      if let position = request.position(coordinate) { beside.append((place, position)) }
    }
    beside.sort { ($0.position.along, $0.place) < ($1.position.along, $1.place) }
    let formatter = ResultFormatter(self, reader, request.language)
    return try beside.prefix(request.limit).compactMap { place, position in
      guard let record = try reader.place(place) else { return nil }
      return WayPlace(try formatter.result(of: FoundPlace(place, record, text: 1, score: 1), near: nil), position)
    }
  }

  /// Places whose own names have all words; where there are none, those that answer by similar names or by where they lie.
  private func named(_ request: WayRequest) throws(FormatError) -> [WayPlace] {
    var found: [WayPlace] = []
    for sample in request.samples {
      if request.ticket?.isCancelled == true { return [] }
      found += request.places(
        try search(SearchRequest(request.text, near: sample, limit: 40, language: request.language, ticket: request.ticket)))
    }
    let words = QueryText(request.text).words
    let named = found.filter { beside in
      let own = NameFolding.words(beside.place.name)
      return words.allSatisfy { word in own.contains { $0.starts(with: word) } }
    }
    return named.isEmpty ? found : named
  }
}
