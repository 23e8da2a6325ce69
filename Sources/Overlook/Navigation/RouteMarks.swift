import Glibc
import OverlookCamera
import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookRouting
import OverlookSupport

/// What is drawn above the routes: the arrow of the next maneuver on the road, and how other routes differ in time.
@MainActor final class RouteMarks {
  /// What is told of another route, at a place of it.
  struct Difference {
    var place: WorldPoint
    var text: String
    var index: Int
  }

  var differences: [Difference] = []
  /// Metres along the route to the next maneuver; nil while it is far.
  var maneuverMeters: Double?

  private var chips: [(rect: ScreenRect, index: Int)] = []
  private var points: [ScreenPoint] = []

  private static let arrowBehind = 28.0
  private static let arrowAhead = 30.0

  /// How routes differ from the first, each told in the middle of where it goes another way.
  static func differences(_ routes: [Route], time: (Double) -> String) -> [Difference] {
    guard let first = routes.first else { return [] }
    func key(_ place: LocationCoordinate) -> SIMD2<Int> {
      SIMD2(Int(exactly: (place.latitude * 2e4).rounded()) ?? 0, Int(exactly: (place.longitude * 2e4).rounded()) ?? 0)
    }
    let known = Set(first.geometry.map(key))
    return routes.indices.dropFirst().compactMap { index in
      let own = routes[index].geometry.filter { !known.contains(key($0)) }
      guard let place = own.isEmpty ? routes[index].geometry.last : own[own.count / 2] else { return nil }
      let seconds = routes[index].duration - first.duration
      // What is rounded to no minute is no difference.
      let text = abs(seconds) < 30 ? localized("Similar time") : (seconds < 0 ? "−" : "+") + time(abs(seconds))
      return Difference(place: WorldPoint(place), text: text, index: index)
    }
  }

  /// The route whose difference is told at a point.
  func route(at point: ScreenPoint) -> Int? { chips.first { $0.rect.contains(point) }?.index }

  func draw(on canvas: Canvas, _ path: TravelPath, palette: Palette, _ view: ViewTransform) {
    drawArrow(on: canvas, path, view)
    chips.removeAll(keepingCapacity: true)
    for difference in differences {
      guard let point = view.screenPoint(for: view.nearestCopy(of: difference.place)) else { continue }
      let width = canvas.textWidth(difference.text, size: TypeScale.body) + 20
      let rect = ScreenRect(x: point.x - width / 2, y: point.y - 13, width: width, height: 26)
      canvas.fillCard(rect, radius: 13, palette: palette)
      canvas.text(
        difference.text, at: ScreenPoint(x: point.x, y: point.y), size: TypeScale.body, color: palette.ink,
        anchor: TextAnchor(.center, .middle))
      chips.append((rect, difference.index))
    }
  }

  /// Draws the places that the route passes without a stop, and the one that is being moved.
  func drawPlaces(_ places: [LocationCoordinate], moved: LocationCoordinate?, on canvas: Canvas, _ view: ViewTransform) {
    func dot(_ place: LocationCoordinate, radius: Double) {
      guard let point = view.screenPoint(for: view.nearestCopy(of: WorldPoint(place))) else { return }
      canvas.fillCircle(center: point, radius: radius, color: Color(red: 0.06, green: 0.24, blue: 0.62))
      canvas.fillCircle(center: point, radius: radius - 2, color: .white)
    }
    for place in places { dot(place, radius: 6) }
    if let moved { dot(moved, radius: 8) }
  }

  private func drawArrow(on canvas: Canvas, _ path: TravelPath, _ view: ViewTransform) {
    guard let maneuverMeters, path.length > 0 else { return }
    let scale = view.pointsPerWorld / Mercator.metersPerWorldUnit(atLatitude: view.camera.target.latitude)
    // Of the same length on the screen within some limits on the ground.
    let stretch = min(max(0.9 / max(scale, 0.01), 0.4), 2)
    let (from, to) = (
      max(maneuverMeters - Self.arrowBehind * stretch, 0), min(maneuverMeters + Self.arrowAhead * stretch, path.length)
    )
    guard to - from > 4 else { return }
    points.removeAll(keepingCapacity: true)
    for step in 0...20 {
      guard let place = path.point(at: from + (to - from) * Double(step) / 20),
        let point = view.screenPoint(for: view.nearestCopy(of: place))
      else { return }
      points.append(point)
    }
    guard let end = points.last, let before = points.dropLast(3).last else { return }
    let (dx, dy) = (end.x - before.x, end.y - before.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0.5, length < 1000 else { return }
    let (x, y) = (dx / length, dy / length)
    func head(_ size: Double, _ half: Double, _ color: Color) {
      canvas.fillTriangle(
        ScreenPoint(x: end.x + x * size, y: end.y + y * size), ScreenPoint(x: end.x - y * half, y: end.y + x * half),
        ScreenPoint(x: end.x + y * half, y: end.y - x * half), color: color)
    }
    let rim = Color(red: 0.06, green: 0.20, blue: 0.52)
    canvas.strokePolyline(points, width: 8.5, color: rim)
    head(16, 12.5, rim)
    canvas.strokePolyline(points, width: 5, color: .white)
    head(12, 9, .white)
  }
}
