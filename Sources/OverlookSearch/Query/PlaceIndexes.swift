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
    var found: [PlaceResult] = []
    if let place = CoordinateText.place(request.text) { found.append(try result(at: place, request)) }
    if PlaceID(request.text) != nil, let place = try? place(id: request.text, language: request.language) { return [place] }
    var fault: FormatError?
    var answers = 0
    for index in indexes {
      if request.isCancelled { return [] }
      do throws(FormatError) {
        found += try index.search(request)
        answers += 1
      } catch {
        fault = fault ?? error
      }
    }
    if let fault, answers == 0 { throw fault }
    return Array(Self.merged(found).prefix(request.limit))
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
