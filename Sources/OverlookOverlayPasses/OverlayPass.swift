package import OverlookCamera
package import OverlookGPU
package import OverlookGeometry
package import OverlookLayout
package import OverlookPasses
package import OverlookRaster
package import OverlookScene

/// Draws the runs of one kind in the drawing order, and holds what of them lies in the driver's memory.
///
/// A frame first brings everything there, and then draws: while it draws, no pass takes anything from a model or uploads.
@MainActor package protocol OverlayPass: AnyObject {
  /// The runs that the pass draws.
  var kind: OverlayRun.Kind { get }

  /// Reads the shaders again; on an error the old ones stay.
  func reload() throws(GPUError)

  /// Has the driver compile what the pass draws first of its kind, for frames whose houses hide it or for others, in the bound target, of
  /// which nothing may be drawn on. Default: nothing.
  func rehearse(isBehindBuildings: Bool) throws(GPUError)

  /// Takes what changed from `store`, and brings it to the driver where every frame needs it. Once a frame, before
  /// `OverlayStore.clearChanges`.
  func prepare(_ store: OverlayStore, order: DrawOrder, in frame: OverlayFrame) throws(GPUError)

  /// Brings to the driver what drawing in `frame` needs and `prepare` did not bring there. After `prepare`, and again before
  /// what was prepared is drawn for something else than the eye. Default: nothing.
  func upload(for frame: OverlayFrame) throws(GPUError)

  /// Whether something is still to be brought to the driver that other views of what was prepared will draw. Default: no.
  var hasMoreAhead: Bool { get }

  /// Brings some of that between two frames, within the time of `budget`. Default: nothing.
  func bringAhead(_ budget: UploadBudget) throws(GPUError)

  /// Draws a run of the prepared frame into `target`, which is bound, and has depths where anything of the frame stands. With
  /// `isBehindBuildings` what lies on the ground is seen only where the depths in the target let it through.
  func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces, in frame: OverlayFrame, to target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError)

  /// Whether a run of the prepared frame may look otherwise than in the frame before. Default: no.
  func hasChanged(_ run: OverlayRun) -> Bool

  /// Overlays in and near the view that cannot be drawn. Default: 0.
  var notDrawnCount: Int { get }

  /// Whether the next frame looks different though nothing changes. Default: no.
  var needsFrame: Bool { get }
}

extension OverlayPass {
  package func rehearse(isBehindBuildings: Bool) throws(GPUError) {}
  package func upload(for frame: OverlayFrame) throws(GPUError) {}
  package var hasMoreAhead: Bool { false }
  package func bringAhead(_ budget: UploadBudget) throws(GPUError) {}
  package func hasChanged(_ run: OverlayRun) -> Bool { false }
  package var notDrawnCount: Int { 0 }
  package var needsFrame: Bool { false }
}

/// What passes of overlays are told of a frame.
package struct OverlayFrame {
  package let view: ViewTransform
  package let pixelsPerPoint: Double
  /// Of the frame, in pixels.
  package let size: PixelSize
  /// On walls, roofs and models.
  package let light: StyleLight
  /// The light of an hour, with its shadows; nil for `light` alone.
  package let daylight: Daylight?
  /// Of the style, which counts zooms for tiles of 512 points.
  package let styleZoom: Double
  /// For rasterizers; nil where the driver draws everything.
  package let raster: RasterFrame?

  package init(
    view: ViewTransform, pixelsPerPoint: Double, size: PixelSize, light: StyleLight = StyleLight(), daylight: Daylight? = nil,
    styleZoom: Double? = nil, raster: RasterFrame? = nil
  ) {
    self.view = view
    self.pixelsPerPoint = pixelsPerPoint
    self.size = size
    self.light = light
    self.daylight = daylight
    self.styleZoom = styleZoom ?? view.camera.zoom - 1
    self.raster = raster
  }
}
