/// A number that changes evenly over the screen.
struct ScreenPlane: BitwiseCopyable {
  private let place: SIMD2<Float>
  private let value: Float
  let perColumn: Float
  private let perRow: Float

  init(at place: SIMD2<Float>, value: Float, perColumn: Float, perRow: Float) {
    (self.place, self.value, self.perColumn, self.perRow) = (place, value, perColumn, perRow)
  }

  /// Through `values` at `a`, `b` and `c`, which lie on no line.
  @inline(__always)
  init(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ values: SIMD3<Float>) {
    let (p, q) = (b - a, c - a)
    let (u, v) = (values.y - values.x, values.z - values.x)
    let area = p.x * q.y - p.y * q.x
    self.init(at: a, value: values.x, perColumn: (u * q.y - v * p.y) / area, perRow: (v * p.x - u * q.x) / area)
  }

  @inline(__always)
  func value(at point: SIMD2<Float>) -> Float {
    value + (point.x - place.x) * perColumn + (point.y - place.y) * perRow
  }
}
