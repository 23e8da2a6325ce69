/// A point of a view in points: x right, y down, the origin in the top left corner.
public struct ScreenPoint: Hashable, Sendable, Codable {
  /// Points from the left edge.
  public var x: Double
  /// Points from the top edge.
  public var y: Double

  /// A point of the two distances as given.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// Width and height of a view in points.
public struct ScreenSize: Hashable, Sendable, Codable {
  /// Points.
  public var width: Double
  /// Points.
  public var height: Double

  /// A size of the two lengths as given.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// Width and height of a framebuffer or an image in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int

  /// A size of the two counts as given.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// Distances from the four edges of a view, in points, positive inwards.
public struct EdgeInsets: Hashable, Sendable, Codable {
  /// Points from the top edge.
  public var top: Double
  /// Points from the left edge.
  public var left: Double
  /// Points from the bottom edge.
  public var bottom: Double
  /// Points from the right edge.
  public var right: Double

  /// Insets of the distances given, 0 for the others.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No distance from any edge.
  public static let zero = EdgeInsets()
}

/// A rectangle of a view in points.
public struct ScreenRect: Hashable, Sendable {
  /// The top left corner.
  public var origin: ScreenPoint
  /// Width to the right and height downwards.
  public var size: ScreenSize

  /// A rectangle of a corner and a size as given.
  public init(origin: ScreenPoint, size: ScreenSize) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle of its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: ScreenPoint(x: x, y: y), size: ScreenSize(width: width, height: height))
  }

  /// Whether `point` lies inside; the edges count.
  public func contains(_ point: ScreenPoint) -> Bool {
    point.x >= origin.x && point.x <= origin.x + size.width && point.y >= origin.y && point.y <= origin.y + size.height
  }

  /// Whether the two have a point in common; touching counts.
  package func intersects(_ other: ScreenRect) -> Bool {
    origin.x <= other.origin.x + other.size.width && other.origin.x <= origin.x + size.width
      && origin.y <= other.origin.y + other.size.height && other.origin.y <= origin.y + size.height
  }
}
