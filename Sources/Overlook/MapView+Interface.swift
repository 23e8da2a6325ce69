import OverlookGeometry
import OverlookRender
import OverlookSupport

// What lies above the map: credits, the box that is being drawn, the figures.
extension MapView {
  /// Whether the panel with the figures of the frames is shown (key F3).
  public var isHUDVisible: Bool {
    get { false }
    set { requestFrame([.interface]) }
  }

  /// Takes over what the frame loop measured.
  package func recordFrame() {}

  /// Fills the canvas with everything above the map, in points.
  func drawInterface(on canvas: Canvas, now: Double) {
    let credit = attributions.joined(separator: "  ")
    canvas.text(
      credit, at: ScreenPoint(x: canvas.size.width - 8, y: canvas.size.height - 8), size: 11, color: .white,
      anchor: TextAnchor(.right, .baseline))
  }
}
