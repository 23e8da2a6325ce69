import Foundation

/// Where programs keep what belongs to the person who runs them (XDG Base Directory Specification 0.8).
package enum UserFolder: Sendable {
  case cache, configuration, data, state

  /// The variable that names it.
  package var variable: String {
    switch self {
    case .cache: "XDG_CACHE_HOME"
    case .configuration: "XDG_CONFIG_HOME"
    case .data: "XDG_DATA_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  /// Where it is in a home that no variable names it for.
  private var standardPath: String {
    switch self {
    case .cache: ".cache"
    case .configuration: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }

  /// Our part of it, which need not be there yet: `overlook` in the folder that the variable names, or in the standard one of the home
  /// where that is not set or not absolute; nil without a home.
  package func path(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if let base = environment[variable], base.hasPrefix("/") { return "\(base)/overlook" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(standardPath)/overlook"
  }
}
