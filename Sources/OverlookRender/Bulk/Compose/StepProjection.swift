import OverlookCamera
import OverlookGeometry

/// The projection of a view for places counted in whole steps from a place near its centre.
struct StepProjection {
  private let fromEast: SIMD4<Float>
  private let fromSouth: SIMD4<Float>
  private let origin: SIMD4<Float>

  /// `east`, `south`: from the camera's target to the place that is counted from, in sizes of the world.
  init(_ view: ViewTransform, pixelsPerPoint: Double, east: Double, south: Double) {
    // Clip coordinates to pixels: (x + w) / 2 * width and (w - y) / 2 * height, both still times w.
    let (width, height) = (view.size.width * pixelsPerPoint / 2, view.size.height * pixelsPerPoint / 2)
    func pixels(_ clip: SIMD4<Double>) -> SIMD4<Float> {
      SIMD4(Float((clip.x + clip.w) * width), Float((clip.w - clip.y) * height), Float(clip.w), 0)
    }
    let columns = view.clipFromCenteredPoints.columns
    let scale = view.pointsPerWorld
    fromEast = pixels(columns.0 * (scale / FixedPlace.stepsEast))
    fromSouth = pixels(columns.1 * (scale / FixedPlace.stepsSouth))
    origin = pixels(columns.0 * (east * scale) + columns.1 * (south * scale) + columns.3)
  }

  /// Pixels from the screen's upper left corner times depth in x and y, the depth in z.
  @inline(__always)
  func projected(east: Float, south: Float) -> SIMD4<Float> { fromEast * east + fromSouth * south + origin }
}
