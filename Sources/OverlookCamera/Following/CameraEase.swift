import OverlookGeometry

/// A way of the camera from where it is to a goal, by ease where that is near and in flight where it is far.
package struct CameraEase: Sendable {
  private let path: MotionPath
  private let start: Double

  /// A way that begins at `now`, in seconds of any clock.
  package init(from view: ViewTransform, to goal: CameraPosition, limits: CameraLimits, now: Double) {
    let isFar =
      abs(goal.zoom - view.camera.zoom) > 4 || view.screenPoint(for: view.nearestCopy(of: WorldPoint(goal.target))) == nil
    let motion: CameraMotion = isFar ? .fly(to: goal) : .ease(to: goal, seconds: 0.9)
    path = motion.path(from: view, limits: limits, continuing: nil, elapsed: 0)
    start = now
  }

  /// Whether the goal is reached.
  package func isOver(at now: Double) -> Bool { !(now - start < path.seconds) }

  /// Where the camera is at `now`.
  package func camera(at now: Double, in view: ViewTransform, limits: CameraLimits) -> CameraPosition {
    path.state(at: min(max(now - start, 0), path.seconds), view: view, limits: limits).camera
  }
}
