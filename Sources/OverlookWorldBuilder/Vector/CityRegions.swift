import OverlookGeometry

/// What cities are to those who live around them. GeoNames lists parts of cities as places of their own, and counts people within
/// the limits of municipalities, which say little of how large a city is: Miami has 490,000, and 3 million around it.
struct CityRegions {
  /// Places that are parts of others.
  private(set) var parts: Set<UInt64> = []
  /// Those of the parts that are called as the larger city, and a word more.
  private(set) var quarters: Set<UInt64> = []
  /// Those of the parts that are cities of their own: of another province than the larger city, or farther from its middle than its own
  /// quarters are.
  private(set) var satellites: Set<UInt64> = []
  /// People in a city and in the places around it, at most four times as many as in the city itself; of places that have a
  /// larger one near them, the people of their own.
  private(set) var populations: [UInt64: Double] = [:]

  private static let reachKilometers = 30.0
  /// How far a larger city may be that a place belongs to, though it is no part of it.
  private static let shadowKilometers = 60.0
  /// Smaller places have no parts.
  private static let leastPopulation = 60_000.0
  /// Smaller parts of others are no cities of their own.
  private static let leastSatellite = 100_000.0
  /// How far the quarters of a city lie from its middle.
  private static let quarterKilometers = 16.0

  private let neighbours: Neighbours

  /// - Parameters:
  ///   - cities: The most populous first.
  ///   - capitals: Never parts of others.
  init(_ cities: [GeoNames.City], capitals: Set<UInt64>) {
    neighbours = Neighbours(cities)
    for city in cities where city.population > Self.leastPopulation && !capitals.contains(city.id) && isNamedAsPart(city) {
      parts.insert(city.id)
      quarters.insert(city.id)
    }
    var whole: Set<UInt64> = []
    for city in cities where !parts.contains(city.id) {
      let around = neighbours.of(city, within: Self.reachKilometers)
      let larger = around.filter { other, kilometers in
        whole.contains(other.id) && Self.isPart(city, of: other, kilometers, isCapital: capitals.contains(other.id))
      }
      if larger.isEmpty || capitals.contains(city.id) {
        if city.population > Self.leastPopulation { whole.insert(city.id) }
        continue
      }
      parts.insert(city.id)
      let isOwn = larger.allSatisfy { $0.city.division != city.division || $0.kilometers > Self.quarterKilometers }
      if isOwn, city.population >= Self.leastSatellite { satellites.insert(city.id) }
    }
    for city in cities where !parts.contains(city.id) {
      let near = neighbours.of(city, within: Self.shadowKilometers)
      let isLargest = !near.contains { $0.city.population > city.population && !parts.contains($0.city.id) }
      let around = near.filter { $0.kilometers < Self.reachKilometers }
      let all = around.reduce(city.population) { $0 + $1.city.population }
      populations[city.id] = isLargest ? min(all, 4 * city.population) : city.population
    }
  }

  /// Those near a city three times as large, where near is farther the larger it is, and those in the middle of a capital.
  private static func isPart(
    _ city: GeoNames.City, of other: GeoNames.City, _ kilometers: Double, isCapital: Bool
  ) -> Bool {
    guard other.population >= city.population else { return false }
    if isCapital, kilometers < 6 { return true }
    return other.population > 3 * city.population && kilometers < min(other.population.squareRoot() / 90, 25)
  }

  /// Whether the name is that of a place beside it and a word more, as of "West Raleigh" and "Paris 18 Buttes-Montmartre".
  private func isNamedAsPart(_ city: GeoNames.City) -> Bool {
    let words = Self.words(city.name)
    guard words.count > 1 else { return false }
    return neighbours.of(city, within: Self.reachKilometers).contains { other, _ in
      guard city.population < 2 * other.population else { return false }
      return ([other.name] + other.alternateNames).contains { $0.count > 3 && Self.contains(words, Self.words($0)) }
    }
  }

  private static func words(_ name: String) -> [Substring] { name.split { " -,".contains($0) } }

  /// Whether `inner` are some of the words of `outer`, in a row, but not all.
  private static func contains(_ outer: [Substring], _ inner: [Substring]) -> Bool {
    guard !inner.isEmpty, inner.count < outer.count else { return false }
    return (0...outer.count - inner.count).contains { outer[$0...].starts(with: inner) }
  }
}

/// Finds the cities of the same country around a city.
private struct Neighbours {
  /// By degrees.
  private var cells: [SIMD2<Int32>: [GeoNames.City]] = [:]

  init(_ cities: [GeoNames.City]) {
    for city in cities { cells[Self.cell(city), default: []].append(city) }
  }

  private static func cell(_ city: GeoNames.City) -> SIMD2<Int32> {
    SIMD2(Int32(city.place.longitude.rounded(.down)), Int32(city.place.latitude.rounded(.down)))
  }

  func of(_ city: GeoNames.City, within reach: Double) -> [(city: GeoNames.City, kilometers: Double)] {
    let home = Self.cell(city)
    return (-1...1).flatMap { dx in (-1...1).flatMap { dy in cells[home &+ SIMD2(Int32(dx), Int32(dy))] ?? [] } }
      .compactMap { other in
        guard other.id != city.id, other.country == city.country else { return nil }
        let kilometers = SphericalGeometry.distance(from: city.place, to: other.place) / 1000
        return kilometers < reach ? (other, kilometers) : nil
      }
  }
}
