import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookRaster
import OverlookScene

/// Draws one layer of many elements, and holds what of it lies in the driver's memory.
@MainActor protocol DataDrawer: AnyObject {
  /// Draws the layer over what the frame's target shows. Blending is set for premultiplied colours, and the depth test where what
  /// stands hides the layer; both may be left changed. The block `View` is that of the frame's view.
  func draw(_ content: DataRow.Content, in frame: DataFrame) throws(GPUError)
}

/// What drawers are told of a frame.
struct DataFrame {
  let view: ViewTransform
  let pixelsPerPoint: Double
  let target: GPUTarget
  /// For rasterizers; nil where the driver draws everything.
  let raster: RasterFrame?
  /// On walls and roofs.
  let light: ExtrusionLight

  /// The depth of the ground in normalised device coordinates, where it is a plane as well: what it grows by to the right, what
  /// it grows by upwards, and what it is in the middle of the screen.
  var groundDepth: SIMD3<Float> {
    let columns = view.clipFromCenteredPoints.columns
    let (a, b, c) = (columns.0, columns.1, columns.3)
    // Of each direction x, y and w make z.
    func determinant(_ i: Int, _ j: Int, _ k: Int) -> Double {
      a[i] * (b[j] * c[k] - b[k] * c[j]) - a[j] * (b[i] * c[k] - b[k] * c[i]) + a[k] * (b[i] * c[j] - b[j] * c[i])
    }
    let whole = determinant(0, 1, 3)
    return SIMD3(Float(determinant(2, 1, 3) / whole), Float(determinant(0, 2, 3) / whole), Float(determinant(0, 1, 2) / whole))
  }
}
