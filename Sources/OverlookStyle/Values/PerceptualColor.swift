internal import Glibc

/// Interpolation in CIELAB and its polar form HCL, with the white point D50 (CSS Color Module Level 4, sections 9 and 10).
enum PerceptualColor {
  private static let white = SIMD3(0.96422, 1.0, 0.82521)
  private static let kappa = 24389.0 / 27
  private static let epsilon = 216.0 / 24389

  static func interpolateLab(_ a: StyleColor, _ b: StyleColor, _ t: Double) -> StyleColor {
    color(lab(a) + (lab(b) - lab(a)) * t, alpha: StyleColor.mix(a.alpha, b.alpha, t))
  }

  /// Hue takes the short way; where one colour has no hue, that of the other is kept, and its chroma where that one is black or
  /// white.
  static func interpolateHCL(_ a: StyleColor, _ b: StyleColor, _ t: Double) -> StyleColor {
    let (hueA, chromaA, lightnessA) = hcl(a)
    let (hueB, chromaB, lightnessB) = hcl(b)
    let hue: Double
    var chroma: Double?
    switch (hueA.isNaN, hueB.isNaN) {
    case (false, false):
      var difference = hueB - hueA
      if hueB > hueA && difference > 180 { difference -= 360 } else if hueB < hueA && hueA - hueB > 180 { difference += 360 }
      hue = hueA + t * difference
    case (false, true):
      hue = hueA
      if lightnessB == 1 || lightnessB == 0 { chroma = chromaA }
    case (true, false):
      hue = hueB
      if lightnessA == 1 || lightnessA == 0 { chroma = chromaB }
    case (true, true): hue = .nan
    }
    let radius = chroma ?? StyleColor.mix(chromaA, chromaB, t)
    let angle = hue.isNaN ? 0 : hue * .pi / 180
    let lightness = StyleColor.mix(lightnessA, lightnessB, t)
    return color(
      SIMD3(lightness, cos(angle) * radius, sin(angle) * radius), alpha: StyleColor.mix(a.alpha, b.alpha, t))
  }

  /// Degrees (NaN for greys), chroma, lightness.
  private static func hcl(_ color: StyleColor) -> (Double, Double, Double) {
    let lab = lab(color)
    let chroma = (lab.y * lab.y + lab.z * lab.z).squareRoot()
    guard (chroma * 10_000).rounded() != 0 else { return (.nan, chroma, lab.x) }
    let degrees = atan2(lab.z, lab.y) * 180 / .pi
    return (degrees < 0 ? degrees + 360 : degrees, chroma, lab.x)
  }

  private static func lab(_ color: StyleColor) -> SIMD3<Double> {
    let r = linear(color.red)
    let g = linear(color.green)
    let b = linear(color.blue)
    let y = root((0.2225045 * r + 0.7168786 * g + 0.0606169 * b) / white.y)
    let isGrey = r == g && g == b
    let x = isGrey ? y : root((0.4360747 * r + 0.3850649 * g + 0.1430804 * b) / white.x)
    let z = isGrey ? y : root((0.0139322 * r + 0.0971045 * g + 0.7141733 * b) / white.z)
    let lightness = 116 * y - 16
    return SIMD3(max(lightness, 0), 500 * (x - y), 200 * (y - z))
  }

  private static func color(_ lab: SIMD3<Double>, alpha: Double) -> StyleColor {
    let fy = (lab.x + 16) / 116
    let x = white.x * cube(fy + lab.y / 500)
    let y = white.y * cube(fy)
    let z = white.z * cube(fy - lab.z / 200)
    return StyleColor(
      red: encoded(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
      green: encoded(-0.9787684 * x + 1.9161415 * y + 0.0334540 * z),
      blue: encoded(0.0719453 * x - 0.2289914 * y + 1.4052427 * z), alpha: alpha)
  }

  private static func root(_ t: Double) -> Double { t > epsilon ? cbrt(t) : (kappa * t + 16) / 116 }

  private static func cube(_ t: Double) -> Double {
    let value = t * t * t
    return value > epsilon ? value : (116 * t - 16) / kappa
  }

  private static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func encoded(_ value: Double) -> Double {
    min(max(value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055, 0), 1)
  }
}
