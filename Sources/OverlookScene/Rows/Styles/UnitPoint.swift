/// A point of an image in fractions of its size: (0, 0) is the top left corner, (1, 1) the bottom right one.
public struct UnitPoint: Hashable, Sendable {
  /// 0 at the left edge, 1 at the right edge.
  public var x: Double
  /// 0 at the top edge, 1 at the bottom edge.
  public var y: Double

  /// Values outside 0 ... 1 name points beside the image.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The middle of the image.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the top edge.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The middle of the bottom edge.
  public static let bottom = UnitPoint(x: 0.5, y: 1)

  package var isFinite: Bool { x.isFinite && y.isFinite }
}
