import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookPasses
import OverlookRaster
import OverlookScene

/// Draws one layer of many elements, and holds what of it lies in the driver's memory.
@MainActor protocol DataDrawer: AnyObject {
  /// Brings what the frame needs of the layer to the driver; before `draw` in the same frame. Nothing is uploaded while a frame
  /// is drawn.
  func prepare(_ content: DataRow.Content, in frame: DataFrame) throws(GPUError)

  /// Draws the layer over what `target` shows, which is bound. Blending is set for premultiplied colours, and the depth test where what
  /// stands hides the layer; both may be left changed. The block `View` is that of the frame's view.
  func draw(_ content: DataRow.Content, in frame: DataFrame, to target: GPUTarget) throws(GPUError)

  /// Whether something of the layer is still to be brought to the driver that views at other zooms draw. Default: no.
  var hasMoreAhead: Bool { get }

  /// Brings some of that between two frames, within the time of `budget`. Default: nothing.
  func bringAhead(_ content: DataRow.Content, _ budget: UploadBudget) throws(GPUError)

  /// Draws a layer that stands, as it was prepared, into the map of heights, as `ShadowCaster` says. Default: nothing.
  func castShadows(_ content: DataRow.Content, _ cast: ShadowCast)
}

extension DataDrawer {
  var hasMoreAhead: Bool { false }
  func bringAhead(_ content: DataRow.Content, _ budget: UploadBudget) throws(GPUError) {}
  func castShadows(_ content: DataRow.Content, _ cast: ShadowCast) {}
}

/// What drawers are told of a frame.
struct DataFrame {
  let view: ViewTransform
  let pixelsPerPoint: Double
  /// In pixels.
  let size: PixelSize
  /// For rasterizers; nil where the driver draws everything.
  let raster: RasterFrame?
  /// On walls and roofs.
  let light: ExtrusionLight
  /// The light of an hour on them; nil for `light` alone.
  let daylight: Daylight?
  /// The pixels that the layer which is drawn may be seen in; nil: all.
  var room: GPURect?
  /// How shadows fall in it, known when the frame is drawn; nil where there are none.
  let cast: ShadowCast?

  /// `isSunlit`: whether walls and roofs are drawn in the light of the hour, where there is one. Default false.
  init(_ frame: OverlayFrame, isSunlit: Bool = false, cast: ShadowCast? = nil) {
    daylight = isSunlit ? frame.daylight : nil
    self.cast = isSunlit ? cast : nil
    view = frame.view
    pixelsPerPoint = frame.pixelsPerPoint
    size = frame.size
    raster = frame.raster
    // Styles count zooms for tiles of 512 points.
    light = ExtrusionLight(frame.light, zoom: frame.view.camera.zoom - 1, bearing: frame.view.camera.bearing)
  }

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
