import OverlookCamera
import OverlookGeometry

/// What views from above share whose pictures are the same but for a shift.
struct ViewScale: Equatable {
  let pixelsPerPoint: Double
  private let pointsPerWorld: Double
  private let bearing: Double
  private let size: ScreenSize
  private let focus: ScreenPoint

  /// Nil for a view of which no part looks like another one: tilted, or of a globe.
  init?(_ view: ViewTransform, pixelsPerPoint: Double) {
    guard view.isFromAbove else { return nil }
    pointsPerWorld = view.pointsPerWorld
    bearing = view.camera.bearing
    size = view.size
    focus = view.focus
    self.pixelsPerPoint = pixelsPerPoint
  }
}
