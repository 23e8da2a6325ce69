public import OverlookSupport

/// How a piece of a line is coloured: one colour, or a change from one colour to another along its span (SH-26, SH-27).
public struct StrokeStyle: Hashable, Sendable {
  /// The colour where the span starts.
  package let from: Color
  /// The colour where the span ends.
  package let to: Color

  private init(from: Color, to: Color) {
    self.from = from
    self.to = to
  }

  /// One colour all along.
  public static func solidColor(_ color: Color) -> StrokeStyle {
    StrokeStyle(from: color, to: color)
  }

  /// From the first colour at the start of the span to the second at its end, linear in sRGB over the length of the span.
  public static func gradient(from: Color, to: Color) -> StrokeStyle {
    StrokeStyle(from: from, to: to)
  }
}
