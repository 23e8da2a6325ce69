import Glibc

/// How likely it is that people look for a place, 0 ... 1.
package enum PlaceImportance {
  /// Of a place where people live: by how many they are, and by in how many ways its name is written all over the world, which
  /// tells its fame. Numbers of inhabitants alone count the borders of municipalities.
  ///
  /// - Parameters:
  ///   - population: 0 where it is not known.
  ///   - nameCount: Names in other languages and spellings.
  package static func settlement(population: Double, nameCount: Int) -> Double {
    let people = log10(max(population, 0) + 100) / 7.4
    let fame = log(Double(nameCount) + 1) / log(300)
    return min(0.4 * people + 0.6 * fame, 1) * 0.95
  }

  /// Of what OpenStreetMap says of a settlement: names in other languages are few there, so the number of inhabitants and the kind
  /// tell a fame that is usual.
  static func settlement(kind: String, population: Double?, nameCount: Int, isKnown: Bool) -> Double {
    let people = population ?? usualPopulation[kind] ?? 100
    let usualNames = Int(exactly: min(pow(people / 2000, 0.8), 200).rounded(.down)) ?? 0
    return settlement(population: people, nameCount: max(usualNames, nameCount)) + (isKnown ? 0.02 : 0)
  }

  private static let usualPopulation: [String: Double] = [
    "city": 150_000, "town": 15_000, "municipality": 5000, "borough": 40_000, "suburb": 8000, "village": 900, "quarter": 2000,
    "neighbourhood": 800, "hamlet": 120, "isolated_dwelling": 10, "farm": 10,
  ]

  /// Of everything else.
  static func thing(kind: String, isKnown: Bool, isNamed: Bool) -> Double {
    let base = things[kind] ?? 0.12
    return min(base + (isKnown ? 0.08 : 0), 1) * (isNamed ? 1 : 0.4)
  }

  private static let things: [String: Double] = [
    "country": 0.85, "state": 0.7, "province": 0.6, "region": 0.55, "county": 0.45, "district": 0.4, "island": 0.35,
    "airport": 0.4, "station": 0.38, "university": 0.3, "hospital": 0.3, "museum": 0.28, "stadium": 0.28, "zoo": 0.3,
    "castle": 0.28, "attraction": 0.28, "theatre": 0.25, "townhall": 0.25, "mall": 0.25, "park": 0.22, "square": 0.24,
    "cathedral": 0.28, "halt": 0.25, "lake": 0.25, "water": 0.2, "river": 0.25, "peak": 0.22, "beach": 0.2, "college": 0.2,
    "library": 0.2, "cinema": 0.2, "hotel": 0.18, "locality": 0.15, "postcode": 0.2, "school": 0.16, "place_of_worship": 0.15,
    "supermarket": 0.15, "pharmacy": 0.15, "restaurant": 0.14, "bus_stop": 0.08, "tram_stop": 0.1, "building": 0.1,
    "bench": 0.02, "parking": 0.08,
  ]

  /// Of a street, by the class of its road.
  static func street(highway: String) -> Double {
    switch highway {
    case "motorway", "trunk": 0.24
    case "primary", "pedestrian": 0.23
    case "secondary": 0.22
    case "tertiary", "unclassified", "residential", "living_street": 0.2
    case "service", "track", "footway", "cycleway", "path", "steps", "bridleway": 0.14
    default: 0.18
    }
  }
}
