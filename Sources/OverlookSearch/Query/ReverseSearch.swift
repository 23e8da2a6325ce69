import OverlookGeometry

/// What is at a place.
struct ReverseSearch {
  private let index: SearchIndex
  private let reader: SearchIndex.Reader
  private let place: LocationCoordinate
  private let plane: LocalMeters
  private let formatter: ResultFormatter

  /// Metres within which a house, a thing and a street are "here".
  private static let houseMeters = 60.0
  private static let thingMeters = 40.0
  private static let streetMeters = 400.0
  private static let farthestRing = 6
  /// Metres within which a town is told of.
  private static let townMeters = 80_000.0

  init(_ index: SearchIndex, _ reader: SearchIndex.Reader, _ place: LocationCoordinate, language: String) {
    (self.index, self.reader, self.place) = (index, reader, place)
    plane = LocalMeters(around: place)
    formatter = ResultFormatter(index, reader, language)
  }

  private struct Near {
    var found: FoundPlace
    var meters: Double
    /// Houses first, then things, streets and towns.
    var order: Int
  }

  func results(limit: Int) throws -> [PlaceResult] {
    let middle = index.grid.position(place)
    let cell = index.grid.cellMeters(at: place)
    var near: [Near] = []
    var seen: Set<Int> = []
    for distance in 0...Self.farthestRing {
      // What the rings looked at hold for certain is nearer than this.
      let safe = (Double(distance) - 1) * cell
      if near.contains(where: { $0.order <= 2 && $0.meters <= safe }) || (!near.isEmpty && safe > Self.townMeters) { break }
      for cell in index.grid.ring(distance, around: middle) {
        for place in try reader.places(inCell: cell) where seen.insert(place).inserted { try look(at: place, &near) }
      }
    }
    near.sort { ($0.order, $0.meters, $0.found.place) < ($1.order, $1.meters, $1.found.place) }
    var results: [PlaceResult] = []
    for one in near where results.count < limit { results.append(try formatter.result(of: one.found, near: place)) }
    return results
  }

  private func look(at number: Int, _ near: inout [Near]) throws {
    guard let record = try reader.place(number) else { return }
    let kind = formatter.kind(record)
    if kind == "street" {
      try lookAtStreet(number, record, &near)
      return
    }
    if kind == "postcode" { return }
    let meters = plane.distance(record.coordinate)
    let isArea = PlaceKinds.isArea(kind)
    if isArea {
      guard kind != "country", kind != "state", kind != "continent", meters < Self.townMeters else { return }
      // A village nearby is nearer than the middle of the town that one is in: the larger reaches farther.
      let reach = PlaceKinds.radius(of: kind)
      near.append(Near(found: found(number, record, meters), meters: meters / max(reach, 1) * 1000, order: 3))
    } else if meters < Self.thingMeters {
      near.append(Near(found: found(number, record, meters), meters: meters, order: 1))
    }
  }

  private func found(_ number: Int, _ record: PlaceRecord, _ meters: Double) -> FoundPlace {
    FoundPlace(number, record, text: 1, score: 1 / (1 + meters / 100))
  }

  private func lookAtStreet(_ number: Int, _ record: PlaceRecord, _ near: inout [Near]) throws {
    let houses = try reader.houses(of: number, record).map { (house: $0, meters: plane.distance($0.coordinate)) }
    if let best = houses.min(by: { $0.meters < $1.meters }), best.meters < Self.houseMeters {
      let found = FoundPlace(number, record, text: 1, score: 1 / (1 + best.meters / 100), house: best.house)
      near.append(Near(found: found, meters: best.meters, order: 0))
    }
    let lines = try PlaceDetails(record).lines
    let nearest = lines.compactMap { plane.nearest(on: $0) }.min { $0.meters < $1.meters }
    guard let nearest, nearest.meters < Self.streetMeters else { return }
    var street = found(number, record, nearest.meters)
    street.coordinate = nearest.place
    near.append(Near(found: street, meters: nearest.meters, order: 2))
  }
}
