import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSearch
import OverlookTileBuilder

/// Labels of continents, countries, states and cities, in the layer `place`. The rank of a place, from 1, says from which zoom on
/// there is room for it.
struct PlaceFeatures {
  let countries: [GeoPackage.Land]
  let states: [GeoPackage.Land]
  let names: GeoNames
  let divisions: DivisionNames

  typealias Tags = [(String, VectorTileWriter.Value)]

  var features: [MapFeature] {
    let cities = cities
    return continents + countryFeatures(besides: cities) + stateFeatures + cities
  }

  // MARK: Continents

  private var continents: [MapFeature] {
    let places: [(String, Double, Double)] = [
      ("Africa", 10, 20), ("Antarctica", -80, 20), ("Asia", 48, 88), ("Europe", 51, 16), ("North America", 46, -100),
      ("Oceania", -26, 134), ("South America", -14, -59),
    ]
    return places.enumerated().map { index, place in
      MapFeature(
        layer: "place", id: UInt64(index) + 1,
        shape: .point(WorldPoint(LocationCoordinate(latitude: place.1, longitude: place.2))),
        tags: [("class", .string("continent")), ("rank", .int(1)), ("name", .string(place.0)), ("name_en", .string(place.0))],
        zooms: 0...2)
    }
  }

  // MARK: Countries

  static let languages = [
    "ar", "de", "el", "en", "es", "fi", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "th", "tr", "uk", "zh",
  ]

  private func countryFeatures(besides cities: [MapFeature]) -> [MapFeature] {
    let ids = names.markedCapitals()
    let capitalCities = names.cities.filter { ids.contains($0.id) }
    let capitals = Dictionary(capitalCities.map { ($0.country, WorldPoint($0.place)) }) { $1 }
    // Of countries that are no more than a city of the same name, the city's label is enough.
    let cityStates = Set(
      capitalCities.filter { city in
        guard let country = names.countries[city.country] else { return false }
        return country.squareKilometers < Self.leastSquareKilometers && country.name == KnownCities.englishName(city)
      }.map(\.country))
    let row = Self.row(countries, names)
    var room = CountryRoom(cities: cities)
    var features: [Int: MapFeature] = [:]
    for (order, index) in row.enumerated() {
      let land = countries[index]
      guard !cityStates.contains(land.country), let polygon = Shapes.largest(land), let outline = polygon.first,
        let middle = Self.moved[land.country] ?? Shapes.roomiestPlace(polygon)
      else { continue }
      var place = capitals[land.country].map { Self.place(middle, besides: $0, in: polygon) } ?? middle
      let known = names.countries[land.country]
      let english = known?.name ?? land.name
      let rank = Self.rank(land, names)
      if rank < Self.firstSmallRank {
        room.take(english, at: place)
      } else {
        place = room.place(english, near: place, in: outline)
      }
      var tags: Tags = [
        ("class", .string("country")), ("rank", .int(rank)), ("iso_a2", .string(land.country)),
        ("order", .int(Int64(order + 1))), ("name", .string(Self.ownName(land.country) ?? english)),
        ("name_en", .string(english)),
      ]
      for language in Self.languages + [ChineseNames.traditional] where language != "en" {
        if let name = CountryName.name(of: land.country, in: language) {
          tags.append(("name:\(language)", .string(name)))
        }
      }
      tags.append(("name:en", .string(english)))
      features[index] = MapFeature(
        layer: "place", id: UInt64(index) + 100, shape: .point(place), tags: tags, zooms: min(max(Int(rank) - 2, 0), 3)...6,
        order: Double(rank))
    }
    return countries.indices.compactMap { features[$0] }
  }

  /// Larger countries have room for their name in any case.
  private static let firstSmallRank = 4

  /// Where the roomiest place of the largest part is not the middle of the country for its people.
  private static let moved: [String: WorldPoint] = [
    "US": at(39.5, -98.5), "CA": at(60, -108), "RU": at(62, 97), "NO": at(61.2, 9.2), "FR": at(46.7, 2.4), "ID": at(-2.2, 113.5),
    "MY": at(4.2, 102.2), "NZ": at(-43.6, 171), "JP": at(36.3, 138.3), "AU": at(-25.5, 134.3), "AQ": at(-80, 20),
    "SE": at(62.5, 15.2), "IT": at(42.9, 12.6), "NL": at(52.65, 6.25),
    "CL": at(-30, -70.8), "VN": at(14.4, 108.2), "GB": at(54.75, -2.9), "PH": at(16.3, 121), "CN": at(35.5, 103.5),
  ]

  /// Above or below the line of a capital that lies where the name of its country would: 20 points away at zoom 5, where there is
  /// so much room in the country.
  private static func place(_ middle: WorldPoint, besides capital: WorldPoint, in polygon: [[WorldPoint]]) -> WorldPoint {
    let point = 1 / (512 * 32.0)
    guard abs(middle.x - capital.x) < 60 * point, abs(middle.y - capital.y) < 20 * point, let outline = polygon.first else {
      return middle
    }
    let sides = middle.y < capital.y ? [-20.0, 20] : [20, -20]
    let places = sides.map { WorldPoint(x: middle.x, y: capital.y + $0 * point) }
    return places.first { RingGeometry.contains(outline, $0) } ?? middle
  }

  private static func at(_ latitude: Double, _ longitude: Double) -> WorldPoint {
    WorldPoint(LocationCoordinate(latitude: latitude, longitude: longitude))
  }

  /// Smaller countries are as small as a city.
  private static let leastSquareKilometers = 1500.0

  /// The countries in a row, those first that a map names before others where it has no room for all.
  private static func row(_ countries: [GeoPackage.Land], _ names: GeoNames) -> [Int] {
    let weights = countries.map { land in
      let people = names.countries[land.country]?.population ?? 0
      return (rank: rank(land, names), weight: side(land, people: people) * max(people, 1e4).squareRoot().squareRoot())
    }
    return countries.indices.sorted { a, b in
      (weights[a].rank, -weights[a].weight, a) < (weights[b].rank, -weights[b].weight, b)
    }
  }

  /// Points of a square as large as the country where the world is 1024 points wide, and more for many people.
  private static func side(_ land: GeoPackage.Land, people: Double) -> Double {
    Shapes.area(land).squareRoot() * 1024 * (people > 5e7 ? 1.5 : 1)
  }

  /// 1 for those that have room on a map of the world, to 6.
  private static func rank(_ land: GeoPackage.Land, _ names: GeoNames) -> Int64 {
    let population = names.countries[land.country]?.population ?? 0
    let side = side(land, people: population)
    for (rank, least) in [(1, 62.0), (2, 34), (3, 19), (4, 10), (5, 4)] where side >= least { return Int64(rank) }
    return population > 2e6 ? 5 : 6
  }

  /// The country's name in the language that most of its people speak (CLDR, likely subtags).
  private static func ownName(_ country: String) -> String? {
    let likely = Locale.Language(identifier: "und-\(country)").maximalIdentifier
    return CountryName.name(of: country, in: likely)
  }

  // MARK: States

  private var stateFeatures: [MapFeature] {
    let byCountry = Dictionary(grouping: states, by: \.country)
    let drawn: [MapFeature] = states.enumerated().compactMap { index, state in
      let entry = StateNameTable.entry(state.name, country: state.country)
      guard !state.name.isEmpty, entry?.isGone != true, !state.name.contains(" lease in "),
        (byCountry[state.country]?.count ?? 0) > 1, let polygon = Shapes.largest(state),
        let place = StateNameTable.place(state.name, country: state.country).map({ WorldPoint($0) })
          ?? Shapes.roomiestPlace(polygon)
      else { return nil }
      let area = Shapes.area(state)
      // Room for a name: a square of 60 points.
      guard let zoom = (3...6).first(where: { area.squareRoot() * 512 * Double(1 << $0) > 60 }) else { return nil }
      return stateFeature(
        entry?.name ?? state.name, country: state.country, code: entry?.code, at: place, zoom: zoom, id: UInt64(index) + 1000)
    }
    let young = StateNameTable.young.enumerated().map { index, state in
      stateFeature(
        state.name, country: state.country, code: state.code, at: WorldPoint(state.place), zoom: state.zoom,
        id: UInt64(index + states.count) + 1000)
    }
    return drawn + young
  }

  private func stateFeature(
    _ name: String, country: String, code: String?, at place: WorldPoint, zoom: Int, id: UInt64
  ) -> MapFeature {
    let name = KnownCities.withoutMarks(name, country: country)
    let otherNames = divisions.names(of: name, country: country, code: code)
    // CLDR tells some by what they lie in: "Bay, Somalia".
    let english =
      StateNameTable.isEnglish(country)
      ? nil : otherNames.first { $0.language == "en" && !$0.name.hasPrefix(name + ", ") }?.name
    var tags: Tags = [
      ("class", .string("state")), ("rank", .int(Int64(zoom - 2))), ("name", .string(name)),
      ("name_en", .string(english.map { KnownCities.withoutMarks($0, country: country) } ?? name)), ("iso_a2", .string(country)),
    ]
    tags += otherNames.filter { $0.language != "en" }.map { ("name:\($0.language)", .string($0.name)) }
    return MapFeature(layer: "place", id: id, shape: .point(place), tags: tags, zooms: zoom...6, order: Double(zoom + 10))
  }

  // MARK: Cities

  private var cities: [MapFeature] {
    let capitals = names.markedCapitals()
    let doubles = CityDoubles.ids(names.cities, capitals: capitals)
    // Districts with a number are no names of places.
    let all = names.cities.filter { city in
      !doubles.contains(city.id) && !KnownCities.isNone(city) && !city.name.contains(where: \.isNumber)
    }
    let regions = CityRegions(all, capitals: capitals)
    let otherNames = CityNames(languages: Self.languages + [ChineseNames.traditional])
    let lonely = LonelyPlaces.ranks(all)
    // Of those with one name in a country, the largest is the one that is known.
    var known: [String: UInt64] = [:]
    for city in all.reversed() { known["\(city.country):\(city.name)"] = city.id }
    return all.compactMap { city in
      let isKnown = known["\(city.country):\(city.name)"] == city.id
      let isCapital = capitals.contains(city.id)
      let isBorough = KnownCities.isBorough(city.name, country: city.country)
      let isListed = KnownCities.isPart(city.name, country: city.country)
      let isPart = !isCapital && (isBorough || isListed || regions.parts.contains(city.id))
      let population = isPart ? city.population : regions.populations[city.id] ?? city.population
      var rank = rank(city, population: population, isCapital: isCapital, isKnown: isKnown)
      let isQuarter = isListed || regions.quarters.contains(city.id)
      let step = isPart && !isQuarter ? partStep(city, isSatellite: regions.satellites.contains(city.id)) : nil
      if let step, !isKnown || KnownCities.rank(city.name, country: city.country) == nil { rank = min(max(rank + step, 7), 10) }
      let isSuburb = isPart && step == nil
      // Far from all that is larger there is room for a name.
      let labelRank = isPart ? rank : min(rank, lonely[city.id] ?? rank)
      guard let zoom = isSuburb ? 6 : Self.firstZooms[labelRank] else { return nil }
      let english = KnownCities.englishName(city)
      let shown = KnownCities.withoutMarks(english, country: city.country)
      var tags: Tags = [
        ("class", .string(isSuburb ? "suburb" : step != nil || rank <= 7 ? "city" : "town")), ("rank", .int(Int64(rank))),
        ("name", .string(shown)),
        ("name_en", .string(shown)), ("iso_a2", .string(city.country)),
      ]
      if labelRank < rank { tags.append(("label_rank", .int(Int64(labelRank)))) }
      tags += otherNames.names(of: city, english: english, isShown: true, isSmall: isSuburb || rank > 6).map {
        ("name:\($0.language)", .string($0.name))
      }
      if isCapital { tags.append(("capital", .int(2))) }
      return MapFeature(
        layer: "place", id: city.id, shape: .point(WorldPoint(city.place)), tags: tags, zooms: zoom...6,
        order: 100 + Double(rank) - population / 1e9)
    }
  }

  /// By how many ranks a part of another city that is large itself counts for less than others of its size; nil for quarters.
  private func partStep(_ city: GeoNames.City, isSatellite: Bool) -> Int? {
    if isSatellite { return 2 }
    return city.population >= Self.leastBorough ? 4 : nil
  }

  /// Parts of cities with fewer people are quarters.
  private static let leastBorough = 600_000.0

  private static let firstZooms = [1: 2, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4, 7: 5, 8: 6, 9: 6, 10: 6]

  private func rank(_ city: GeoNames.City, population: Double, isCapital: Bool, isKnown: Bool) -> Int {
    let limits: [Double] = [1e7, 5e6, 2.5e6, 1.2e6, 6e5, 3e5, 1.2e5, 5e4, 2.5e4]
    let rank = (limits.firstIndex { population >= $0 } ?? limits.count) + 1
    let known = isKnown ? KnownCities.rank(city.name, country: city.country) : nil
    if isCapital {
      return min(known ?? 10, max(min(max(rank - 1, 2), population > 5e5 ? 3 : 4), leastCapitalRank(city.country)))
    }
    if let known { return known }
    return KnownCities.countriesOfDistricts.contains(city.country) ? max(rank + 1, 5) : max(rank, 4)
  }

  /// Of islands and territories with few people the capital is no more than a town.
  private func leastCapitalRank(_ code: String) -> Int {
    guard let country = names.countries[code] else { return 1 }
    if country.population >= 1e6 || country.squareKilometers >= 2e4 { return 1 }
    return country.population >= 2e5 ? 5 : 7
  }
}
