import Glibc
import OverlookGeometry

/// The shortest way from one camera to another (`CameraMotion.ease`).
struct StraightPath {
  let seconds: Double
  private let easing: Easing
  private let from: CameraPosition
  private let to: CameraPosition
  private let fromPadding: EdgeInsets
  private let toPadding: EdgeInsets?
  private let course: Course

  init(from view: ViewTransform, to: CameraPosition, padding: EdgeInsets?, seconds: Double, easing: Easing) {
    self.seconds = seconds
    self.easing = easing
    from = view.camera
    self.to = to
    fromPadding = view.padding
    toPadding = padding
    course = Course(from: view, to: to)
  }

  func state(at elapsed: Double, limits: CameraLimits) -> MotionPath.State {
    guard elapsed < seconds else { return MotionPath.State(camera: limits.clamped(to), padding: toPadding) }
    let progress = easing.progress(at: elapsed / seconds)
    let zoom = from.zoom + (to.zoom - from.zoom) * progress
    let camera = course.camera(zoom: zoom, along: travelled(progress), turned: progress)
    return MotionPath.State(
      camera: limits.clamped(camera), padding: toPadding.map { fromPadding.interpolated(to: $0, at: progress) })
  }

  /// Part of the way over the ground after `progress` of the zoom, such that one point of the picture stays fixed: the target
  /// moves in proportion to the width of the view, (1 - 2^(-k dz)) / (1 - 2^(-dz)), which is k when the zoom stays.
  private func travelled(_ progress: Double) -> Double {
    let levels = (to.zoom - from.zoom) * -log(2.0)
    return abs(levels) < 1e-9 ? progress : expm1(levels * progress) / expm1(levels)
  }
}

/// What two cameras differ in beside their zoom: the target by the shorter way round the world, the bearing by the shorter turn.
struct Course {
  private let target: LocationCoordinate
  private let start: WorldPoint
  let dx: Double
  let dy: Double
  private let bearing: Double
  private let turn: Double
  private let viewingAngle: Double
  private let tilt: Double

  init(from view: ViewTransform, to: CameraPosition) {
    let end = view.nearestCopy(of: WorldPoint(to.target))
    target = view.camera.target
    start = view.center
    (dx, dy) = (end.x - start.x, end.y - start.y)
    (bearing, viewingAngle) = (view.camera.bearing, view.camera.viewingAngle)
    turn = Angle.shortestTurn(fromDegrees: bearing, toDegrees: to.bearing)
    tilt = to.viewingAngle - viewingAngle
  }

  func camera(zoom: Double, along way: Double, turned progress: Double) -> CameraPosition {
    CameraPosition(target: target, zoom: zoom, bearing: bearing + turn * progress, viewingAngle: viewingAngle + tilt * progress)
      .withTarget(WorldPoint(x: start.x + dx * way, y: start.y + dy * way))
  }
}

extension EdgeInsets {
  func interpolated(to end: EdgeInsets, at progress: Double) -> EdgeInsets {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    return EdgeInsets(
      top: mix(top, end.top), left: mix(left, end.left), bottom: mix(bottom, end.bottom), right: mix(right, end.right))
  }
}
