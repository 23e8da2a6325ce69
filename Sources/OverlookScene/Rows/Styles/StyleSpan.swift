public import OverlookSupport

/// A style and the number of segments of a line that it covers.
///
/// A segment is the piece between two neighbouring points of the path. Spans follow each other from the start of the line; the
/// last one goes on to the end. A span whose length is not a positive number is skipped.
public struct StyleSpan: Hashable, Sendable {
  /// The style of the span.
  public let style: StrokeStyle
  /// Length in segments; fractions are allowed.
  public let segments: Double

  /// A span of `segments` segments (greater than 0, by default 1) in one style.
  public init(style: StrokeStyle, segments: Double = 1) {
    self.style = style
    self.segments = segments
  }

  /// A span of `segments` segments (greater than 0, by default 1) in one colour.
  public init(color: Color, segments: Double = 1) {
    self.init(style: .solidColor(color), segments: segments)
  }

  package var isValid: Bool { segments.isFinite && segments > 0 }
}
