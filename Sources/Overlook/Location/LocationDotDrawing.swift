import Glibc
import OverlookCamera
import OverlookCanvas
import OverlookGeometry
import OverlookSupport

/// Draws the own location: a circle on the ground within which it is, a cone where it looks, and a dot; or an arrow on the ground for
/// one who is guided.
@MainActor final class LocationDotDrawing {
  private static let blue = Color(red: 0.16, green: 0.46, blue: 0.95)
  private static let edges = 56
  private static let coneEdges = 12
  private static let coneMeters = 44.0
  private static let coneHalfAngle = 27.0
  /// Points from the middle, and how much each ring covers.
  private static let coneRings: [(reach: Double, alpha: Float)] = [
    (coneMeters, 0.14), (coneMeters * 0.74, 0.16), (coneMeters * 0.5, 0.2),
  ]
  /// Corners of the arrow of one who is guided.
  private static let arrow: [(forward: Double, right: Double)] = [(1, 0), (-0.82, 0.74), (-0.46, 0), (-0.82, -0.74)]

  /// Kept from frame to frame.
  private var corners: [ScreenPoint] = []

  func draw(_ state: GlidingPlace.State, isGuided: Bool, isDark: Bool, on canvas: Canvas, _ view: ViewTransform) {
    let place = view.nearestCopy(of: state.place)
    guard let point = view.screenPoint(for: place) else { return }
    if !isGuided { drawAccuracy(state, place, canvas, view) }
    if isGuided, let course = state.course { return drawArrow(place, course, isDark: isDark, canvas, view) }
    if let course = state.course { drawCone(place, course, canvas, view) }
    canvas.fillShadow(
      ScreenRect(x: point.x - 9, y: point.y - 8, width: 18, height: 18), radius: 9, blur: 5, color: Color.black.withAlpha(0.35))
    canvas.fillCircle(center: point, radius: 10, color: .white)
    canvas.fillCircle(center: point, radius: 7.25, color: Self.blue)
  }

  private func drawAccuracy(_ state: GlidingPlace.State, _ place: WorldPoint, _ canvas: Canvas, _ view: ViewTransform) {
    let radius = state.accuracyMeters / Mercator.metersPerWorldUnit(atLatitude: place.coordinate.latitude)
    let points = radius * view.pointsPerWorld
    // A circle within the dot tells nothing, and one as large as the view neither.
    guard points > 12, points < 4 * max(view.size.width, view.size.height) else { return }
    corners.removeAll(keepingCapacity: true)
    for index in 0..<Self.edges {
      let angle = Double(index) / Double(Self.edges) * 2 * .pi
      guard
        let corner = view.screenPoint(for: WorldPoint(x: place.x + sin(angle) * radius, y: place.y - cos(angle) * radius))
      else { return }
      corners.append(corner)
    }
    canvas.fillPolygon(corners, color: Self.blue.withAlpha(0.14))
    canvas.strokePolyline(corners, width: 1.25, color: Self.blue.withAlpha(0.45), isClosed: true)
  }

  /// Points on the ground around `place`, `forward` and `right` of a course in points of the screen at the place.
  private func ground(
    _ place: WorldPoint, _ course: Double, _ forward: Double, _ right: Double, _ view: ViewTransform
  ) -> ScreenPoint? {
    let angle = course * Angle.radiansPerDegree
    let scale = 1 / (view.pointsPerWorld * max(view.scale(at: place), 0.05))
    let (x, y) = (sin(angle) * forward + cos(angle) * right, -cos(angle) * forward + sin(angle) * right)
    return view.screenPoint(for: WorldPoint(x: place.x + x * scale, y: place.y + y * scale))
  }

  private func drawCone(_ place: WorldPoint, _ course: Double, _ canvas: Canvas, _ view: ViewTransform) {
    // In rings that fade outwards.
    for (reach, alpha) in Self.coneRings {
      corners.removeAll(keepingCapacity: true)
      guard let middle = view.screenPoint(for: place) else { return }
      corners.append(middle)
      for index in 0...Self.coneEdges {
        let turn = (Double(index) / Double(Self.coneEdges) * 2 - 1) * Self.coneHalfAngle * Angle.radiansPerDegree
        guard let corner = ground(place, course, cos(turn) * reach, sin(turn) * reach, view) else { return }
        corners.append(corner)
      }
      canvas.fillPolygon(corners, color: Self.blue.withAlpha(alpha))
    }
  }

  private func drawArrow(_ place: WorldPoint, _ course: Double, isDark: Bool, _ canvas: Canvas, _ view: ViewTransform) {
    func shape(_ size: Double, _ color: Color, lift: Double) {
      corners.removeAll(keepingCapacity: true)
      for (forward, right) in Self.arrow {
        guard let corner = ground(place, course, forward * size, right * size, view) else { return }
        corners.append(ScreenPoint(x: corner.x, y: corner.y - lift))
      }
      canvas.fillPolygon(corners, color: color)
    }
    guard let middle = view.screenPoint(for: place) else { return }
    canvas.fillShadow(
      ScreenRect(x: middle.x - 16, y: middle.y - 7, width: 32, height: 18), radius: 9, blur: 9, color: Color.black.withAlpha(0.34)
    )
    shape(27, .white, lift: 2)
    shape(21, Self.blue, lift: 3)
  }
}
