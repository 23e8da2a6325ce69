import OverlookGeometry

/// The zoom of a wheel: 200 ms to the goal about the pointer, with the speed that the wheel's last motion had.
///
/// A cubic Hermite curve from the zoom of the moment to the goal, which ends at rest. The first notch starts at twice the mean
/// speed, so that the picture answers in its first frame; a later one goes on at the speed it finds. A start slope of 0 ... 3
/// times the mean keeps the curve monotone (Fritsch and Carlson, 1980, Monotone Piecewise Cubic Interpolation).
struct WheelPath {
  static let standardSeconds = 0.2

  let seconds = WheelPath.standardSeconds
  private let start: CameraPosition
  private let goal: Double
  /// Speed at the start as a multiple of the mean speed.
  private let slope: Double
  private let point: ScreenPoint?
  private let ground: WorldPoint

  init(
    from view: ViewTransform, by levels: Double, about point: ScreenPoint, limits: CameraLimits, continuing previous: WheelPath?,
    elapsed: Double
  ) {
    let levels = CameraStep(zoom: levels).sanitized.zoom
    start = view.camera
    goal = limits.clampedZoom((previous?.goal ?? start.zoom) + levels)
    let way = goal - start.zoom
    slope = previous.map { way == 0 ? 0 : min(max($0.speed(at: elapsed) * Self.standardSeconds / way, 0), 3) } ?? 2
    self.point = point.isFinite ? point : nil
    ground = self.point.map { view.grip($0) } ?? view.center
  }

  func camera(at elapsed: Double, view: ViewTransform, limits: CameraLimits) -> CameraPosition {
    let t = min(max(elapsed / seconds, 0), 1)
    let progress = t * (slope * (1 - t) * (1 - t) + t * (3 - 2 * t))
    let zoom = limits.clampedZoom(t < 1 ? start.zoom + (goal - start.zoom) * progress : goal)
    return view.camera(
      zoom: zoom, bearing: start.bearing, viewingAngle: limits.clampedViewingAngle(start.viewingAngle, atZoom: zoom),
      placing: ground, at: point ?? view.focus)
  }

  /// Levels a second.
  func speed(at elapsed: Double) -> Double {
    let t = min(max(elapsed / seconds, 0), 1)
    return (goal - start.zoom) * (slope * (1 - t) * (1 - 3 * t) + 6 * t * (1 - t)) / seconds
  }
}
