import OverlookScene

/// A point as it is drawn on the processor.
struct Dot {
  /// In pixels of the picture.
  var middle = SIMD2<Float>(0, 0)
  /// Premultiplied.
  private(set) var color: UInt32
  /// Of the whole dot with its outline, in pixels.
  private(set) var radius: Float = 0
  /// Half the outline, in pixels.
  private let strokeReach: Float
  private let strokeColor: UInt32
  /// 0 ... 255.
  private let opacity: UInt32
  private let pixelsPerPoint: Float

  init(_ style: PointStyle, pixelsPerPoint: Double) {
    self.pixelsPerPoint = Float(pixelsPerPoint)
    opacity = UInt32((min(max(style.opacity, 0), 1) * 255).rounded())
    strokeReach = style.strokeWidthPoints / 2 * Float(pixelsPerPoint)
    strokeColor = Self.scaled(style.strokeColor, by: opacity)
    color = Self.scaled(style.color ?? 0, by: opacity)
    setRadius(style.radius ?? 0)
  }

  /// `points` may be no number: such a dot has no radius either.
  mutating func setRadius(_ points: Float) { radius = points * pixelsPerPoint + strokeReach }

  mutating func setColor(_ packed: UInt32) { color = Self.scaled(packed, by: opacity) }

  /// Whether all of it but its edge has one opaque colour.
  var isPlain: Bool { strokeReach == 0 && color >> 24 == 255 }

  /// The colour at a distance from the middle, as the shader of sprites has it.
  @inline(__always)
  func color(dx: Float, dy: Float) -> UInt32 {
    let distance = (dx * dx + dy * dy).squareRoot()
    let cover = min(max(radius - distance + 0.5, 0), 1)
    var own = color
    if strokeReach > 0 {
      let stroke = UInt32(min(max(distance - (radius - 2 * strokeReach) + 0.5, 0), 1) * 255 + 0.5)
      own = Self.scaled(color, by: 255 - stroke) &+ Self.scaled(strokeColor, by: stroke)
    }
    return Self.scaled(own, by: UInt32(cover * 255 + 0.5))
  }

  /// What is seen of `color` below `above`, added to it; both premultiplied.
  @inline(__always)
  static func add(_ color: UInt32, below above: UInt32) -> UInt32 {
    above &+ scaled(color, by: 255 - above >> 24)
  }

  /// All four bytes times `factor` / 255, rounded.
  @inline(__always)
  private static func scaled(_ color: UInt32, by factor: UInt32) -> UInt32 {
    // Two bytes at a time; x / 255 is (x + x / 256) / 256 with x a half larger.
    let low = (color & 0x00FF_00FF) &* factor &+ 0x0080_0080
    let high = (color >> 8 & 0x00FF_00FF) &* factor &+ 0x0080_0080
    return (low &+ low >> 8 & 0x00FF_00FF) >> 8 & 0x00FF_00FF | (high &+ high >> 8 & 0x00FF_00FF) & 0xFF00_FF00
  }
}
