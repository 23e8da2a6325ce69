import Glibc
package import OverlookSupport

/// Draws markers: a pin with a rounded head, a tip at the middle of the bottom edge and, by default, a white dot.
package enum PinImage {
  /// What may differ between pins.
  package struct Look: Sendable {
    package var background: Color
    /// Nil: a darker shade of the background.
    package var border: Color?
    /// Nil: no dot.
    package var dot: Color?
    /// Times the size of the default pin.
    package var size: Double

    package init(background: Color, border: Color? = nil, dot: Color? = .white, size: Double = 1) {
      self.background = background
      self.border = border
      self.dot = dot
      self.size = size
    }
  }

  package static let defaultColor = Color(red: 0.917, green: 0.263, blue: 0.208)
  /// The pin of a marker without an icon.
  static let standard: Image = draw(Look(background: defaultColor))

  /// Points. The head keeps a point of distance from the edges.
  static let widthPoints = 27.0
  static let heightPoints = 43.0
  /// Pixels per point of the images.
  package static let scale = 2.0
  private static let headRadius = 12.5
  /// From the left and the upper edge, in points of the default size.
  package static let headCenter = 13.5
  private static let dotRadius = 4.7
  private static let borderWidth = 1.0

  /// Forgotten as a whole when it is full: more colours than this are images of their own.
  @MainActor private static var images: [Color: Image] = [:]
  private static let maximumImages = 256

  /// The pin in `color`, the same object for the same colour.
  @MainActor
  static func image(color: Color) -> Image {
    if color == defaultColor { return standard }
    if let known = images[color] { return known }
    if images.count >= maximumImages { images.removeAll() }
    let image = draw(Look(background: color))
    images[color] = image
    return image
  }

  /// Half the width of the pin, drawn in by `inset` points, at `y` points from the top; negative outside.
  private static func halfWidth(atY y: Double, inset: Double) -> Double {
    let radius = headRadius - inset
    let tip = heightPoints - 0.5 - 2.2 * inset
    // The sides leave the head at 28 degrees below its middle and bend inwards to the tip.
    let angle = 28 * Double.pi / 180
    let start = headCenter + radius * sin(angle)
    guard y > start else {
      let height = y - headCenter
      let square = radius * radius - height * height
      return square > 0 ? square.squareRoot() : -1
    }
    guard y < tip else { return -1 }
    let length = tip - start
    let t = (y - start) / length
    let (t2, t3) = (t * t, t * t * t)
    let width = radius * cos(angle)
    let slope = -tan(angle) * length
    // A cubic Hermite curve from the head's tangent to a narrow, rounded end.
    let body = (2 * t3 - 3 * t2 + 1) * width + (t3 - 2 * t2 + t) * slope + (t3 - t2) * -0.2 * length
    let end = 1.1
    let rounding = tip - y < end ? (end * end - (end - (tip - y)) * (end - (tip - y))).squareRoot() : .infinity
    return min(body + 0.6 * t, rounding)
  }

  /// A new image of a pin.
  package static func draw(_ look: Look) -> Image {
    let density = scale * look.size
    let (width, height) = ((widthPoints * density).rounded(.up), (heightPoints * density).rounded(.up))
    return Image(width: Int(exactly: width) ?? 1, height: Int(exactly: height) ?? 1, scale: scale) { column, row in
      SIMD4<UInt8>((pixel(column: column, row: row, look, density) * 255).rounded(.toNearestOrEven))
    }
  }

  /// Premultiplied, 0 ... 1.
  private static func pixel(column: Int, row: Int, _ look: Look, _ density: Double) -> SIMD4<Double> {
    let samples = 8
    var (outer, inner, dot, ring) = (0.0, 0.0, 0.0, 0.0)
    for sample in 0..<samples {
      let y = (Double(row) + (Double(sample) + 0.5) / Double(samples)) / density
      outer += coverage(column, halfWidth: halfWidth(atY: y, inset: 0), density)
      inner += coverage(column, halfWidth: halfWidth(atY: y, inset: borderWidth), density)
      guard look.dot != nil else { continue }
      dot += coverage(column, halfWidth: disc(y, radius: dotRadius), density)
      ring += coverage(column, halfWidth: disc(y - 0.5, radius: dotRadius + 0.7), density)
    }
    (outer, inner, dot, ring) = (
      outer / Double(samples), inner / Double(samples), dot / Double(samples), ring / Double(samples)
    )
    let base = components(look.background)
    let height = (Double(row) + 0.5) / density / heightPoints
    let lit = base + (SIMD3(repeating: 1) - base) * (0.16 * max(0, 1 - 2.2 * height))
    let body = lit * (1 - 0.10 * height)
    let border = look.border.map(components) ?? base * 0.70
    var shown = border + (body - border) * min(inner / max(outer, 1e-6), 1)
    shown = shown + (base * 0.74 - shown) * (ring * 0.85)
    if let color = look.dot { shown = shown + (components(color) - shown) * (dot * Double(color.alpha)) }
    let alpha = outer * Double(look.background.alpha)
    return SIMD4(shown * alpha, alpha).clamped(lowerBound: .zero, upperBound: .one)
  }

  private static func components(_ color: Color) -> SIMD3<Double> {
    SIMD3(Double(color.red), Double(color.green), Double(color.blue))
  }

  private static func disc(_ y: Double, radius: Double) -> Double {
    let square = radius * radius - (y - headCenter) * (y - headCenter)
    return square > 0 ? square.squareRoot() : -1
  }

  /// How much of the pixel column lies within `halfWidth` points of the middle, 0 ... 1.
  private static func coverage(_ column: Int, halfWidth: Double, _ density: Double) -> Double {
    guard halfWidth > 0 else { return 0 }
    let left = max(Double(column), (headCenter - halfWidth) * density)
    let right = min(Double(column + 1), (headCenter + halfWidth) * density)
    return max(right - left, 0)
  }
}
