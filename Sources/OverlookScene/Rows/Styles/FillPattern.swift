public import OverlookSupport

/// What is drawn above the colour of a fill. It lies on the ground, its lengths those of the screen where the camera looks.
public enum FillPattern: Hashable, Sendable {
  /// Parallel lines.
  case hatch(HatchStyle)
  /// A picture side by side, its top to the north, each as large as the image says in points. Larger than what the driver can
  /// hold, it is reduced.
  case image(Image)

  /// Images are told apart by identity.
  public static func == (a: FillPattern, b: FillPattern) -> Bool {
    switch (a, b) {
    case (.hatch(let a), .hatch(let b)): a == b
    case (.image(let a), .image(let b)): a === b
    case (.hatch, .image), (.image, .hatch): false
    }
  }

  /// By the identity of the image.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .hatch(let style): hasher.combine(style)
    case .image(let image): hasher.combine(ObjectIdentifier(image))
    }
  }

  /// Nil for a hatch that cannot be drawn.
  var drawable: FillPattern? {
    guard case .hatch(let style) = self else { return self }
    let isDrawable =
      style.angle.isFinite && style.spacing.isFinite && style.spacing > 0 && style.width.isFinite && style.width > 0
    return isDrawable ? self : nil
  }
}

/// Parallel lines that fill a region.
public struct HatchStyle: Hashable, Sendable {
  /// Default black.
  public var color: Color
  /// From the middle of one line to that of the next, in points; finite and above 0, otherwise there are no lines. Default 8.
  public var spacing: Double
  /// Of each line, in points; finite and above 0, otherwise there are no lines. Default 1.
  public var width: Double
  /// The way that the lines run, in degrees clockwise from north. Default 45.
  public var angle: Double
  /// Whether as many lines cross them at right angles. Default false.
  public var isCrossed: Bool

  /// Lines of 1 point, 8 points apart, from the south-west to the north-east.
  public init(color: Color = .black, spacing: Double = 8, width: Double = 1, angle: Double = 45, isCrossed: Bool = false) {
    self.color = color
    self.spacing = spacing
    self.width = width
    self.angle = angle
    self.isCrossed = isCrossed
  }
}

/// An interior as the renderer takes it.
package struct Fill: Hashable, Sendable {
  package var color: Color?
  /// One that can be drawn.
  package var pattern: FillPattern?

  package init(color: Color?, pattern: FillPattern? = nil) {
    self.color = color
    self.pattern = pattern?.drawable
  }

  package var isVisible: Bool { color != nil || pattern != nil }
}
