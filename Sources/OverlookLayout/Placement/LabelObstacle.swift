package import OverlookGeometry

/// Something of the map's overlays that shares the room with labels: a marker, or text that an overlay draws.
package struct LabelObstacle: Hashable, Sendable {
  package enum Behavior: UInt8, Hashable, Sendable {
    /// Shown whatever lies there, and hides nothing.
    case required
    /// Shown whatever lies there; nothing optional is shown under it.
    case requiredAndHidesOptional
    /// Shown where there is room, before what has a lower priority and before the labels of the map.
    case optionalAndHidesLowerPriority
  }

  package var id: UInt64
  /// Points of the view.
  package var rect: ScreenRect
  package var behavior: Behavior
  /// Greater ones come first.
  package var priority: Double

  package init(id: UInt64, rect: ScreenRect, behavior: Behavior, priority: Double = 0) {
    self.id = id
    self.rect = rect
    self.behavior = behavior
    self.priority = priority
  }
}
