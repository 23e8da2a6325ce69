package import OverlookCanvas
package import OverlookGeometry
import OverlookSupport

/// The rectangle that a shift-drag spans.
@MainActor package final class BoxZoomRectangle: Control {
  /// Nil while none is drawn.
  package var rect: ScreenRect?

  package init() {}

  /// Belongs to the gesture, which has the pointer.
  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .none }

  /// Spans places of the map.
  package var isMirrored: Bool { false }

  package func frame(in area: ControlArea) -> ScreenRect? { rect }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect else { return }
    let palette = area.palette
    let pixel = 1 / canvas.pixelsPerPoint
    let aligned = ScreenRect(
      x: canvas.alignedToPixels(rect.origin.x), y: canvas.alignedToPixels(rect.origin.y),
      width: canvas.alignedToPixels(rect.size.width), height: canvas.alignedToPixels(rect.size.height))
    canvas.fillRoundedRect(aligned, radius: 3, color: palette.accent.withAlpha(0.16))
    // A light line outside the dark one: seen on dark and on bright maps.
    let outer = ScreenRect(
      x: aligned.origin.x - pixel, y: aligned.origin.y - pixel, width: aligned.size.width + 2 * pixel,
      height: aligned.size.height + 2 * pixel)
    canvas.strokeRoundedRect(outer, radius: 4, width: max(pixel, 1), color: palette.halo.withAlpha(0.75))
    canvas.strokeRoundedRect(aligned, radius: 3, width: 1.5, color: palette.accent)
  }
}
