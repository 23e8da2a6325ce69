import Glibc
package import OverlookGeometry

/// Rotations as x, y, z, w.
package enum Quaternion {
  /// Of length 1; the rotation by nothing for what has no direction.
  package static func normalized(_ q: SIMD4<Float>) -> SIMD4<Float> {
    let length = (q * q).sum().squareRoot()
    return length > 1e-12 && length.isFinite ? q / length : SIMD4(0, 0, 0, 1)
  }

  /// On the shorter way from `a` to `b`, evenly (Shoemake, Animating Rotation with Quaternion Curves, 1985).
  package static func between(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> {
    var cosine = (a * b).sum()
    let end = cosine < 0 ? -b : b
    cosine = abs(cosine)
    // So near to each other that the straight way is as good, and safe.
    guard cosine < 0.9995 else { return normalized(a + (end - a) * t) }
    let angle = acos(cosine)
    return (a * sin((1 - t) * angle) + end * sin(t * angle)) / sin(angle)
  }
}

extension Matrix4 {
  /// The rotation of a unit quaternion x, y, z, w.
  package static func rotation(_ q: SIMD4<Double>) -> Matrix4 {
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    return Matrix4(
      columns: (
        SIMD4(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0),
        SIMD4(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0),
        SIMD4(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0),
        SIMD4(0, 0, 0, 1)
      ))
  }

  /// A turn about a unit vector, counter-clockwise as it is seen from its tip where the axes are right-handed.
  package static func rotation(about axis: SIMD3<Double>, radians: Double) -> Matrix4 {
    rotation(SIMD4(axis * sin(radians / 2), cos(radians / 2)))
  }

  package init(_ matrix: FloatMatrix4) {
    self.init(
      columns: (
        SIMD4(matrix.column0), SIMD4(matrix.column1), SIMD4(matrix.column2), SIMD4(matrix.column3)
      ))
  }

  /// Six times the volume of what the first three columns span: negative for a matrix that mirrors.
  package var determinant3: Double { (columns.0.xyz * cross(columns.1.xyz, columns.2.xyz)).sum() }

  /// What turns normals as this matrix turns surfaces: the cofactors of its upper left three by three.
  package var normals: Matrix4 {
    let (a, b, c) = (columns.0.xyz, columns.1.xyz, columns.2.xyz)
    let sign = determinant3 < 0 ? -1.0 : 1
    return Matrix4(
      columns: (
        SIMD4(cross(b, c) * sign, 0), SIMD4(cross(c, a) * sign, 0), SIMD4(cross(a, b) * sign, 0), SIMD4(0, 0, 0, 1)
      ))
  }

  /// The inverse of a matrix whose last row is 0, 0, 0, 1; nil when it has none.
  package var affineInverse: Matrix4? {
    let (a, b, c) = (columns.0.xyz, columns.1.xyz, columns.2.xyz)
    let determinant = determinant3
    guard determinant != 0, determinant.isFinite else { return nil }
    let (r0, r1, r2) = (cross(b, c) / determinant, cross(c, a) / determinant, cross(a, b) / determinant)
    let moved = columns.3.xyz
    return Matrix4(
      columns: (
        SIMD4(r0.x, r1.x, r2.x, 0), SIMD4(r0.y, r1.y, r2.y, 0), SIMD4(r0.z, r1.z, r2.z, 0),
        SIMD4(-(r0 * moved).sum(), -(r1 * moved).sum(), -(r2 * moved).sum(), 1)
      ))
  }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
