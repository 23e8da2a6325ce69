/// A cubic Bezier curve from (0, 0) to (1, 1), as in CSS timing functions.
struct UnitBezier: Hashable, Sendable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  /// The y of the curve where its x is `x`, 0 ... 1.
  func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    var low = 0.0
    var high = 1.0
    var t = x
    for _ in 0..<60 {
      let error = Self.curve(x1, x2, t) - x
      if abs(error) < 1e-9 { break }
      if error > 0 { high = t } else { low = t }
      let slope = Self.slope(x1, x2, t)
      let newton = t - error / slope
      // Newton's step where it stays within what is known to hold the answer, else half the way.
      t = abs(slope) > 1e-7 && newton > low && newton < high ? newton : (low + high) / 2
    }
    return Self.curve(y1, y2, t)
  }

  private static func curve(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let s = 1 - t
    return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
  }

  private static func slope(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let s = 1 - t
    return 3 * s * s * a + 6 * s * t * (b - a) + 3 * t * t * (1 - b)
  }
}
