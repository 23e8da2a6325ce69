import Foundation
import OverlookGeometry

/// Entries of GeoNames that are a city once more, or a village with the people of a city of its name.
enum CityDoubles {
  /// Those that lie nearer to another of their name in their province are one with it.
  private static let reachKilometers = 40.0
  /// And of their country.
  private static let sureKilometers = 10.0
  /// From how many people on a village with those of a city is told by its name.
  private static let leastPopulation = 50_000.0

  /// - Parameters:
  ///   - cities: Of GeoNames.
  ///   - capitals: Never doubles.
  static func ids(_ cities: [GeoNames.City], capitals: Set<UInt64>) -> Set<UInt64> {
    var doubles: Set<UInt64> = []
    let byName = Dictionary(grouping: cities) { "\($0.country):\(folded(KnownCities.englishName($0)))" }
    for alike in byName.values where alike.count > 1 {
      for city in alike where !capitals.contains(city.id) {
        if alike.contains(where: { $0.id != city.id && !doubles.contains($0.id) && isDouble(city, of: $0) }) {
          doubles.insert(city.id)
        }
      }
    }
    return doubles
  }

  private static func isDouble(_ city: GeoNames.City, of other: GeoNames.City) -> Bool {
    // Places that people speak of have names in many languages.
    let (names, otherNames) = (city.alternateNames.count, other.alternateNames.count)
    let kilometers = SphericalGeometry.distance(from: city.place, to: other.place) / 1000
    if kilometers < (city.division == other.division ? reachKilometers : sureKilometers) {
      if 3 * names <= otherNames { return true }
      if 3 * otherNames <= names { return false }
      return (city.population, names, other.id) < (other.population, otherNames, city.id)
    }
    if other.population < leastPopulation { return false }
    if city.population == other.population { return 4 * names < 3 * otherNames }
    // Where lists count the people of districts, a village has those of the district of its name.
    guard KnownCities.countriesOfDistricts.contains(city.country) else { return false }
    return city.population > other.population && 3 * names < otherNames
  }

  private static func folded(_ name: String) -> String {
    name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).filter(\.isLetter)
  }
}
