package import OverlookCamera
import OverlookGeometry

/// Where a view goes, as the one before it tells.
package struct ViewMotion: Sendable {
  /// Of the view's middle on the ground, x east and y south, of length 1; 0 where it stays or leapt.
  package var heading = SIMD2<Double>.zero
  /// What a view that turns will look like when tiles that are asked for now can be drawn, and halfway to that: what comes in at a
  /// corner may have left before the end.
  package var turned: (halfway: ViewTransform, end: ViewTransform)?

  /// How far ahead a turn is looked at: seconds, and frames where these are slow, that a tile takes from being asked for to the
  /// screen while frames are drawn.
  static let turnLead = (seconds: 0.5, frames: 4.0)
  /// Degrees; what lies beyond comes into view too late to be worth its memory.
  static let largestTurn = 60.0
  /// A view that was another one longer ago than this did not turn but stood.
  private static let longestStep = 0.5

  package init(heading: SIMD2<Double> = .zero) { self.heading = heading }

  /// From `earlier`, which was the view `seconds` ago, to `view`.
  package init(from earlier: ViewTransform?, to view: ViewTransform, seconds: Double) {
    guard let earlier else { return }
    let (x, y) = view.centeredPoints(for: earlier.center)
    let length = (x * x + y * y).squareRoot()
    if length > 0.1, length < view.size.width { heading = SIMD2(-x / length, -y / length) }
    if let turn = Self.turn(from: earlier.camera.bearing, to: view.camera.bearing, seconds: seconds) {
      turned = (view.turned(byDegrees: turn / 2), view.turned(byDegrees: turn))
    }
  }

  package var isMoving: Bool { heading != .zero || turned != nil }

  /// Degrees that the view will have turned on.
  private static func turn(from earlier: Double, to bearing: Double, seconds: Double) -> Double? {
    let turn = Angle.shortestTurn(fromDegrees: earlier, toDegrees: bearing)
    guard abs(turn) > 0.01, abs(turn) < largestTurn, seconds > 0, seconds < longestStep else { return nil }
    return min(max(turn * max(turnLead.seconds / seconds, turnLead.frames), -largestTurn), largestTurn)
  }
}

extension ViewTransform {
  fileprivate func turned(byDegrees degrees: Double) -> ViewTransform {
    var turned = camera
    turned.bearing += degrees
    return ViewTransform(camera: turned, size: size, padding: padding, ground: ground)
  }
}
