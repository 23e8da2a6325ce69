import OverlookCamera
import OverlookGeometry

/// The projection of a view for places counted in steps from a place near its centre.
struct StepProjection {
  /// Of a step east, and of one south.
  let fromEast: SIMD4<Float>
  let fromSouth: SIMD4<Float>
  private let origin: SIMD4<Float>
  /// Of a point of height.
  let fromUp: SIMD4<Float>

  /// `east`, `south`: from the camera's target to the place that is counted from, in sizes of the world; `stepsEast`, `stepsSouth`: the
  /// steps of the world, by default those of `FixedPlace`.
  init(
    _ view: ViewTransform, pixelsPerPoint: Double, east: Double = 0, south: Double = 0,
    stepsEast: Double = FixedPlace.stepsEast, stepsSouth: Double = FixedPlace.stepsSouth
  ) {
    let (width, height) = (view.size.width * pixelsPerPoint, view.size.height * pixelsPerPoint)
    func pixels(_ clip: SIMD4<Double>) -> SIMD4<Float> {
      SIMD4(SIMD3<Float>(clip.pixelsTimesDepth(width: width, height: height)), Float(clip.z))
    }
    let columns = view.clipFromCenteredPoints.columns
    let scale = view.pointsPerWorld
    fromEast = pixels(columns.0 * (scale / stepsEast))
    fromSouth = pixels(columns.1 * (scale / stepsSouth))
    fromUp = pixels(columns.2)
    origin = pixels(columns.0 * (east * scale) + columns.1 * (south * scale) + columns.3)
  }

  /// How near what lies so many points above the ground is, as drivers count it: 0 ... 1.
  func depthPlane(height: Float) -> ScreenPlane {
    // Pixels times depth, the depth and the driver's z of each direction make an equation: z = d * depth + x * pixels + y *
    // pixels.
    let (a, b, c) = (SIMD4<Double>(fromEast), SIMD4<Double>(fromSouth), SIMD4<Double>(origin + fromUp * height))
    func determinant(_ i: Int, _ j: Int, _ k: Int) -> Double {
      a[i] * (b[j] * c[k] - b[k] * c[j]) - a[j] * (b[i] * c[k] - b[k] * c[i]) + a[k] * (b[i] * c[j] - b[j] * c[i])
    }
    let whole = determinant(2, 0, 1)
    return ScreenPlane(
      at: .zero, value: Float(0.5 * determinant(3, 0, 1) / whole + 0.5), perColumn: Float(0.5 * determinant(2, 3, 1) / whole),
      perRow: Float(0.5 * determinant(2, 0, 3) / whole))
  }

  /// Pixels from the screen's upper left corner times depth in x and y, the depth in z, and what the driver divides by it in w.
  @inline(__always)
  func projected(east: Float, south: Float) -> SIMD4<Float> { fromEast * east + fromSouth * south + origin }
}
