package import OverlookFormats
package import OverlookGeometry

/// Several indexes searched as one: those of regions first, the places of the whole world last.
package struct PlaceIndexes: Sendable {
  package let indexes: [SearchIndex]

  package init(_ indexes: [SearchIndex]) {
    self.indexes = indexes
  }

  /// The best places of all, each once. What cannot be read is left out while another index answers.
  package func search(_ request: SearchRequest) throws(FormatError) -> [PlaceResult] {
    let first = try readPlace(request)
    if first.isAll { return first.found }
    let answers = answers(of: indexes.indices, request)
    return request.isCancelled ? [] : try Self.merged(first.found, answers, limit: request.limit)
  }

  /// What a text says by itself: the place of its numbers, or of an identifier. `isAll`: nothing else is to be looked for.
  package func readPlace(_ request: SearchRequest) throws(FormatError) -> (found: [PlaceResult], isAll: Bool) {
    var found: [PlaceResult] = []
    if let place = CoordinateText.place(request.text) {
      found.append(try result(at: place, request))
      // Its numbers are no house numbers.
      if Self.isOfNumbers(request.text) { return (found, true) }
    }
    if PlaceID(request.text) != nil, let place = try? place(id: request.text, language: request.language) {
      return ([place], true)
    }
    return (found, false)
  }

  /// What some of the indexes answer, in their order; nothing of those that are left once nobody waits any more. Others may be asked at
  /// the same time.
  package func answers(of numbers: Range<Int>, _ request: SearchRequest) -> [Result<[PlaceResult], FormatError>] {
    indexes[numbers].map { index in
      if request.isCancelled { return .success([]) }
      do throws(FormatError) { return .success(try index.search(request)) } catch { return .failure(error) }
    }
  }

  /// The best places of what was read of the text, and of the answers of all indexes in their order. Throws where none of them answers.
  package static func merged(
    _ first: [PlaceResult], _ answers: [Result<[PlaceResult], FormatError>], limit: Int
  ) throws(FormatError) -> [PlaceResult] {
    var (found, fault, count) = (first, FormatError?.none, 0)
    for answer in answers {
      switch answer {
      case .success(let places):
        found += places
        count += 1
      case .failure(let error): fault = fault ?? error
      }
    }
    if let fault, count == 0 { throw fault }
    return Array(merged(found).prefix(limit))
  }

  /// What is at a place: of the first region that knows a house, a thing or a street there, and else of all.
  package func reverse(
    _ place: LocationCoordinate, limit: Int = 5, language: String = "en"
  ) throws(FormatError) -> [PlaceResult] {
    var found: [PlaceResult] = []
    var fault: FormatError?
    for index in indexes {
      do throws(FormatError) {
        let own = try index.reverse(place, limit: limit, language: language)
        if own.contains(where: { !PlaceKinds.isArea($0.kind) }) { return own }
        found += own
      } catch {
        fault = fault ?? error
      }
    }
    if let fault, found.isEmpty { throw fault }
    return Array(found.sorted { ($0.distance ?? 0) < ($1.distance ?? 0) }.prefix(limit))
  }

  /// The place of an identifier, of the first index that knows it; nil where none does.
  package func place(id: String, language: String = "en") throws(FormatError) -> PlaceResult? {
    var fault: FormatError?
    for index in indexes {
      do throws(FormatError) {
        if let place = try index.place(id: id, language: language) { return place }
      } catch {
        fault = fault ?? error
      }
    }
    if let fault { throw fault }
    return nil
  }

  /// Whether there is nothing in a text but numbers, signs, and the letters of the four directions.
  private static func isOfNumbers(_ text: String) -> Bool { !text.contains { $0.isLetter && !"NSEWOnsewo".contains($0) } }

  private func result(at place: LocationCoordinate, _ request: SearchRequest) throws(FormatError) -> PlaceResult {
    let near = (try? reverse(place, limit: 1, language: request.language))?.first
    let name = CoordinateText.decimal(place)
    return PlaceResult(
      name: name, kind: "coordinate", coordinate: place, bounds: ResultFormatter.around(place, "coordinate"),
      address: near?.address ?? Address(coordinate: place), score: 10,
      distance: request.near.map { SphericalGeometry.distance(from: $0, to: place) }, source: "text")
  }

  /// The best first; of what is the same in two indexes the one that comes first, which knows more of it, with the better score.
  private static func merged(_ found: [PlaceResult]) -> [PlaceResult] {
    var kept: [(result: PlaceResult, name: String)] = []
    for result in found {
      let name = NameFolding.folded(result.name)
      if let index = kept.firstIndex(where: { isSame($0.result, $0.name, result, name) }) {
        kept[index].result.score = max(kept[index].result.score, result.score)
      } else {
        kept.append((result, name))
      }
    }
    return kept.enumerated().sorted { ($0.element.result.score, $1.offset) > ($1.element.result.score, $0.offset) }
      .map(\.element.result)
  }

  private static func isSame(_ a: PlaceResult, _ aName: String, _ b: PlaceResult, _ bName: String) -> Bool {
    guard
      aName == bName || (a.source != b.source && PlaceKinds.isArea(a.kind) && (aName.hasPrefix(bName) || bName.hasPrefix(aName)))
    else { return false }
    let areas = PlaceKinds.isArea(a.kind) && PlaceKinds.isArea(b.kind)
    guard areas ? a.source != b.source : a.kind == b.kind else { return false }
    let reach = areas ? max(PlaceKinds.radius(of: a.kind), PlaceKinds.radius(of: b.kind)) : 60
    return SphericalGeometry.distance(from: a.coordinate, to: b.coordinate) <= reach
  }
}
