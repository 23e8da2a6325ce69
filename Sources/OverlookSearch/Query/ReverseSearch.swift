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
  /// The reach of an area whose distance counts as it is.
  private static let areaMeters = 1000.0

  private let kinds: [Kind]

  /// What a kind of place means here.
  private struct Kind {
    enum Role { case street, area, thing, nothing }

    var role: Role
    /// Metres.
    var reach: Double

    init(_ name: String) {
      // Whole states and countries are no answer, and postcodes none to look at.
      let isLarge = ["country", "state", "continent", "postcode"].contains(name)
      role = name == "street" ? .street : isLarge ? .nothing : PlaceKinds.isArea(name) ? .area : .thing
      reach = max(PlaceKinds.radius(of: name), 1)
    }
  }

  init(_ index: SearchIndex, _ reader: SearchIndex.Reader, _ place: LocationCoordinate, language: String) {
    (self.index, self.reader, self.place) = (index, reader, place)
    plane = LocalMeters(around: place)
    formatter = ResultFormatter(index, reader, language)
    kinds = index.kinds.map(Kind.init)
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
    let farthestReach = kinds.lazy.filter { $0.role == .area }.map(\.reach).max() ?? 1
    var near: [Near] = []
    var seen: Set<Int> = []
    for distance in 0...Self.farthestRing {
      // What the rings looked at hold for certain is nearer than this.
      let safe = (Double(distance) - 1) * cell
      if near.contains(where: { $0.order <= 2 && $0.meters <= safe }) || (!near.isEmpty && safe > Self.townMeters) { break }
      // Nor is anything farther out a better area than so many that are known.
      let best = safe / farthestReach * Self.areaMeters
      if safe >= Self.streetMeters, near.lazy.filter({ $0.order == 3 && $0.meters <= best }).count >= limit { break }
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
    let kind = record.kind < kinds.count ? kinds[record.kind] : Kind("place")
    switch kind.role {
    case .nothing: break
    case .street: try lookAtStreet(number, record, &near)
    case .area:
      let meters = plane.distance(record.coordinate)
      guard meters < Self.townMeters else { return }
      // A village nearby is nearer than the middle of the town that one is in: the larger reaches farther.
      near.append(Near(found: found(number, record, meters), meters: meters / kind.reach * Self.areaMeters, order: 3))
    case .thing:
      let meters = plane.distance(record.coordinate)
      if meters < Self.thingMeters { near.append(Near(found: found(number, record, meters), meters: meters, order: 1)) }
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
