package import OverlookSupport

/// How far two pictures of one size differ to the eye.
package struct PictureComparison: Sendable {
  /// Pixels that differ by more than the threshold.
  package let differingPixels: Int
  package let pixelCount: Int
  /// The first picture, faded, with red pixels where they differ.
  package let diff: Image?

  /// Share of the pixels that differ, 0 ... 1.
  package var share: Double { pixelCount == 0 ? 0 : Double(differingPixels) / Double(pixelCount) }

  /// Nil when the sizes differ. `threshold`: 0 for equal, 1 for black against white.
  package init?(_ first: Image, _ second: Image, threshold: Double = 0.13) {
    guard first.width == second.width, first.height == second.height else { return nil }
    let limit = Self.largestDistance * threshold * threshold
    pixelCount = first.width * first.height
    var differing = 0
    var diff = [UInt8](repeating: 255, count: 4 * pixelCount)
    for pixel in 0..<pixelCount {
      let a = Self.onWhite(first.pixels, pixel)
      let b = Self.onWhite(second.pixels, pixel)
      let isDifferent = a != b && Self.distance(a, b) > limit
      if isDifferent { differing += 1 }
      let faded = 255 - (255 - Self.luma(a)) * 0.2
      for channel in 0..<3 {
        diff[4 * pixel + channel] = isDifferent ? (channel == 0 ? 255 : 0) : UInt8(min(max(faded, 0), 255))
      }
    }
    differingPixels = differing
    self.diff = Image(width: first.width, height: first.height, premultipliedRGBA: diff)
  }

  /// The root of the mean square of how far the channels of two pictures over white paper differ, 0 ... 1; nil when the sizes differ.
  package static func rootMeanSquare(_ first: Image, _ second: Image) -> Double? {
    guard first.width == second.width, first.height == second.height else { return nil }
    let count = first.width * first.height
    guard count > 0 else { return 0 }
    var sum = 0.0
    for pixel in 0..<count {
      let away = onWhite(first.pixels, pixel) - onWhite(second.pixels, pixel)
      sum += dot(away, away)
    }
    return (sum / Double(3 * count)).squareRoot() / 255
  }

  /// Between black and white, the largest there is.
  private static let largestDistance = 0.5053 * 255 * 255

  /// Squared distance in YIQ space with the weights of Y. Kotsarenko and F. Ramos, "Measuring perceived color difference using
  /// YIQ NTSC transmission color space in mobile applications", Programación Matemática y Software 2 (2), 2010.
  static func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let y = luma(a) - luma(b)
    let i = dot(a - b, SIMD3(0.595_977_99, -0.274_176_10, -0.321_801_89))
    let q = dot(a - b, SIMD3(0.211_470_17, -0.522_617_11, 0.311_146_94))
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  private static func luma(_ color: SIMD3<Double>) -> Double {
    dot(color, SIMD3(0.298_895_31, 0.586_622_47, 0.114_482_23))
  }

  private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    (a * b).sum()
  }

  /// A premultiplied pixel over white paper.
  private static func onWhite(_ pixels: [UInt8], _ pixel: Int) -> SIMD3<Double> {
    let color = SIMD3(Double(pixels[4 * pixel]), Double(pixels[4 * pixel + 1]), Double(pixels[4 * pixel + 2]))
    return color + (255 - Double(pixels[4 * pixel + 3]))
  }
}
