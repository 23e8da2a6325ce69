import Foundation
import OverlookGeometry

/// Tells people of places of one index.
struct ResultFormatter {
  private let index: SearchIndex
  private let reader: SearchIndex.Reader
  private let language: String
  private let parents = ParentKeys()

  init(_ index: SearchIndex, _ reader: SearchIndex.Reader, _ language: String) {
    (self.index, self.reader, self.language) = (index, reader, language)
  }

  func kind(_ record: PlaceRecord) -> String { record.kind < index.kinds.count ? index.kinds[record.kind] : "place" }

  func result(of found: FoundPlace, near: LocationCoordinate?) throws -> PlaceResult {
    let details = try PlaceDetails(found.record)
    let kind = found.kind ?? (found.house == nil ? kind(found.record) : "house")
    let address = try address(found.record, details, house: found.house, at: found.coordinate)
    var name = found.name ?? self.name(details, kind: kind)
    if found.house != nil, found.name == nil { name = address.thoroughfare ?? name }
    let isPoint = found.house != nil || found.name != nil
    return PlaceResult(
      name: name, kind: kind, coordinate: found.coordinate,
      bounds: isPoint ? Self.around(found.coordinate, kind) : details.bounds ?? Self.around(found.coordinate, kind),
      address: address, score: found.score, distance: near.map { SphericalGeometry.distance(from: $0, to: found.coordinate) },
      source: index.description.name, placeID: identifier(of: found, details))
  }

  /// Of the element, or else of the row of this index; nil for what is between places, as crossings.
  private func identifier(of found: FoundPlace, _ details: PlaceDetails) -> String? {
    guard found.name == nil else { return nil }
    guard var element = details.element else { return found.house == nil ? index.identifier(ofListed: found.place) : nil }
    element.house = found.house?.number
    return element.text
  }

  /// In the language that is asked for, or as it is on the ground; the kind of what has no name.
  private func name(_ details: PlaceDetails, kind: String) -> String {
    Self.name(details.names, language: language) ?? CategoryNames.name(of: kind, language: language)
  }

  static func name(_ names: [PlaceName], language: String) -> String? {
    let base = language.prefix { $0 != "-" && $0 != "_" }
    let own = names.first { $0.language == language } ?? names.first { !$0.language.isEmpty && $0.language == base }
    return (own ?? names.first)?.text
  }

  static func around(_ place: LocationCoordinate, _ kind: String) -> CoordinateBounds {
    let radius = PlaceKinds.radius(of: kind)
    let north = SphericalGeometry.offset(from: place, distanceMeters: radius, headingDegrees: 0)
    let height = max(abs(north.latitude - place.latitude), 1e-4)
    let width = min(height / max(cos(place.latitude * .pi / 180), 0.05), 179)
    return CoordinateBounds(
      southWest: LocationCoordinate(latitude: max(place.latitude - height, -90), longitude: place.longitude - width),
      northEast: LocationCoordinate(latitude: min(place.latitude + height, 90), longitude: place.longitude + width))
  }

  // MARK: Addresses

  func address(
    _ record: PlaceRecord, _ details: PlaceDetails, house: House?, at coordinate: LocationCoordinate
  ) throws -> Address {
    var parts = AddressParts()
    parts.countryCode = details.countryCode
    parts.postcode = house?.postcode ?? details.postcode
    parts.locality = details.locality
    parts.street = details.street
    parts.number = details.houseNumber
    let own = kind(record)
    if own == "street" {
      parts.street = Self.name(details.names, language: language) ?? ""
      parts.number = house?.number ?? ""
    }
    for (number, around) in ([record] + (try parents.chain(record.parent, reader))).enumerated() {
      let kind = kind(around)
      guard number > 0 || PlaceKinds.isArea(kind) else { continue }
      let names = try PlaceDetails(around)
      parts.take(kind, Self.name(names.names, language: language) ?? "")
      if parts.countryCode.isEmpty { parts.countryCode = names.countryCode }
    }
    parts.isArea = PlaceKinds.isArea(own)
    return parts.address(at: coordinate, language: language)
  }
}

/// What an address is put together from.
struct AddressParts {
  var street = ""
  var number = ""
  var district = ""
  var locality = ""
  var state = ""
  var postcode = ""
  var country = ""
  var countryCode = ""
  /// Whether it is of a town or a state itself, which is written without postcode and street.
  var isArea = false

  /// Takes the name of an area around; the first of a kind counts, which is the smallest.
  mutating func take(_ kind: String, _ name: String) {
    if PlaceKinds.isSettlement(kind) {
      if locality.isEmpty { locality = name }
    } else if PlaceKinds.isDistrict(kind) {
      if district.isEmpty { district = name }
    } else if PlaceKinds.isState(kind) {
      if state.isEmpty { state = name }
    } else if kind == "country" {
      country = name
    }
  }

  func address(at coordinate: LocationCoordinate, language: String) -> Address {
    let name = country.isEmpty ? Self.countryName(countryCode, language) : country
    var lines: [String]?
    if isArea {
      lines = []
      for text in [district, locality, state, name] where !text.isEmpty && lines?.contains(text) == false { lines?.append(text) }
    }
    return Address(
      coordinate: coordinate,
      thoroughfare: AddressFormat(countryCode: countryCode).thoroughfare(street: street, number: number), locality: locality,
      subLocality: district, administrativeArea: state, postalCode: postcode, country: name, countryCode: countryCode,
      lines: lines)
  }

  static func countryName(_ code: String, _ language: String) -> String {
    guard code.utf8.count == 2 else { return "" }
    return CountryName.name(of: code, in: language) ?? ""
  }
}
