/// What is said first when several sentences wait.
public enum SpeechPriority: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// Said when nothing else is.
  case notice
  /// Instructions long before a maneuver.
  case preparation
  /// Instructions at a maneuver.
  case maneuver
  /// Alerts: what must not wait.
  case alert

  /// Whether `first` waits for `second`.
  public static func < (first: SpeechPriority, second: SpeechPriority) -> Bool { first.rawValue < second.rawValue }
}
