package import OverlookFormats
import OverlookGeometry

/// Makes the search index of a region from its OpenStreetMap data.
///
/// Places, streets (the ways of one name that lie together are one), house numbers with those between the ends of a row, points of
/// interest, districts, towns and states, and postcodes.
package enum SearchIndexBuilder {
  /// Writes the index; it has its name only when it is whole.
  ///
  /// - Parameter progress: Told how much is done, 0 ... 1.
  package static func write(
    _ data: OSMData, to path: String, _ description: SearchIndexDescription, progress: (Double) -> Void = { _ in }
  ) throws(FormatError) {
    let entries = entries(of: data, progress: { progress($0 * 0.6) })
    try SearchIndexWriter(entries, description).write(to: path)
    progress(1)
  }

  /// What is to be found in the data.
  package static func entries(of data: OSMData, progress: (Double) -> Void = { _ in }) -> [PlaceEntry] {
    let places = SearchableElements(data)
    progress(0.4)
    let areas = AreaTree(places)
    var streets = StreetCollection(places.streets)
    streets.add(places.addresses)
    streets.add(places.rows, places.numberedNodes)
    progress(0.7)
    let towns = TownAddresses(places.addresses)
    var entries = areas.entries
    var postcodes = PostcodeCollection()
    for boundary in places.boundaries where boundary.tags.boundary == "postal_code" {
      postcodes.add(boundary.tags.postcode, boundary.center, boundary.bounds)
    }
    for street in streets.streets { entries.append(entry(of: street, areas, towns, &postcodes)) }
    for thing in places.things { entries.append(entry(of: thing, areas, towns)) }
    entries += postcodes.entries(areas)
    fillCountry(&entries)
    progress(1)
    return entries
  }

  /// Where all that name a country name the same one, the rest is in it too.
  private static func fillCountry(_ entries: inout [PlaceEntry]) {
    let codes = Set(entries.map(\.countryCode)).subtracting([""])
    guard codes.count == 1, let code = codes.first else { return }
    for index in entries.indices { entries[index].countryCode = code }
  }

  private static func entry(
    of street: StreetCollection.Street, _ areas: AreaTree, _ towns: TownAddresses, _ postcodes: inout PostcodeCollection
  ) -> PlaceEntry {
    var entry = street.entry
    let town = street.towns.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    entry.parent = areas.area(of: entry.coordinate, town: town, likely: towns.town(near: entry.coordinate))
    entry.postcode = street.postcodes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    entry.context = street.postcodes.keys.sorted()
    if !areas.isNamed(town, at: entry.parent) {
      entry.locality = town
      entry.context += street.towns.keys.sorted()
    }
    if entry.countryCode.isEmpty { entry.countryCode = areas.countryCode(at: entry.parent) }
    for house in entry.houses { postcodes.add(house.postcode, house.coordinate) }
    // Every house has the street's unless it has another.
    for index in entry.houses.indices where entry.houses[index].postcode.isEmpty { entry.houses[index].postcode = entry.postcode }
    return entry
  }

  private static func entry(of thing: SearchableElements.Thing, _ areas: AreaTree, _ towns: TownAddresses) -> PlaceEntry {
    let tags = thing.tags
    let kind = tags.kind ?? "building"
    var entry = PlaceEntry(
      kind: kind, importance: PlaceImportance.thing(kind: kind, isKnown: tags.isKnown, isNamed: !tags.names.isEmpty),
      coordinate: thing.coordinate, bounds: thing.bounds, names: tags.names)
    entry.element = thing.element
    entry.hiddenNames = tags.hiddenNames
    entry.parent = areas.area(
      of: thing.coordinate, town: tags.city, district: tags.suburb, likely: towns.town(near: thing.coordinate))
    entry.street = tags.street.isEmpty ? tags.addressPlace : tags.street
    entry.houseNumber = entry.street.isEmpty ? "" : tags.houseNumber
    entry.postcode = tags.postcode
    entry.context = [tags.postcode, entry.street].filter { !$0.isEmpty }
    if !areas.isNamed(tags.city, at: entry.parent) {
      entry.locality = tags.city
      if !tags.city.isEmpty { entry.context.append(tags.city) }
    }
    entry.countryCode = tags.countryCode.isEmpty ? areas.countryCode(at: entry.parent) : tags.countryCode
    return entry
  }
}

/// The postcodes of an extract.
private struct PostcodeCollection {
  private var places: [String: [LocationCoordinate]] = [:]
  private var bounds: [String: CoordinateBounds] = [:]
  private var centers: [String: LocationCoordinate] = [:]

  mutating func add(_ postcode: String, _ place: LocationCoordinate) {
    if !postcode.isEmpty, postcode.utf8.count <= 12 { places[postcode, default: []].append(place) }
  }

  mutating func add(_ postcode: String, _ center: LocationCoordinate, _ box: CoordinateBounds) {
    guard !postcode.isEmpty, postcode.utf8.count <= 12 else { return }
    centers[postcode] = center
    bounds[postcode] = box
  }

  func entries(_ areas: AreaTree) -> [PlaceEntry] {
    Set(places.keys).union(centers.keys).sorted().map { postcode in
      let own = places[postcode] ?? []
      // The middle one of its addresses in both directions, so that one far away moves nothing.
      let latitude = own.map(\.latitude).sorted()
      let longitude = own.map(\.longitude).sorted()
      let middle =
        own.isEmpty
        ? LocationCoordinate.invalid
        : LocationCoordinate(latitude: latitude[own.count / 2], longitude: longitude[own.count / 2])
      let center = centers[postcode] ?? middle
      var entry = PlaceEntry(
        kind: "postcode", importance: 0.25, coordinate: center, bounds: bounds[postcode] ?? CoordinateBounds(own),
        parent: areas.area(of: center), names: [PlaceName(postcode)])
      entry.postcode = postcode
      entry.countryCode = areas.countryCode(at: entry.parent)
      return entry
    }
  }
}
