/// How a camera looks at a traveller whom it follows.
public enum FollowingPerspective: Int, CaseIterable, Hashable, Sendable {
  /// From behind, with the direction of travel up, and what lies ahead in the upper part of the view.
  case tilted
  /// Straight down, with north up and the traveller in the middle.
  case topDownNorthUp
  /// Straight down, with the direction of travel up.
  case topDownHeadingUp

  /// Whether the direction of travel is up.
  var turnsWithCourse: Bool { self != .topDownNorthUp }
}
