package import OverlookGeometry
package import OverlookSupport

/// Something of the map's overlays that shares the room with labels: a marker, or text that an overlay draws.
package struct LabelObstacle: Hashable, Sendable {
  /// Several of one id, as in several copies of the world, are shown or hidden together; their behaviour and priority must be the
  /// same.
  package var id: UInt64
  /// Points of the view.
  package var rect: ScreenRect
  package var behavior: CollisionBehavior
  /// Greater ones come first, then smaller ids.
  package var priority: Int

  package init(id: UInt64, rect: ScreenRect, behavior: CollisionBehavior, priority: Int = 0) {
    self.id = id
    self.rect = rect
    self.behavior = behavior
    self.priority = priority
  }
}
