import Glibc
package import OverlookCanvas
package import OverlookGeometry
package import OverlookRouting
package import OverlookSupport

/// A maneuver as an arrow over the roads that meet, the way one comes from below.
package struct ManeuverPicture: Hashable, Sendable {
  package var kind: Maneuver.Kind
  package var modifier: Maneuver.Modifier?
  /// The exit of a roundabout, counted from 1.
  package var exit: Int?
  package var isFerry: Bool
  /// On which side vehicles drive: which way round they go.
  package var drivesOnLeft: Bool

  package init(
    _ kind: Maneuver.Kind, _ modifier: Maneuver.Modifier? = nil, exit: Int? = nil, isFerry: Bool = false,
    drivesOnLeft: Bool = false
  ) {
    self.kind = kind
    self.modifier = modifier
    self.exit = exit
    self.isFerry = isFerry
    self.drivesOnLeft = drivesOnLeft
  }

  /// Draws it into a square; roads that are not taken in a fainter `color`.
  @MainActor package func draw(on canvas: Canvas, in square: ScreenRect, color: Color) {
    // Left is left on every road.
    canvas.unmirrored(in: square) { draw(with: ManeuverPen(canvas: canvas, square: square, color: color)) }
  }

  @MainActor private func draw(with pen: ManeuverPen) {
    if isFerry, kind != .arrive { return pen.boat() }
    switch kind {
    case .depart: pen.departure()
    case .arrive: pen.arrival(side: side)
    case .roundabout, .rotary, .exitRoundabout: roundabout(pen)
    case .fork: fork(pen)
    case .merge: merge(pen)
    case .onRamp, .offRamp: ramp(pen)
    case .endOfRoad: endOfRoad(pen)
    case .turn, .newName, .continue, .notification: turn(pen)
    }
  }

  /// Draws an arrow of a lane, whose stem is in the middle of the square whichever way it points.
  @MainActor static func drawLane(_ modifier: Maneuver.Modifier, on canvas: Canvas, in square: ScreenRect, color: Color) {
    let pen = ManeuverPen(canvas: canvas, square: square, color: color)
    if modifier == .uturn { return pen.turnBack(towards: -1) }
    pen.arrow(turning: modifier.turnDegrees, corner: modifier == .straight ? nil : 0.58, bend: 0.14)
  }

  /// -1 left, 1 right, 0 neither.
  private var side: Double {
    switch modifier {
    case .left, .slightLeft, .sharpLeft: -1
    case .right, .slightRight, .sharpRight: 1
    case .straight, .uturn, nil: 0
    }
  }

  @MainActor private func turn(_ pen: ManeuverPen) {
    if modifier == .uturn { return pen.turnBack(towards: drivesOnLeft ? 1 : -1) }
    pen.arrow(turning: modifier?.turnDegrees ?? 0)
  }

  @MainActor private func fork(_ pen: ManeuverPen) {
    let taken = side == 0 ? 0.0 : side * 32
    for other in side == 0 ? [-32.0, 32] : [-side * 32] { pen.branch(turning: other, from: 0.62) }
    pen.arrow(turning: taken, corner: 0.62, bend: 0.16)
  }

  @MainActor private func merge(_ pen: ManeuverPen) {
    // One comes from the side that the other road does not lie on.
    let from = side == 0 ? (drivesOnLeft ? -1.0 : 1) : -side
    pen.line([(0.5 - from * 0.10, 0.94), (0.5 - from * 0.10, 0.40)], isTaken: false)
    pen.curve([(0.5 + from * 0.24, 0.94), (0.5 + from * 0.24, 0.72), (0.5 - from * 0.10, 0.58), (0.5 - from * 0.10, 0.30)])
    pen.head(at: (0.5 - from * 0.10, 0.30), degrees: 0)
  }

  @MainActor private func ramp(_ pen: ManeuverPen) {
    let side = side == 0 ? (drivesOnLeft ? -1.0 : 1) : side
    let x = 0.5 - side * 0.16
    pen.line([(x, 0.94), (x, 0.08)], isTaken: false)
    pen.line([(x, 0.94), (x, 0.74)])
    pen.curve([(x, 0.74), (x, 0.52), (0.5 + side * 0.20, 0.56), (0.5 + side * 0.20, 0.34)])
    pen.head(at: (0.5 + side * 0.20, 0.34), degrees: 0)
  }

  @MainActor private func endOfRoad(_ pen: ManeuverPen) {
    guard side != 0 else { return turn(pen) }
    pen.line([(0.12, 0.40), (0.88, 0.40)], isTaken: false)
    pen.curve([(0.5, 0.94), (0.5, 0.40), (0.5, 0.40), (0.5 + side * 0.14, 0.40)], isSharp: true)
    pen.line([(0.5, 0.40), (0.5 + side * 0.20, 0.40)])
    pen.head(at: (0.5 + side * 0.20, 0.40), degrees: side * 90)
  }

  @MainActor private func roundabout(_ pen: ManeuverPen) {
    pen.roundabout(exitDegrees: modifier?.turnDegrees ?? 0, clockwise: drivesOnLeft, number: exit)
  }
}

extension Maneuver.Modifier {
  /// Degrees clockwise that one turns.
  package var turnDegrees: Double {
    switch self {
    case .straight: 0
    case .slightRight: 42
    case .right: 90
    case .sharpRight: 135
    case .uturn: 180
    case .sharpLeft: -135
    case .left: -90
    case .slightLeft: -42
    }
  }
}
