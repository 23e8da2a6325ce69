import Glibc
import OverlookCanvas
import OverlookGeometry
import OverlookSupport

/// Draws roads and arrows in a square, whose sides are 1 long, from its upper left corner.
@MainActor struct ManeuverPen {
  typealias Place = (x: Double, y: Double)

  let canvas: Canvas
  let square: ScreenRect
  let color: Color

  /// Of a road that is taken, and of one that is not.
  private static let width = 0.125
  private static let otherWidth = 0.085
  private static let headLength = 0.24
  private static let headHalfWidth = 0.185

  private var otherColor: Color { color.withAlpha(color.alpha * 0.34) }

  private func point(_ place: Place) -> ScreenPoint {
    ScreenPoint(x: square.origin.x + place.x * square.size.width, y: square.origin.y + place.y * square.size.height)
  }

  func line(_ places: [Place], isTaken: Bool = true) {
    canvas.strokePolyline(
      places.map(point), width: (isTaken ? Self.width : Self.otherWidth) * square.size.width,
      color: isTaken ? color : otherColor)
  }

  /// A cubic curve through the square, as a line.
  func curve(_ controls: [Place], isSharp: Bool = false) {
    guard controls.count == 4 else { return }
    let steps = isSharp ? 6 : 16
    line(
      (0...steps).map { step in
        let t = Double(step) / Double(steps)
        let u = 1 - t
        let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        return (
          a * controls[0].x + b * controls[1].x + c * controls[2].x + d * controls[3].x,
          a * controls[0].y + b * controls[1].y + c * controls[2].y + d * controls[3].y
        )
      })
  }

  /// The head of an arrow whose line ends at `place`.
  func head(at place: Place, degrees: Double, scale: Double = 1) {
    let angle = degrees * .pi / 180
    let (along, across): (Place, Place) = ((sin(angle), -cos(angle)), (cos(angle), sin(angle)))
    func corner(_ forward: Double, _ sideways: Double) -> ScreenPoint {
      point((place.x + along.x * forward + across.x * sideways, place.y + along.y * forward + across.y * sideways))
    }
    canvas.fillTriangle(
      corner(Self.headLength * scale, 0), corner(-0.03, Self.headHalfWidth * scale), corner(-0.03, -Self.headHalfWidth * scale),
      color: color)
  }

  /// An arrow from below that turns at a corner.
  func arrow(turning degrees: Double, corner: Double? = nil, bend: Double = 0.17) {
    let angle = degrees * .pi / 180
    let (dx, dy) = (sin(angle), -cos(angle))
    let length = abs(degrees) > 100 ? 0.34 : 0.26
    let height = corner ?? (degrees == 0 ? 0.5 : abs(degrees) > 100 ? 0.34 : abs(degrees) > 60 ? 0.40 : 0.52)
    // What reaches to one side is moved to the other, unless the stem has its place.
    let shift = corner == nil ? -dx * (length + Self.headLength) / 2.3 : 0
    let x = 0.5 + shift
    var places: [Place] = [(x, 0.94)]
    if degrees == 0 {
      places.append((x, 0.32))
    } else {
      for step in 0...10 {
        let t = Double(step) / 10
        let (u, v) = ((1 - t) * (1 - t), t * t)
        places.append((x + dx * bend * v, height + bend * u + dy * bend * v))
      }
      places.append((x + dx * length, height + dy * length))
    }
    line(places)
    if let last = places.last { head(at: last, degrees: degrees) }
  }

  /// A road that is not taken, which leaves the one from below.
  func branch(turning degrees: Double, from height: Double) {
    let angle = degrees * .pi / 180
    line([(0.5, 0.94), (0.5, height), (0.5 + sin(angle) * 0.56, height - cos(angle) * 0.56)], isTaken: false)
  }

  /// A turn back; `side`: -1 over the left, 1 over the right.
  func turnBack(towards side: Double) {
    let (x, radius) = (0.5 - side * 0.19, 0.19)
    var places: [Place] = [(x, 0.94), (x, 0.34)]
    for step in 0...14 {
      let angle = Double(step) / 14 * .pi
      places.append((0.5 - side * radius * cos(angle), 0.34 - radius * sin(angle)))
    }
    places.append((0.5 + side * radius, 0.56))
    line(places)
    head(at: (0.5 + side * radius, 0.56), degrees: 180)
  }

  /// Around the ring and out of it at `exitDegrees` from straight on.
  func roundabout(exitDegrees: Double, clockwise: Bool, number: Int?) {
    let (center, radius): (Place, Double) = ((0.5, 0.52), 0.215)
    func onRing(_ degrees: Double, _ radius: Double) -> Place {
      let angle = degrees * .pi / 180
      return (center.x + sin(angle) * radius, center.y - cos(angle) * radius)
    }
    canvas.strokePolyline(
      (0..<36).map { point(onRing(Double($0) * 10, radius)) }, width: Self.otherWidth * square.size.width, color: otherColor,
      isClosed: true)
    // From below, right around where one drives on the right: the angle falls from 180 to that of the exit.
    let from = clockwise ? -180.0 : 180.0
    var exit = exitDegrees
    if !clockwise, exit >= 180 { exit = -132 }
    if clockwise, exit >= 180 { exit = 132 }
    var places: [Place] = [(0.5, 0.96)]
    let steps = 24
    for step in 0...steps { places.append(onRing(from + (exit - from) * Double(step) / Double(steps), radius)) }
    let out = onRing(exit, radius + 0.035)
    places.append(out)
    line(places)
    head(at: out, degrees: exit, scale: 0.86)
    guard let number, number > 0, number < 100 else { return }
    canvas.text(
      "\(number)", at: point(center), size: 0.27 * square.size.height, color: color, anchor: TextAnchor(.center, .middle))
  }

  /// Straight on from where one is.
  func departure() {
    line([(0.5, 0.72), (0.5, 0.34)])
    head(at: (0.5, 0.34), degrees: 0)
    canvas.fillCircle(center: point((0.5, 0.84)), radius: 0.11 * square.size.width, color: color)
  }

  /// A pin; `side` where the destination lies beside the road.
  func arrival(side: Double) {
    let x = side == 0 ? 0.5 : 0.5 + side * 0.14
    if side != 0 { line([(0.5 - side * 0.30, 0.94), (0.5 - side * 0.30, 0.10)], isTaken: false) }
    let center: Place = (x, 0.36)
    var outline: [ScreenPoint] = []
    let radius = 0.27
    for step in 0...28 {
      let angle = (-118 + Double(step) / 28 * 236) * .pi / 180
      outline.append(point((center.x + sin(angle) * radius, center.y - cos(angle) * radius)))
    }
    outline.append(point((x, 0.93)))
    canvas.fillPolygon(outline, color: color)
    canvas.fillCircle(center: point(center), radius: 0.105 * square.size.width, color: hole)
  }

  /// What shows through a pin.
  private var hole: Color {
    let isBright = color.red + color.green + color.blue > 1.5
    return (isBright ? Color.black : Color.white).withAlpha(isBright ? 0.55 : 0.9)
  }

  func boat() {
    canvas.fillPolygon([(0.08, 0.60), (0.92, 0.60), (0.76, 0.80), (0.24, 0.80)].map(point), color: color)
    canvas.fillPolygon([(0.28, 0.56), (0.28, 0.36), (0.72, 0.36), (0.80, 0.56)].map(point), color: color)
    line([(0.44, 0.32), (0.44, 0.20)])
    line([(0.10, 0.92), (0.24, 0.88), (0.38, 0.92), (0.52, 0.88), (0.66, 0.92), (0.80, 0.88), (0.90, 0.91)], isTaken: false)
  }
}
