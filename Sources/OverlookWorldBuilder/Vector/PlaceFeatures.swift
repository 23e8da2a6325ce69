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

  var features: [MapFeature] { continents + countryFeatures + stateFeatures + cities }

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

  private var countryFeatures: [MapFeature] {
    let ids = names.capitals()
    let capitals = Dictionary(names.cities.filter { ids.contains($0.id) }.map { ($0.country, WorldPoint($0.place)) }) { $1 }
    return countries.enumerated().compactMap { index, land in
      guard let polygon = Shapes.largest(land), let middle = Self.moved[land.country] ?? Shapes.roomiestPlace(polygon) else {
        return nil
      }
      let place = capitals[land.country].map { Self.place(middle, besides: $0, in: polygon) } ?? middle
      let known = names.countries[land.country]
      let english = known?.name ?? land.name
      let rank = Self.rank(area: Shapes.area(land), population: known?.population ?? 0)
      var tags: Tags = [
        ("class", .string("country")), ("rank", .int(rank)), ("iso_a2", .string(land.country)),
        ("name", .string(Self.ownName(land.country) ?? english)), ("name_en", .string(english)),
      ]
      for language in Self.languages where language != "en" {
        if let name = CountryName.name(of: land.country, in: language) {
          tags.append(("name:\(language)", .string(name)))
        }
      }
      tags.append(("name:en", .string(english)))
      return MapFeature(
        layer: "place", id: UInt64(index) + 100, shape: .point(place), tags: tags, zooms: min(max(Int(rank) - 2, 0), 3)...6,
        order: Double(rank))
    }
  }

  /// Where the roomiest place of the largest part is not the middle of the country for its people.
  private static let moved: [String: WorldPoint] = [
    "US": at(39.5, -98.5), "CA": at(60, -108), "RU": at(62, 97), "NO": at(61.2, 9.2), "FR": at(46.7, 2.4), "ID": at(-2.2, 113.5),
    "MY": at(4.2, 102.2), "NZ": at(-43.6, 171), "JP": at(36.3, 138.3), "AU": at(-25.5, 134.3), "AQ": at(-80, 20),
    "SE": at(62.5, 15.2), "IT": at(42.9, 12.6), "NL": at(52.65, 6.25),
    "CL": at(-30, -70.8), "VN": at(14.4, 108.2), "GB": at(53.6, -1.9), "PH": at(16.3, 121), "CN": at(35.5, 103.5),
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

  /// 1 for those that have room on a map of the world, to 6.
  private static func rank(area: Double, population: Double) -> Int64 {
    // Points of a square as large as the country where the world is 1024 points wide, and more for many people.
    let side = area.squareRoot() * 1024 * (population > 5e7 ? 1.5 : 1)
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
    return states.enumerated().compactMap { index, state in
      guard !state.name.isEmpty, !state.name.contains(" lease in "), (byCountry[state.country]?.count ?? 0) > 1,
        let polygon = Shapes.largest(state),
        let place = Shapes.roomiestPlace(polygon)
      else { return nil }
      let area = Shapes.area(state)
      // Room for a name: a square of 60 points.
      guard let zoom = (3...6).first(where: { area.squareRoot() * 512 * Double(1 << $0) > 60 }) else { return nil }
      let entry = StateNameTable.entry(state.name, country: state.country)
      let name = KnownCities.withoutMarks(entry?.name ?? state.name, country: state.country)
      var tags: Tags = [
        ("class", .string("state")), ("rank", .int(Int64(zoom - 2))), ("name", .string(name)), ("name_en", .string(name)),
        ("iso_a2", .string(state.country)),
      ]
      let otherNames = divisions.names(of: name, country: state.country, code: entry?.code)
      tags += otherNames.filter { $0.language != "en" }.map { ("name:\($0.language)", .string($0.name)) }
      return MapFeature(
        layer: "place", id: UInt64(index) + 1000, shape: .point(place), tags: tags, zooms: zoom...6, order: Double(zoom + 10))
    }
  }

  // MARK: Cities

  private var cities: [MapFeature] {
    let capitals = names.capitals()
    let regions = CityRegions(names.cities, capitals: capitals)
    let otherNames = CityNames(languages: Self.languages)
    let lonely = LonelyPlaces.ranks(names.cities)
    // Of those with one name in a country, the largest is the one that is known.
    var known: [String: UInt64] = [:]
    for city in names.cities.reversed() { known["\(city.country):\(city.name)"] = city.id }
    return names.cities.compactMap { city in
      let isKnown = known["\(city.country):\(city.name)"] == city.id
      // Districts with a number are no names of places.
      guard !city.name.contains(where: \.isNumber), !KnownCities.isNone(city.name, country: city.country) else { return nil }
      let isPart = regions.parts.contains(city.id) || KnownCities.isPart(city.name, country: city.country)
      let isCapital = capitals.contains(city.id)
      let population = regions.populations[city.id] ?? city.population
      let rank = Self.rank(city, population: population, isCapital: isCapital, isKnown: isKnown)
      // Far from all that is larger there is room for a name.
      let labelRank = isPart ? rank : min(rank, lonely[city.id] ?? rank)
      guard let zoom = isPart ? 6 : Self.firstZooms[labelRank] else { return nil }
      let english = KnownCities.englishName(city.name)
      let shown = KnownCities.withoutMarks(english, country: city.country)
      var tags: Tags = [
        ("class", .string(isPart ? "suburb" : rank <= 7 ? "city" : "town")), ("rank", .int(Int64(rank))),
        ("name", .string(shown)),
        ("name_en", .string(shown)), ("iso_a2", .string(city.country)),
      ]
      if labelRank < rank { tags.append(("label_rank", .int(Int64(labelRank)))) }
      tags += otherNames.names(of: city, english: english, isShown: true, isSmall: isPart || rank > 6).map {
        ("name:\($0.language)", .string($0.name))
      }
      if isCapital { tags.append(("capital", .int(2))) }
      return MapFeature(
        layer: "place", id: city.id, shape: .point(WorldPoint(city.place)), tags: tags, zooms: zoom...6,
        order: 100 + Double(rank) - population / 1e9)
    }
  }

  private static let firstZooms = [1: 2, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4, 7: 5, 8: 6, 9: 6, 10: 6]

  private static func rank(_ city: GeoNames.City, population: Double, isCapital: Bool, isKnown: Bool) -> Int {
    let limits: [Double] = [1e7, 5e6, 2.5e6, 1.2e6, 6e5, 3e5, 1.2e5, 5e4, 2.5e4]
    let rank = (limits.firstIndex { population >= $0 } ?? limits.count) + 1
    let known = isKnown ? KnownCities.rank(city.name, country: city.country) : nil
    if isCapital { return min(known ?? 4, min(max(rank - 1, 2), population > 5e5 ? 3 : 4)) }
    if let known { return known }
    return KnownCities.countriesOfDistricts.contains(city.country) ? max(rank + 1, 5) : max(rank, 4)
  }
}
