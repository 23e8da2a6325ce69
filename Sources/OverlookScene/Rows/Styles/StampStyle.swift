import Glibc
public import OverlookSupport

/// A picture repeated along a line, above its colour. The right side of the picture points along the line, its top lies to the
/// left.
public struct StampStyle: Hashable, Sendable {
  /// The picture; larger than what the driver can hold, it is reduced.
  public var image: Image
  /// Room between two pictures, in the unit of the line's width; finite, 0 or more, otherwise 0. Default 0.
  public var spacing: Double
  /// How wide the picture is across the line, in the unit of the line's width. Nil, the default, or not a positive number: as
  /// wide as the line. Its length keeps the proportions of the image.
  public var width: Double?

  /// `image` along the line.
  public init(image: Image, spacing: Double = 0, width: Double? = nil) {
    self.image = image
    self.spacing = spacing
    self.width = width
  }

  /// An arrow head of `color` that points along the line, `spacing` apart.
  public static func arrow(color: Color, spacing: Double = 24, width: Double? = nil) -> StampStyle {
    StampStyle(image: Self.arrowImage(color), spacing: spacing, width: width)
  }

  /// Images are told apart by identity.
  public static func == (a: StampStyle, b: StampStyle) -> Bool {
    a.image === b.image && a.spacing == b.spacing && a.width == b.width
  }

  /// By the identity of the image.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(image))
    hasher.combine(spacing)
    hasher.combine(width)
  }

  /// How wide and long one picture is on a line of a width, and how far the next one starts behind it.
  package func size(lineWidth: Double) -> (width: Double, length: Double, pitch: Double) {
    var across = lineWidth
    if let width, width.isFinite, width > 0 { across = width }
    let length = across * Double(image.width) / Double(image.height)
    return (across, length, length + (spacing.isFinite ? max(spacing, 0) : 0))
  }

  /// Pixels along a side of an arrow's image: enough for a line of 16 points on a dense screen.
  private static let arrowSide = 32

  private static func arrowImage(_ color: Color) -> Image {
    let middle = Double(arrowSide) / 2
    let (half, thickness) = (middle * 0.62, middle * 0.17)
    let premultiplied = color.premultiplied
    return Image(width: arrowSide, height: arrowSide, scale: 2) { column, row in
      // One arm of the chevron, mirrored: from behind the middle to the tip before it.
      let (x, y) = (Double(column) + 0.5 - middle, abs(Double(row) + 0.5 - middle))
      let along = min(max(((x + half / 2) * half + (half - y) * half) / (2 * half * half), 0), 1)
      let distance = hypot(x + half / 2 - along * half, y - half + along * half)
      let cover = Float(min(max(thickness + 0.5 - distance, 0), 1))
      return SIMD4<UInt8>((premultiplied * cover * 255).rounded(.toNearestOrEven))
    }
  }
}
