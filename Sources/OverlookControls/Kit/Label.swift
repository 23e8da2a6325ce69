public import Observation
public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A line of text on a card, or on nothing.
@MainActor @Observable public final class Label: Control {
  /// What it says; cut with an ellipsis where it is wider than `maximumWidth`.
  public var text: String
  /// Where it lies.
  public var placement: ControlPlacement
  /// Whether it has a ground of its own; default true.
  public var hasCard = true
  /// In points; default 12.
  public var textSize = TypeScale.secondary
  /// In points; default 320.
  public var maximumWidth = 320.0
  /// Whether it is said less loudly; default false.
  public var isDim = false

  @ObservationIgnored private var width = 0.0

  /// A label of `text`.
  public init(_ text: String, at placement: ControlPlacement) {
    self.text = text
    self.placement = placement
  }

  /// The text.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? { AccessibleElement(.text, text, value: .text(text)) }

  /// Where it lies, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? {
    if text.isEmpty { return nil }
    // The width is known when it was drawn.
    return placement.rect(of: ScreenSize(width: max(width, 1), height: textSize + 14), in: area)
  }

  /// What of it lies at a point.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { hasCard ? .surface : .none }

  /// Draws it.
  public func draw(on canvas: Canvas, in area: ControlArea) {
    let line = canvas.fitted(InterfaceText.retold(text), size: textSize, width: maximumWidth)
    width = canvas.textWidth(line, size: textSize) + (hasCard ? 20 : 0)
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    if hasCard { canvas.fillCard(rect, radius: 8, palette: palette) }
    canvas.text(
      line, at: ScreenPoint(x: rect.origin.x + (hasCard ? 10 : 0), y: rect.middle.y), size: textSize,
      color: isDim ? palette.dimInk : palette.ink, anchor: TextAnchor(.left, .middle),
      halo: hasCard ? nil : TextHalo(color: palette.halo, width: 2))
  }
}
