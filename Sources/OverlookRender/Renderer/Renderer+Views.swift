package import OverlookCamera
package import OverlookCanvas
package import OverlookGPU
package import OverlookGeometry
import OverlookOverlayPasses
package import OverlookScene
package import OverlookSupport
import OverlookText

// Canvas views become pictures before a frame is drawn.
extension Renderer {
  /// The ground beside the view, in points, on which the views of markers are kept up to date: nothing is known of how large a
  /// view is before it was drawn.
  private static let viewMarginPoints = 512.0

  /// Draws those views of markers in and near the view that may have changed. Once a frame, before `prepare`.
  package func updateIconViews(
    _ store: OverlayStore, view: ViewTransform, framebuffer: PixelSize, pixelsPerPoint: Double
  ) throws(GPUError) {
    viewPictures.beginFrame()
    canvas.fonts.update()
    let hasNewFonts = shownFontVersion != canvas.fonts.version
    shownFontVersion = canvas.fonts.version
    guard store.hasViewMarkers else { return }
    let target = device.state.frameTarget(width: framebuffer.width, height: framebuffer.height)
    defer { device.state.bind(target: target) }
    let reach = max(store.markerReachPoints, Self.viewMarginPoints)
    let area = MarkerGather.reachedRect(view, reachPoints: reach)
    var slot = 0
    // Asked for one by one: the code of a view may add and remove markers.
    while let next = store.nextViewMarker(atLeast: slot, in: area) {
      slot = next + 1
      guard let marker = store.marker(next), let view = marker.iconView,
        hasNewFonts || marker.tracksViewChanges || marker.viewPicture?.scale != pixelsPerPoint
      else { continue }
      let picture = try viewPictures.picture(
        of: view, pixelsPerPoint: pixelsPerPoint, canvas: canvas, pass: canvasPass, device: device)
      if marker.iconView === view { marker.viewPicture = picture }
    }
  }

  /// The views of the last frame that may look different now, each once.
  package func takeChangedViews() -> [any CanvasView] { viewPictures.takeChanged() }

  /// The picture of one view, after `updateIconViews` of the same frame. Nil when it has no size.
  package func picture(of view: any CanvasView, framebuffer: PixelSize, pixelsPerPoint: Double) throws(GPUError) -> Image? {
    let target = device.state.currentTarget(width: framebuffer.width, height: framebuffer.height)
    defer { device.state.bind(target: target) }
    return try viewPictures.picture(
      of: view, pixelsPerPoint: pixelsPerPoint, canvas: canvas, pass: canvasPass, device: device)
  }
}
