import OverlookGeometry

/// The drift after a drag. Each part of the velocity has its own way and time:
///
///     speed = min(|v| linearity, maximum)   seconds = speed / (deceleration linearity)   way = speed seconds / 2
///
/// with linearity 0.3 and the course cubic-bezier(0, 0, 0.3, 1).
struct InertiaPath {
  static let linearity = 0.3
  static let easing = Easing.cubicBezier(x1: 0, y1: 0, x2: 0.3, y2: 1)

  /// One part of the drift.
  struct Drift {
    let seconds: Double
    let way: Double

    /// `deceleration` in units a second squared, `maximum` in units a second.
    init(velocity: Double, deceleration: Double, maximum: Double) {
      let speed = velocity.isFinite ? min(abs(velocity) * InertiaPath.linearity, maximum) : 0
      seconds = speed / (deceleration * InertiaPath.linearity)
      way = (velocity < 0 ? -speed : speed) * seconds / 2
    }

    func travelled(at elapsed: Double) -> Double {
      seconds > 0 ? way * InertiaPath.easing.progress(at: elapsed / seconds) : 0
    }
  }

  private let pan: Drift
  private let zoom: Drift
  private let bearing: Drift
  private let tilt: Drift
  private let start: CameraPosition
  private let point: ScreenPoint?
  private let ground: WorldPoint
  /// World units over the ground for one point of pan.
  private let direction: WorldPoint

  var seconds: Double { max(max(pan.seconds, zoom.seconds), max(bearing.seconds, tilt.seconds)) }

  init(from view: ViewTransform, velocity: CameraVelocity, about point: ScreenPoint?) {
    let held = point.flatMap { $0.isFinite ? $0 : nil }
    let (vx, vy) = velocity.panX.isFinite && velocity.panY.isFinite ? (velocity.panX, velocity.panY) : (0, 0)
    let speed = (vx * vx + vy * vy).squareRoot()
    pan = Drift(velocity: speed, deceleration: 2500, maximum: 1400)
    zoom = Drift(velocity: velocity.zoom, deceleration: 20, maximum: 1400)
    bearing = Drift(velocity: velocity.bearing, deceleration: 1000, maximum: 360)
    tilt = Drift(velocity: velocity.viewingAngle, deceleration: 1000, maximum: 90)
    start = view.camera
    self.point = held
    ground = held.map { view.grip($0) } ?? view.center
    // The ground's speed where the pointer let go, kept for the whole drift: that makes the course independent of the frames.
    direction =
      speed > 0 && speed.isFinite ? view.groundStep(at: held ?? view.focus, x: vx / speed, y: vy / speed) : WorldPoint(x: 0, y: 0)
  }

  func camera(at elapsed: Double, view: ViewTransform, limits: CameraLimits) -> CameraPosition {
    let panned = pan.travelled(at: elapsed)
    let zoom = limits.clampedZoom(start.zoom + zoom.travelled(at: elapsed))
    let turn = min(max(bearing.travelled(at: elapsed), -179), 179)
    return view.camera(
      zoom: zoom, bearing: start.bearing + turn,
      viewingAngle: limits.clampedViewingAngle(start.viewingAngle + tilt.travelled(at: elapsed), atZoom: zoom),
      placing: WorldPoint(x: ground.x - direction.x * panned, y: ground.y - direction.y * panned), at: point ?? view.focus)
  }
}

extension ViewTransform {
  /// World units over the ground for one point of the screen at `point` in the direction (x, y), a unit vector, y down.
  func groundStep(at point: ScreenPoint, x: Double, y: Double) -> WorldPoint {
    let held = lowered(point, toDepth: Self.gripDepth)
    // Central difference over half a point to each side.
    let ahead = grip(ScreenPoint(x: held.x + x / 2, y: held.y + y / 2))
    let behind = grip(ScreenPoint(x: held.x - x / 2, y: held.y - y / 2))
    return WorldPoint(x: ahead.x - behind.x, y: ahead.y - behind.y)
  }
}
