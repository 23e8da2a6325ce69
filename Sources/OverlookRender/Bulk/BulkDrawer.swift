import OverlookCamera
import OverlookGPU
import OverlookScene

/// Draws one layer of many elements, and holds what of it lies in the driver's memory.
@MainActor protocol BulkDrawer: AnyObject {
  /// Draws the layer over what the frame's target shows. Blending is set for premultiplied colours and there is no depth test; both may
  /// be left changed. The block `View` is that of the frame's view.
  func draw(_ content: BulkRow.Content, in frame: BulkFrame) throws(GPUError)
}

/// What drawers are told of a frame.
struct BulkFrame {
  let view: ViewTransform
  let pixelsPerPoint: Double
  let target: GPUTarget
  /// Whether the processor draws what it draws faster than the driver: where it is the driver.
  let composes: Bool
  /// On walls and roofs.
  let light: ExtrusionLight
}
