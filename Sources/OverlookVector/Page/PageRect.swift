/// A rectangle of a page.
package struct PageRect: Hashable, Sendable {
  package var low: SIMD2<Double>
  package var high: SIMD2<Double>

  package init(low: SIMD2<Double>, high: SIMD2<Double>) {
    self.low = low
    self.high = high
  }

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.init(low: SIMD2(x, y), high: SIMD2(x + width, y + height))
  }

  package var width: Double { high.x - low.x }
  package var height: Double { high.y - low.y }

  /// From the upper left corner, clockwise.
  package var corners: [SIMD2<Double>] { [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)] }

  package func expanded(by margin: Double) -> PageRect {
    PageRect(low: low - margin, high: high + margin)
  }

  package func contains(_ point: SIMD2<Double>) -> Bool { all(point .>= low) && all(point .<= high) }

  package func intersects(_ other: PageRect) -> Bool { all(low .<= other.high) && all(high .>= other.low) }
}
