package import OverlookGeometry

/// A view and half its size around it: what is made for them holds until the view leaves them.
package struct ViewSurroundings: Hashable, Sendable {
  /// x unwrapped. Wider than any view where it goes all the way round, and higher than any where it reaches a pole.
  package let rect: WorldRect

  /// They reach beyond the view by this part of the view's size on every side.
  private static let marginFraction = 0.5
  /// Stands for "all the way round": wider than any view.
  private static let everywhere = 1e6

  /// Around a view that shows `visible`.
  package init(of visible: WorldRect) {
    var rect = visible.expanded(byFraction: Self.marginFraction)
    if rect.maxX - rect.minX >= 1 {
      rect.minX = -Self.everywhere
      rect.maxX = Self.everywhere
    }
    if rect.minY <= 0 { rect.minY = -Self.everywhere }
    if rect.maxY >= 1 { rect.maxY = Self.everywhere }
    self.rect = rect
  }

  /// Whether all of a view that shows `visible` lies in them, in any copy of the world.
  package func contains(_ visible: WorldRect) -> Bool {
    var moved = visible
    if rect.maxX < Self.everywhere {
      let shift = ((rect.minX + rect.maxX - visible.minX - visible.maxX) / 2).rounded()
      moved.minX += shift
      moved.maxX += shift
    }
    return rect.contains(moved)
  }

  /// Whether a place lies in them, in any copy of the world.
  package func contains(_ place: WorldPoint) -> Bool {
    let away = (place.x - (rect.minX + rect.maxX) / 2).remainder(dividingBy: 1)
    return abs(away) <= (rect.maxX - rect.minX) / 2 && place.y >= rect.minY && place.y <= rect.maxY
  }
}
