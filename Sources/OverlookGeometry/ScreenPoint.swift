/// A point of a view in points: x right, y down, the origin in the top left corner.
public struct ScreenPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// Width and height of a view in points.
public struct ScreenSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// Width and height of a framebuffer or an image in pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// Distances from the four edges of a view, in points, positive inwards.
public struct EdgeInsets: Hashable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  public static let zero = EdgeInsets()
}

/// A rectangle of a view in points.
public struct ScreenRect: Hashable, Sendable {
  public var origin: ScreenPoint
  public var size: ScreenSize

  public init(origin: ScreenPoint, size: ScreenSize) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: ScreenPoint(x: x, y: y), size: ScreenSize(width: width, height: height))
  }

  public func contains(_ point: ScreenPoint) -> Bool {
    point.x >= origin.x && point.x <= origin.x + size.width && point.y >= origin.y && point.y <= origin.y + size.height
  }
}
