package import OverlookGeometry

/// A box along the axes of a model.
package struct ModelBox: Hashable, Sendable {
  package var minimum: SIMD3<Float>
  package var maximum: SIMD3<Float>

  package init(minimum: SIMD3<Float>, maximum: SIMD3<Float>) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Nil for no points.
  package init?(around points: some Sequence<SIMD3<Float>>) {
    var box: ModelBox?
    for point in points {
      box = box.map { $0.union(ModelBox(minimum: point, maximum: point)) } ?? ModelBox(minimum: point, maximum: point)
    }
    guard let box else { return nil }
    self = box
  }

  package func union(_ other: ModelBox) -> ModelBox {
    ModelBox(
      minimum: pointwiseMin(minimum, other.minimum), maximum: pointwiseMax(maximum, other.maximum))
  }

  package var center: SIMD3<Float> { (minimum + maximum) / 2 }

  /// Half the diagonal.
  package var radius: Float {
    let half = (maximum - minimum) / 2
    return (half * half).sum().squareRoot()
  }

  /// Around the corners of this box as `matrix` moves them.
  package func moved(by matrix: Matrix4) -> ModelBox {
    // Each axis of the box spans a range of its own (Arvo, Transforming Axis-Aligned Bounding Boxes, 1990).
    var (low, high) = (matrix.columns.3.xyz, matrix.columns.3.xyz)
    func add(_ column: SIMD4<Double>, _ first: Float, _ last: Float) {
      let (a, b) = (column.xyz * Double(first), column.xyz * Double(last))
      low += pointwiseMin(a, b)
      high += pointwiseMax(a, b)
    }
    add(matrix.columns.0, minimum.x, maximum.x)
    add(matrix.columns.1, minimum.y, maximum.y)
    add(matrix.columns.2, minimum.z, maximum.z)
    return ModelBox(minimum: SIMD3<Float>(low), maximum: SIMD3<Float>(high))
  }

  /// Where a ray enters the box, in lengths of `direction` from `origin`; nil when it does not.
  package func entry(ofRayFrom origin: SIMD3<Double>, along direction: SIMD3<Double>) -> Double? {
    var (enter, leave) = (0.0, Double.infinity)
    for axis in 0..<3 {
      let (low, high) = (Double(minimum[axis]) - origin[axis], Double(maximum[axis]) - origin[axis])
      guard direction[axis] != 0 else {
        if low > 0 || high < 0 { return nil }
        continue
      }
      let (a, b) = (low / direction[axis], high / direction[axis])
      enter = max(enter, min(a, b))
      leave = min(leave, max(a, b))
    }
    return enter <= leave ? enter : nil
  }
}

extension SIMD4<Double> {
  package var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
