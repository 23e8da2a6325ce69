/// What distances are told in.
public enum DistanceUnits: String, CaseIterable, Hashable, Sendable {
  /// Metres and kilometres.
  case metric
  /// Feet and miles, as in the United States.
  case feet
  /// Yards and miles, as in the United Kingdom.
  case yards

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
