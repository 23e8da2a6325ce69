import OverlookGeometry
import OverlookSearch

/// States and provinces by what lies in them.
struct DivisionOutlines {
  private struct Outline {
    var name: String
    var bounds: CoordinateBounds
    var rings: [[LocationCoordinate]]
  }

  private let outlines: [String: [Outline]]
  /// Of a division so many cities say in which outline it lies.
  private static let voters = 40

  init(_ lands: [GeoPackage.Land]) {
    let known = lands.filter { !$0.name.isEmpty }
    outlines = Dictionary(grouping: known, by: \.country).compactMapValues { lands in
      // A country of one part has none.
      guard lands.count > 1 else { return nil }
      return lands.map { land in
        let rings = land.polygons.flatMap(\.self)
        let name = StateNameTable.entry(land.name, country: land.country)?.name ?? land.name
        return Outline(name: name, bounds: CoordinateBounds(rings.flatMap(\.self)), rings: rings)
      }
    }
  }

  /// The name of the division that most of the cities lie in, of which the most populous ones are asked; nil where none is drawn.
  func name(around cities: [GeoNames.City]) -> String? {
    guard let country = cities.first?.country, let outlines = outlines[country] else { return nil }
    var votes: [String: Int] = [:]
    for city in cities.prefix(Self.voters) {
      if let name = outlines.first(where: { $0.bounds.contains(city.place) && RingJoin.contains($0.rings, city.place) })?.name {
        votes[name, default: 0] += 1
      }
    }
    return votes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
