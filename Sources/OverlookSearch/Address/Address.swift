public import OverlookGeometry

/// Where something is, as people write it. Immutable; fields that are not known are nil.
public final class Address: Hashable, Sendable {
  /// Of the place; `LocationCoordinate.invalid` where it is not known.
  public let coordinate: LocationCoordinate
  /// The street with the number, in the order of the country: "Ziegelbergstraße 12", "12 High Street".
  public let thoroughfare: String?
  /// The town.
  public let locality: String?
  /// The district, or the park.
  public let subLocality: String?
  /// The state or province.
  public let administrativeArea: String?
  /// The postcode.
  public let postalCode: String?
  /// The country, in the language asked for.
  public let country: String?
  /// ISO 3166-1, two capital letters.
  public let countryCode: String?
  /// The address as it is written on a letter in its country, from the street to the country.
  public let lines: [String]

  /// An address with the lines of its country.
  public init(
    coordinate: LocationCoordinate = .invalid, thoroughfare: String? = nil, locality: String? = nil, subLocality: String? = nil,
    administrativeArea: String? = nil, postalCode: String? = nil, country: String? = nil, countryCode: String? = nil,
    lines: [String]? = nil
  ) {
    func known(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    self.coordinate = coordinate
    self.thoroughfare = known(thoroughfare)
    self.locality = known(locality)
    self.subLocality = known(subLocality)
    self.administrativeArea = known(administrativeArea)
    self.postalCode = known(postalCode)
    self.country = known(country)
    self.countryCode = known(countryCode)
    self.lines =
      lines
      ?? AddressFormat(countryCode: countryCode ?? "").lines(
        thoroughfare: known(thoroughfare), subLocality: known(subLocality), locality: known(locality),
        administrativeArea: known(administrativeArea), postalCode: known(postalCode), country: known(country))
  }

  /// The first line of the address; nil where nothing is known.
  public func addressLine1() -> String? { lines.first }

  /// The second line of the address; nil where there is one at most.
  public func addressLine2() -> String? { lines.count > 1 ? lines[1] : nil }

  /// Whether all of two addresses is the same.
  public static func == (left: Address, right: Address) -> Bool {
    left === right
      || (left.coordinate == right.coordinate && left.thoroughfare == right.thoroughfare && left.locality == right.locality
        && left.subLocality == right.subLocality && left.administrativeArea == right.administrativeArea
        && left.postalCode == right.postalCode && left.country == right.country && left.countryCode == right.countryCode
        && left.lines == right.lines)
  }

  /// By the place and the lines.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(coordinate)
    hasher.combine(lines)
  }
}
