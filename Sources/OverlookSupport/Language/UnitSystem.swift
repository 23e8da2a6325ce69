import Foundation

/// What lengths, areas and speeds are shown in.
public enum UnitSystem: String, CaseIterable, Hashable, Sendable {
  /// Metres, kilometres, square kilometres, kilometres an hour.
  case metric
  /// Feet, miles, acres, square miles, miles an hour.
  case imperial
  /// Metres, nautical miles, square kilometres, knots.
  case nautical

  /// That of the interface of the whole process; default `automatic`. When it changes, every view is drawn again; set it on the main
  /// thread.
  public static var current: UnitSystem {
    get { InterfaceLocale.shared.units }
    set { InterfaceLocale.shared.units = newValue }
  }

  /// Those that the environment of the process asks for.
  public static var automatic: UnitSystem { preferred(in: ProcessInfo.processInfo.environment) }

  /// The units of the country that LC_ALL, LC_MEASUREMENT or LANG of an environment name: miles in the United States and the United
  /// Kingdom and what belongs to them, Liberia and Myanmar, else metric (CLDR, measurementData and unitPreferenceData of roads).
  public static func preferred(in environment: [String: String]) -> UnitSystem {
    guard let country = LocaleName.measurement(environment).flatMap({ LocaleName.country($0) }) else { return .metric }
    return milesCountries.contains(country) ? .imperial : .metric
  }

  /// The country that the environment of the process measures as ("GB"); nil where it names none.
  package static let country = LocaleName.measurement(ProcessInfo.processInfo.environment).flatMap { LocaleName.country($0) }

  private static let milesCountries: Set<String> = [
    "US", "PR", "VI", "GU", "AS", "MP", "UM", "GB", "IM", "JE", "GG", "LR", "MM",
  ]
}
