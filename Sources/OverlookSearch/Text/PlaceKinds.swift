/// What the kinds of places mean for searching.
enum PlaceKinds {
  /// Places where people live that have a name of their own in an address.
  static let settlements: Set<String> = ["city", "town", "village", "hamlet", "municipality"]
  /// Parts of them.
  static let districts: Set<String> = ["suburb", "quarter", "neighbourhood", "borough", "city_block"]
  static let states: Set<String> = ["state", "province", "region"]

  static func isSettlement(_ kind: String) -> Bool { settlements.contains(kind) }
  static func isDistrict(_ kind: String) -> Bool { districts.contains(kind) }
  static func isState(_ kind: String) -> Bool { states.contains(kind) }

  /// Whether it is a place of the map rather than a thing in it.
  static func isArea(_ kind: String) -> Bool {
    isSettlement(kind) || isDistrict(kind) || isState(kind)
      || ["country", "continent", "county", "district", "island", "isolated_dwelling", "locality", "archipelago", "farm"]
        .contains(kind)
  }

  /// Metres around the point of a place that a camera shows.
  static func radius(of kind: String) -> Double {
    switch kind {
    case "continent": 2_500_000
    case "country": 400_000
    case "state", "province", "region": 150_000
    case "county", "district": 25_000
    case "city": 12_000
    case "town", "municipality", "island": 4000
    case "village", "suburb", "borough": 1800
    case "hamlet", "quarter", "neighbourhood", "locality": 800
    case "street", "postcode": 400
    default: 120
    }
  }
}
