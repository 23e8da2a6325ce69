package import OverlookCamera
package import OverlookGeometry
package import OverlookSupport

/// A marker on the screen that shares the room with others: one for each copy of the world in which it is near the view.
package struct CollidingMarker: Hashable, Sendable {
  package var slot: Int
  /// Tells it from another marker that was in the slot before, and says which was attached first.
  package var sequence: Int
  package var zIndex: Int
  package var behavior: CollisionBehavior
  /// Around its icon, in points of the view.
  package var rect: ScreenRect
}

// Collisions of markers. A marker that is merely required is in none of the sets, and costs nothing here.
extension OverlayStore {
  /// The colliding markers whose icons lie in the view or up to `marginPoints` beside it, in the order of their slots.
  package func collidingMarkers(in view: ViewTransform, marginPoints: Double) -> [CollidingMarker] {
    guard !collidingMarkers.isEmpty else { return [] }
    let margin = marginPoints + markerReachPoints
    let reached = ScreenRect(
      x: -margin, y: -margin, width: view.size.width + 2 * margin, height: view.size.height + 2 * margin)
    let area = view.groundQuad(of: reached).bounds
    let seen = ScreenRect(
      x: -marginPoints, y: -marginPoints, width: view.size.width + 2 * marginPoints,
      height: view.size.height + 2 * marginPoints)
    var found: [CollidingMarker] = []
    var slot = 0
    while let next = collidingMarkers.next(atLeast: slot) {
      slot = next + 1
      guard markers.index.meets(next, area), let row = markers.row(next) else { continue }
      for copy in Self.copies(of: row.position.x, in: area) {
        guard let rect = row.screenBounds(view, copy: copy), rect.intersects(seen) else { continue }
        found.append(
          CollidingMarker(
            slot: next, sequence: row.key.sequence, zIndex: row.key.zIndex, behavior: row.collisionBehavior, rect: rect))
      }
    }
    return found
  }

  /// Takes over which markers have room; `marker` must come from `collidingMarkers`. What is out of view, and everything with
  /// `isImmediate`, comes and goes at once, the rest in `stepFades`.
  package func decideCollision(_ marker: CollidingMarker, hasRoom: Bool, isImmediate: Bool) {
    guard let row = markers.row(marker.slot), row.key.sequence == marker.sequence else { return }
    let goal: Float = hasRoom ? 1 : 0
    guard row.hasRoom != hasRoom || row.fade != goal else { return }
    markers.modify(marker.slot) {
      $0.hasRoom = hasRoom
      if isImmediate { $0.fade = goal }
    }
    if isImmediate { fadingMarkers.remove(marker.slot) } else { fadingMarkers.insert(marker.slot) }
  }

  /// Whether markers are on their way in or out.
  package var hasFadingMarkers: Bool { !fadingMarkers.isEmpty }

  /// Moves fades on by a part of the way from hidden to shown.
  package func stepFades(_ part: Double) {
    var slot = 0
    while let next = fadingMarkers.next(atLeast: slot) {
      slot = next + 1
      guard let row = markers.row(next) else {
        fadingMarkers.remove(next)
        continue
      }
      let fade = row.hasRoom ? min(row.fade + Float(part), 1) : max(row.fade - Float(part), 0)
      markers.modify(next) { $0.fade = fade }
      if fade == (row.hasRoom ? 1 : 0) { fadingMarkers.remove(next) }
    }
  }

  /// Keeps the sets up to date with the behaviour of the marker in `slot`.
  func noteCollision(_ slot: Int, _ behavior: CollisionBehavior) {
    guard behavior != .required || collidingMarkers.contains(slot) else { return }
    collisionVersion += 1
    if behavior == .required { collidingMarkers.remove(slot) } else { collidingMarkers.insert(slot) }
    if behavior != .optionalAndHidesLowerPriority { fadingMarkers.remove(slot) }
  }
}

extension MarkerRow {
  /// Keeps of the row before what collisions have decided.
  mutating func goOn(from old: MarkerRow) {
    guard collisionBehavior == .optionalAndHidesLowerPriority else { return }
    hasRoom = old.hasRoom
    fade = old.fade
  }
}
