package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
package import OverlookSupport

/// A bar of a round length on the ground in the lower left corner.
@MainActor package final class ScaleBar: Control {
  private static let maximumWidth = 110.0
  private static let margin = 10.0

  /// On the ground in the middle of the view; nothing is drawn when it is not a positive number.
  package var metersPerPoint = 0.0

  private var label = ""
  private var labelled: (meters: Double, format: MeasureFormat)?

  package init() {}

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    AccessibleElement(.text, localized("Scale"), value: .text(label))
  }

  /// Lies on the map, which gets the pointer.
  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .none }

  package func frame(in area: ControlArea) -> ScreenRect? {
    ControlPlacement.corner(.bottomLeft, x: Self.margin, y: Self.margin).rect(
      of: ScreenSize(width: Self.maximumWidth, height: 22), in: area)
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    let format = MeasureFormat.current
    guard let meters = format.roundLength(atMost: Self.maximumWidth * metersPerPoint) else { return }
    if labelled.map({ $0.meters != meters || $0.format != format }) ?? true {
      labelled = (meters, format)
      label = format.length(meters)
    }
    let width = canvas.alignedToPixels(meters / metersPerPoint)
    guard let place = frame(in: area) else { return }
    let bottom = canvas.alignedToPixels(place.origin.y + place.size.height)
    let left = canvas.alignedToPixels(place.origin.x)
    let palette = area.palette
    let halo = TextHalo(color: palette.halo, width: 2)
    canvas.fillRoundedRect(
      ScreenRect(x: left - 1.5, y: bottom - 6.5, width: width + 3, height: 8), radius: 2, color: palette.halo.withAlpha(0.85))
    canvas.fillRect(ScreenRect(x: left, y: bottom - 2, width: width, height: 2), color: palette.ink)
    canvas.fillRect(ScreenRect(x: left, y: bottom - 5, width: 1.5, height: 5), color: palette.ink)
    canvas.fillRect(ScreenRect(x: left + width - 1.5, y: bottom - 5, width: 1.5, height: 5), color: palette.ink)
    canvas.text(label, at: ScreenPoint(x: left + 1, y: bottom - 10), size: TypeScale.note, color: palette.ink, halo: halo)
  }
}
