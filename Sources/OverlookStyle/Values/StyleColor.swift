internal import OverlookFormats
internal import OverlookSupport

/// A colour of a style: sRGB and alpha, 0 ... 1, not premultiplied.
package struct StyleColor: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package static let black = StyleColor(red: 0, green: 0, blue: 0)
  package static let transparent = StyleColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// `rgba(r,g,b,a)` with red, green and blue as whole numbers of 0 ... 255.
  package var text: String {
    let bytes = [red, green, blue].map { JSONWriter.text((min(max($0, 0), 1) * 255).rounded()) }
    return "rgba(\(bytes.joined(separator: ",")),\(JSONWriter.text(alpha)))"
  }

  /// How bright the colour looks where it is opaque, 0 ... 1.
  package var luminance: Float { Color.luminance(SIMD3(Float(red), Float(green), Float(blue))) }

  /// The ground of a style is a dark one, as a night's, where it is less bright than this.
  package static let darkGroundLuminance: Float = 0.35

  /// The colours between two, each component and alpha by itself: what is transparent still lends its colour, as the style
  /// specification has it since version 19 (before, colours were mixed with alpha multiplied in).
  func interpolated(to other: StyleColor, _ t: Double) -> StyleColor {
    StyleColor(
      red: Self.mix(red, other.red, t), green: Self.mix(green, other.green, t), blue: Self.mix(blue, other.blue, t),
      alpha: Self.mix(alpha, other.alpha, t))
  }

  static func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + t * (b - a) }
}
