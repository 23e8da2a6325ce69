import OverlookCanvas
import OverlookGeometry
import OverlookRouting
import OverlookSupport

/// The lanes before a maneuver, side by side: those that lead where the route goes are bright, the best of them on the accent.
@MainActor struct LaneStrip {
  let lanes: [Lane]
  let palette: Palette

  /// Points of a lane.
  static let laneWidth = 30.0
  static let height = 40.0
  /// Lanes beyond are left out.
  static let maximumCount = 10

  var width: Double { Double(min(lanes.count, Self.maximumCount)) * Self.laneWidth }

  func draw(on canvas: Canvas, at origin: ScreenPoint) {
    // The lanes lie as they do on the road.
    canvas.unmirrored(in: ScreenRect(origin: origin, size: ScreenSize(width: width, height: Self.height))) {
      drawLanes(on: canvas, at: origin)
    }
  }

  private func drawLanes(on canvas: Canvas, at origin: ScreenPoint) {
    for (index, lane) in lanes.prefix(Self.maximumCount).enumerated() {
      let left = origin.x + Double(index) * Self.laneWidth
      let cell = ScreenRect(x: left, y: origin.y, width: Self.laneWidth, height: Self.height)
      if lane.isValid, lane.isActive {
        canvas.fillRoundedRect(cell.inset(x: 1.5, y: 1), radius: 6, color: palette.accent)
      }
      arrows(lane, cell, canvas)
      if index > 0 { divider(at: left, origin.y, canvas) }
    }
  }

  private func arrows(_ lane: Lane, _ cell: ScreenRect, _ canvas: Canvas) {
    let square = ScreenRect(x: cell.middle.x - 13, y: cell.middle.y - 13, width: 26, height: 26)
    let ink = lane.isValid ? lane.isActive ? palette.onAccent : palette.ink : palette.dimInk.withAlpha(0.45)
    let directions = lane.indications.isEmpty ? [.straight] : Array(lane.indications.prefix(3))
    guard directions.count > 1 else {
      return ManeuverPicture(.turn, directions.first).draw(on: canvas, in: square, color: ink)
    }
    for direction in directions { ManeuverPicture.drawLane(direction, on: canvas, in: square, color: ink) }
  }

  private func divider(at x: Double, _ y: Double, _ canvas: Canvas) {
    for dash in 0..<3 {
      canvas.fillRect(
        ScreenRect(x: x - 0.5, y: y + 4 + Double(dash) * 13, width: 1, height: 7), color: palette.dimInk.withAlpha(0.35))
    }
  }
}
