import Glibc
import OverlookGeometry

/// Out, across and in again (`CameraMotion.fly`).
///
/// J. J. van Wijk and W. A. A. Nuij, "Smooth and efficient zooming and panning", IEEE InfoVis 2003. With u the way over the
/// ground and w the width of the view in the same unit, the path of equation (9) makes the picture seem to move at an even speed:
///
///     r_i = ln(-b_i + sqrt(b_i^2 + 1)) = -asinh(b_i),   b_i = (w1^2 - w0^2 + (-1)^i rho^4 u1^2) / (2 w_i rho^2 u1)
///     u(s) = w0 / rho^2 (cosh r0 tanh(rho s + r0) - sinh r0),   w(s) = w0 cosh r0 / cosh(rho s + r0),   S = (r1 - r0) / rho
///
/// and where the target stays, w(s) = w0 exp(+-rho s) and S = |ln(w1 / w0)| / rho.
struct FlightPath {
  /// rho: the paper's users liked 1.42 best.
  static let standardCurvature = 1.42
  /// Screens a second.
  static let standardSpeed = 1.2

  let seconds: Double
  private let from: CameraPosition
  private let to: CameraPosition
  private let fromPadding: EdgeInsets
  private let toPadding: EdgeInsets?
  private let course: Course
  private let easing: Easing

  private let rho: Double
  /// Way over the ground, and the view's width at the end, in widths of the view at the start.
  private let u1: Double
  private let r0: Double
  /// Length of the path; 0 when nothing moves.
  private let length: Double
  private let isZoomOnly: Bool

  init(from view: ViewTransform, to: CameraPosition, padding: EdgeInsets?, seconds: Double?, easing: Easing, minimumZoom: Double)
  {
    from = view.camera
    self.to = to
    self.easing = easing
    fromPadding = view.padding
    toPadding = padding
    course = Course(from: view, to: to)

    let width = max(view.size.width, view.size.height) / view.pointsPerWorld
    let w1 = exp2(from.zoom - to.zoom)
    u1 = (course.dx * course.dx + course.dy * course.dy).squareRoot() / width
    isZoomOnly = u1 < 1e-9
    if isZoomOnly {
      rho = Self.standardCurvature
      r0 = 0
      length = abs(log(w1)) / rho
    } else {
      // The path widens to about rho^2 u1 / 2; the map may not let it.
      let widest = max(exp2(from.zoom - minimumZoom), 1, w1)
      rho = min(Self.standardCurvature, (2 * widest / u1).squareRoot())
      let curve = rho * rho * u1
      let b0 = (w1 * w1 - 1 + curve * curve) / (2 * curve)
      let b1 = (w1 * w1 - 1 - curve * curve) / (2 * w1 * curve)
      r0 = -asinh(b0)
      length = (-asinh(b1) - r0) / rho
    }
    self.seconds = seconds ?? length / Self.standardSpeed
  }

  func state(at elapsed: Double, limits: CameraLimits) -> MotionPath.State {
    guard elapsed < seconds, length.isFinite else {
      return MotionPath.State(camera: limits.clamped(to), padding: toPadding)
    }
    let progress = min(max(easing.progress(at: elapsed / seconds), 0), 1)
    let s = length * progress
    let width: Double
    let way: Double
    if isZoomOnly {
      width = exp(to.zoom > from.zoom ? -rho * s : rho * s)
      way = progress
    } else {
      width = cosh(r0) / cosh(rho * s + r0)
      way = (cosh(r0) * tanh(rho * s + r0) - sinh(r0)) / (rho * rho * u1)
    }
    let camera = course.camera(zoom: from.zoom - log2(width), along: way, turned: progress)
    return MotionPath.State(
      camera: limits.clamped(camera), padding: toPadding.map { fromPadding.interpolated(to: $0, at: progress) })
  }
}
