/// Why there is no navigator.
public enum NavigatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The terms have not been accepted: `NavigationServices.showTermsAndConditionsIfNeeded`.
  case termsNotAccepted

  /// One line for people.
  public var description: String {
    switch self {
    case .termsNotAccepted: "the terms of navigation have not been accepted"
    }
  }
}
