public import OverlookSupport

/// How a piece of a line is coloured: one colour, or a change from one colour to another along its span, and a picture repeated
/// above it.
public struct StrokeStyle: Hashable, Sendable {
  /// The colour where the span starts.
  package let from: Color
  /// The colour where the span ends.
  package let to: Color
  /// A picture along the span, from its start. Nil, the default: that of the line's `LineStyle`, if it has one.
  public var stampStyle: StampStyle?

  private init(from: Color, to: Color, stampStyle: StampStyle? = nil) {
    self.from = from
    self.to = to
    self.stampStyle = stampStyle
  }

  /// One colour all along.
  public static func solidColor(_ color: Color) -> StrokeStyle {
    StrokeStyle(from: color, to: color)
  }

  /// From the first colour at the start of the span to the second at its end, linear in sRGB over the length of the span.
  public static func gradient(from: Color, to: Color) -> StrokeStyle {
    StrokeStyle(from: from, to: to)
  }

  /// Nothing but the picture.
  public static func transparentStroke(stamp: StampStyle) -> StrokeStyle {
    StrokeStyle(from: .clear, to: .clear, stampStyle: stamp)
  }
}
