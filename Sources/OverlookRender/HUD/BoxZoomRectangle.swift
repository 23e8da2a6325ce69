package import OverlookGeometry
import OverlookSupport

/// The rectangle that a shift-drag spans.
@MainActor package enum BoxZoomRectangle {
  package static func draw(_ rect: ScreenRect, into canvas: Canvas) {
    let pixel = 1 / canvas.pixelsPerPoint
    let aligned = ScreenRect(
      x: canvas.alignedToPixels(rect.origin.x), y: canvas.alignedToPixels(rect.origin.y),
      width: canvas.alignedToPixels(rect.size.width), height: canvas.alignedToPixels(rect.size.height))
    canvas.fillRoundedRect(aligned, radius: 3, color: HUDStyle.accent.withAlpha(0.16))
    // A light line outside the dark one: seen on dark and on bright maps.
    let outer = ScreenRect(
      x: aligned.origin.x - pixel, y: aligned.origin.y - pixel, width: aligned.size.width + 2 * pixel,
      height: aligned.size.height + 2 * pixel)
    canvas.strokeRoundedRect(outer, radius: 4, width: max(pixel, 1), color: Color.white.withAlpha(0.75))
    canvas.strokeRoundedRect(aligned, radius: 3, width: 1.5, color: HUDStyle.accent)
  }
}
