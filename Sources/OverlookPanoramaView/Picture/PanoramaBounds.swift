/// A part of a chart, in shares of its width and height.
struct PanoramaBounds: Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  static let whole = PanoramaBounds(left: 0, top: 0, right: 1, bottom: 1)

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(_ corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)) {
    let (a, b, c, d) = corners
    self.init(
      left: min(min(a.x, b.x), min(c.x, d.x)), top: min(min(a.y, b.y), min(c.y, d.y)),
      right: max(max(a.x, b.x), max(c.x, d.x)), bottom: max(max(a.y, b.y), max(c.y, d.y)))
  }

  func intersection(_ other: PanoramaBounds) -> PanoramaBounds {
    PanoramaBounds(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right), bottom: min(bottom, other.bottom))
  }

  func shifted(by way: Double) -> PanoramaBounds {
    PanoramaBounds(left: left + way, top: top, right: right + way, bottom: bottom)
  }

  /// Without ends to the sides, for tiles that go all around.
  var unboundedAround: PanoramaBounds { PanoramaBounds(left: -1e6, top: top, right: 1e6, bottom: bottom) }

  /// Whether any of it may lie on a chart that begins anew after `period`.
  func isInTurn(_ period: Double?) -> Bool { period != nil || left < 1 && right > 0 }

  func contains(_ other: PanoramaBounds) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }

  /// Edges are part of it.
  func contains(_ place: SIMD2<Double>) -> Bool {
    left <= place.x && place.x <= right && top <= place.y && place.y <= bottom
  }

  mutating func extend(to place: SIMD2<Double>) {
    (left, right) = (min(left, place.x), max(right, place.x))
    (top, bottom) = (min(top, place.y), max(bottom, place.y))
  }

  var limits: SIMD4<Float> { SIMD4(Float(left), Float(top), Float(right), Float(bottom)) }
}
