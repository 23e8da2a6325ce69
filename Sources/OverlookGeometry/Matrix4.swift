/// A 4 x 4 matrix of Double, column-major; matrices are named target-from-source and multiply column vectors.
package struct Matrix4: Equatable, Sendable {
  package var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  package init(columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
    self.columns = columns
  }

  package static let identity = Matrix4(
    columns: (SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1)))

  package static func translation(_ x: Double, _ y: Double, _ z: Double) -> Matrix4 {
    Matrix4(columns: (SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(x, y, z, 1)))
  }

  package static func scale(_ x: Double, _ y: Double, _ z: Double) -> Matrix4 {
    Matrix4(columns: (SIMD4(x, 0, 0, 0), SIMD4(0, y, 0, 0), SIMD4(0, 0, z, 0), SIMD4(0, 0, 0, 1)))
  }

  package static func * (m: Matrix4, v: SIMD4<Double>) -> SIMD4<Double> {
    m.columns.0 * v.x + m.columns.1 * v.y + m.columns.2 * v.z + m.columns.3 * v.w
  }

  package static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
    Matrix4(columns: (a * b.columns.0, a * b.columns.1, a * b.columns.2, a * b.columns.3))
  }

  package static func == (a: Matrix4, b: Matrix4) -> Bool {
    a.columns == b.columns
  }

  /// The 16 elements, column after column, as a shader takes them.
  package var floats: FloatMatrix4 {
    FloatMatrix4(
      SIMD4<Float>(columns.0), SIMD4<Float>(columns.1), SIMD4<Float>(columns.2), SIMD4<Float>(columns.3))
  }
}

/// A 4 x 4 matrix of Float, column-major, laid out as `mat4` in GLSL (64 bytes).
package struct FloatMatrix4: Hashable, Sendable, BitwiseCopyable {
  package var column0: SIMD4<Float>
  package var column1: SIMD4<Float>
  package var column2: SIMD4<Float>
  package var column3: SIMD4<Float>

  package init(_ column0: SIMD4<Float>, _ column1: SIMD4<Float>, _ column2: SIMD4<Float>, _ column3: SIMD4<Float>) {
    self.column0 = column0
    self.column1 = column1
    self.column2 = column2
    self.column3 = column3
  }
}

extension SIMD4 where Scalar: BinaryFloatingPoint {
  /// Clip coordinates as pixels from the upper left corner of a picture of that size, both times depth, and the depth. Linear, so
  /// that it holds for the columns of a matrix, too.
  package func pixelsTimesDepth(width: Scalar, height: Scalar) -> SIMD3<Scalar> {
    SIMD3((x + w) / 2 * width, (w - y) / 2 * height, w)
  }
}
