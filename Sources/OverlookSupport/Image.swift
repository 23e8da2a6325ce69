/// A decoded picture: premultiplied sRGB RGBA, 8 bits a channel, rows from the top. Immutable; identity names it in atlases.
public final class Image: Sendable {
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  /// Pixels per point: 2 for a high-density image, so that it is shown at half its pixel size.
  public let scale: Double
  /// `4 * width * height` bytes, premultiplied RGBA, the top row first.
  public let pixels: [UInt8]

  /// Nil when the size is not positive, `pixels` has not `4 * width * height` bytes, or `scale` is not a positive number.
  public init?(width: Int, height: Int, scale: Double = 1, premultipliedRGBA pixels: [UInt8]) {
    guard width > 0, height > 0, scale.isFinite, scale > 0 else { return nil }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count < Int.max / 4, pixels.count == 4 * count else { return nil }
    self.width = width
    self.height = height
    self.scale = scale
    self.pixels = pixels
  }

  /// One transparent pixel, for images that are known by identity alone.
  package init() {
    width = 1
    height = 1
    scale = 1
    pixels = [0, 0, 0, 0]
  }

  /// Bytes of memory that the pixels hold.
  package var byteCount: Int { pixels.count }

  /// Width in points.
  public var widthPoints: Double { Double(width) / scale }
  /// Height in points.
  public var heightPoints: Double { Double(height) / scale }
}
