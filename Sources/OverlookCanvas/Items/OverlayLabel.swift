public import OverlookGeometry
public import OverlookSupport
import OverlookText

/// A line of text of an `OverlayItem` that shares the room of the view with the labels of the map, with markers, and with the
/// labels of other items. It is drawn for the item, above what the item draws itself, and fades in and out.
public struct OverlayLabel: Hashable, Sendable {
  /// Tells it from the other labels of its item, in every frame alike; of two with one id the first is shown.
  public var id: Int
  /// One line, as `Canvas.text` draws it.
  public var text: String
  /// Where the anchor lies, in points of the view.
  public var position: ScreenPoint
  /// Points per em. Default 13.
  public var fontSize = 13.0
  /// Default black.
  public var color = Color.black
  /// Default the middle of the line.
  public var anchor = TextAnchor(.center, .middle)
  /// Default white, 1.5 points.
  public var halo: TextHalo? = TextHalo(color: .white, width: 1.5)
  /// What becomes of it where it meets others. Default `optionalAndHidesLowerPriority`.
  public var collisionBehavior = CollisionBehavior.optionalAndHidesLowerPriority
  /// Of two optional labels or markers the one with the greater number is shown; that of a marker is its `zIndex`. Default 0.
  public var priority = 0

  /// A label at a place of the view.
  public init(id: Int, text: String, position: ScreenPoint) {
    self.id = id
    self.text = text
    self.position = position
  }
}

/// A label of an item in a frame.
package struct ShownItemLabel: Hashable, Sendable {
  /// Number of the item in the order of drawing.
  package var item: Int
  package var label: OverlayLabel
  /// 0 ... 1.
  package var opacity: Float

  package init(item: Int, label: OverlayLabel, opacity: Float) {
    self.item = item
    self.label = label
    self.opacity = opacity
  }
}

extension Canvas {
  /// The room of a label in the view, in points; nil where it has none.
  package func room(of label: OverlayLabel) -> ScreenRect? {
    guard Self.isDrawable(label.position), label.fontSize.isFinite, label.fontSize > 0 else { return nil }
    let width = textWidth(label.text, size: label.fontSize)
    guard width > 0 else { return nil }
    let margin = min(max(label.halo?.width ?? 0, 0), 16)
    let start = label.anchor.start(at: label.position, width: width, capHeight: fonts.primary.capHeight * label.fontSize)
    let rect = ScreenRect(
      x: start.x - margin, y: start.y - fonts.primary.ascent * label.fontSize - margin,
      width: width + 2 * margin, height: (fonts.primary.ascent + fonts.primary.descent) * label.fontSize + 2 * margin)
    return Self.isDrawable(rect) ? rect : nil
  }

  package func draw(_ shown: ShownItemLabel) {
    let label = shown.label
    func faded(_ color: Color) -> Color { color.withAlpha(color.alpha * shown.opacity) }
    text(
      label.text, at: label.position, size: label.fontSize, color: faded(label.color), anchor: label.anchor,
      halo: label.halo.map { TextHalo(color: faded($0.color), width: $0.width) })
  }
}
