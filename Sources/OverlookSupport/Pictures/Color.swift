/// A colour: sRGB red, green and blue and a straight (not premultiplied) alpha, each 0 ... 1.
public struct Color: Hashable, Sendable {
  /// 0 ... 1, sRGB.
  public var red: Float
  /// 0 ... 1, sRGB.
  public var green: Float
  /// 0 ... 1, sRGB.
  public var blue: Float
  /// 0 (transparent) ... 1 (opaque), not multiplied into the others.
  public var alpha: Float

  /// Components outside 0 ... 1 are clamped, NaN becomes 0.
  public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    self.red = Self.unit(red)
    self.green = Self.unit(green)
    self.blue = Self.unit(blue)
    self.alpha = Self.unit(alpha)
  }

  private static func unit(_ value: Float) -> Float {
    value > 0 ? min(value, 1) : 0
  }

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Opaque pure red.
  public static let red = Color(red: 1, green: 0, blue: 0)
  /// An opaque green of medium brightness.
  public static let green = Color(red: 0, green: 0.6, blue: 0)
  /// Opaque pure blue.
  public static let blue = Color(red: 0, green: 0, blue: 1)
  /// Fully transparent.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// The same colour with another alpha, 0 ... 1.
  public func withAlpha(_ alpha: Float) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Red, green, blue multiplied by alpha, and alpha, as shaders and blending take them.
  package var premultiplied: SIMD4<Float> {
    SIMD4(red * alpha, green * alpha, blue * alpha, alpha)
  }

  /// The premultiplied colour in four bytes, red in the lowest: `GL_RGBA`, `GL_UNSIGNED_BYTE` on a little-endian machine.
  package var packedPremultiplied: UInt32 {
    let scaled = premultiplied * 255
    var packed: UInt32 = 0
    for i in 0..<4 {
      packed |= UInt32(scaled[i].rounded()) << UInt32(8 * i)
    }
    return packed
  }

  /// The premultiplied colour as a pixel of an `Image`.
  package var pixel: SIMD4<UInt8> {
    SIMD4<UInt8>(clamping: SIMD4<Int32>((premultiplied * 255).rounded(.toNearestOrAwayFromZero)))
  }
}

extension Color {
  /// How bright red, green and blue look together, 0 ... 1 for shares of 0 ... 1: the weights of ITU-R BT.709, on values as they are.
  package static func luminance(_ color: SIMD3<Float>) -> Float {
    (color * SIMD3(0.2126, 0.7152, 0.0722)).sum()
  }
}
