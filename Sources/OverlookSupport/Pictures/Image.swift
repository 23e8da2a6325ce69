public import OverlookGeometry

/// A decoded picture: premultiplied sRGB RGBA, 8 bits a channel, rows from the top. Immutable; identity names it in atlases.
/// It may have several frames that are shown one after another, over and over, where it is the icon of a marker; elsewhere it is
/// the first.
public final class Image: Sendable {
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  /// Pixels per point: 2 for a high-density image, so that it is shown at half its pixel size.
  public let scale: Double
  /// `4 * width * height` bytes, premultiplied RGBA, the top row first.
  public let pixels: [UInt8]
  /// How far the part of the picture that counts lies within its edges, in points, at least 0: as the icon of a marker it is
  /// tapped there alone. Default zero.
  public let alignmentInsets: EdgeInsets
  /// Whether nothing is seen through any pixel.
  package let isOpaque: Bool
  /// The pictures of an animated one; empty for one that stands still.
  package let frames: [Image]
  /// Time for all frames; 0 for a picture that stands still.
  package let cycleSeconds: Double
  private let pool: PixelPool?

  /// Nil when the size is not positive, `pixels` has not `4 * width * height` bytes, or `scale` is not a positive number.
  public convenience init?(width: Int, height: Int, scale: Double = 1, premultipliedRGBA pixels: [UInt8]) {
    self.init(width: width, height: height, scale: scale, premultipliedRGBA: pixels, isOpaque: Self.isOpaque(pixels))
  }

  /// As the other, for those who know whether all pixels are opaque. `pool` gets the memory of the pixels when the picture is
  /// gone.
  package init?(
    width: Int, height: Int, scale: Double, premultipliedRGBA pixels: [UInt8], isOpaque: Bool, pool: PixelPool? = nil
  ) {
    guard width > 0, height > 0, scale.isFinite, scale > 0 else { return nil }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count < Int.max / 4, pixels.count == 4 * count else { return nil }
    self.width = width
    self.height = height
    self.scale = scale
    self.pixels = pixels
    self.isOpaque = isOpaque
    self.pool = pool
    frames = []
    cycleSeconds = 0
    alignmentInsets = .zero
  }

  /// One transparent pixel, for images that are known by identity alone.
  package init() {
    width = 1
    height = 1
    scale = 1
    pixels = [0, 0, 0, 0]
    isOpaque = false
    pool = nil
    frames = []
    cycleSeconds = 0
    alignmentInsets = .zero
  }

  /// A picture that the program draws itself: `pixel` gives the premultiplied bytes of a column and a row. Sizes below 1 count as
  /// 1.
  package init(width: Int, height: Int, scale: Double, pixel: (_ column: Int, _ row: Int) -> SIMD4<UInt8>) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * self.width * self.height)
    for row in 0..<self.height {
      for column in 0..<self.width {
        let rgba = pixel(column, row)
        pixels.append(contentsOf: [rgba.x, rgba.y, rgba.z, rgba.w])
      }
    }
    self.pixels = pixels
    isOpaque = Self.isOpaque(pixels)
    pool = nil
    frames = []
    cycleSeconds = 0
    alignmentInsets = .zero
  }

  /// A picture of `frames` that are shown in order, all of them within `seconds`, and then again. Nil when there are none, they
  /// differ in size or scale, or `seconds` is not more than 0. Frames that are animated themselves count as their first.
  public init?(frames: [Image], seconds: Double) {
    guard let first = frames.first, seconds > 0, seconds.isFinite,
      frames.allSatisfy({ $0.width == first.width && $0.height == first.height && $0.scale == first.scale })
    else { return nil }
    width = first.width
    height = first.height
    scale = first.scale
    pixels = first.pixels
    isOpaque = first.isOpaque
    pool = nil
    self.frames = frames
    cycleSeconds = seconds
    alignmentInsets = first.alignmentInsets
  }

  private init(_ image: Image, alignmentInsets: EdgeInsets) {
    width = image.width
    height = image.height
    scale = image.scale
    pixels = image.pixels
    isOpaque = image.isOpaque
    // The pixels are those of `image`, too.
    pool = nil
    frames = image.frames.map { Image($0, alignmentInsets: alignmentInsets) }
    cycleSeconds = image.cycleSeconds
    self.alignmentInsets = alignmentInsets
  }

  /// The same picture, another object, with other insets; negative ones and those that are not numbers count as 0.
  public func withAlignmentInsets(_ insets: EdgeInsets) -> Image {
    func inset(_ value: Double) -> Double { value > 0 ? value : 0 }
    return Image(
      self,
      alignmentInsets: EdgeInsets(
        top: inset(insets.top), left: inset(insets.left), bottom: inset(insets.bottom), right: inset(insets.right)))
  }

  deinit {
    pool?.give(pixels)
  }

  /// Ends at the first pixel that is not.
  private static func isOpaque(_ pixels: [UInt8]) -> Bool {
    stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
  }

  /// Bytes of memory that the pixels hold.
  package var byteCount: Int { pixels.count }

  /// Width in points.
  public var widthPoints: Double { Double(width) / scale }
  /// Height in points.
  public var heightPoints: Double { Double(height) / scale }
}
