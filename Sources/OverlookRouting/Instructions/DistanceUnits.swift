import OverlookSupport

/// What distances are told in.
public enum DistanceUnits: String, CaseIterable, Hashable, Sendable {
  /// Metres and kilometres.
  case metric
  /// Feet and miles, as in the United States.
  case feet
  /// Yards and miles, as in the United Kingdom.
  case yards

  /// What the interface measures in, as the roads of the machine's country have it: yards where that is the United Kingdom, else feet.
  public static var current: DistanceUnits {
    guard UnitSystem.current == .imperial else { return .metric }
    return UnitSystem.country.map { units(forCountry: $0) } == .yards ? .yards : .feet
  }

  /// What the roads of a country are signed in, by its code ("US", "GB", "DE"): the preferences for roads of Unicode's locale data (CLDR,
  /// unitPreferenceData, category length, usage road).
  public static func units(forCountry code: String) -> DistanceUnits {
    switch code.uppercased() {
    case "US", "LR", "PR", "VI", "GU", "AS", "MP", "UM": .feet
    case "GB", "IM", "JE", "GG": .yards
    default: .metric
    }
  }
}
