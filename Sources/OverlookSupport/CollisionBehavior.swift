/// What becomes of a marker, or of text of an overlay, where it meets others or the labels of the map.
public enum CollisionBehavior: UInt8, Hashable, Sendable {
  /// Shown whatever lies there, and hides nothing.
  case required
  /// Shown whatever lies there; nothing optional is shown under it, and no label of the map.
  case requiredAndHidesOptional
  /// Shown where there is room, before what has a lower priority and before the labels of the map.
  case optionalAndHidesLowerPriority
}
