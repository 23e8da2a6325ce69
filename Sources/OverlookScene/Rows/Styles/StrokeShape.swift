/// How two segments of a line meet.
public enum StrokeJoin: UInt32, Hashable, Sendable {
  /// A part of a disc.
  case round
  /// The outer edges go on until they meet; at a sharp angle, where that would be farther than twice the line's width, as
  /// `bevel`.
  case miter
  /// The corner is cut off straight.
  case bevel
}

/// How a line ends.
public enum StrokeCap: UInt32, Hashable, Sendable {
  /// Straight, at the last point.
  case butt
  /// With half of a disc around the last point.
  case round
  /// Straight, half of the line's width beyond the last point.
  case square
}
