package import OverlookGeometry

/// Where a node lies in its parent.
package struct ModelTransform: Hashable, Sendable {
  package var translation: SIMD3<Float>
  /// A unit quaternion: x, y, z, w.
  package var rotation: SIMD4<Float>
  package var scale: SIMD3<Float>
  /// Takes the place of the others for nodes whose matrix cannot be written as these; such nodes do not move.
  package var matrix: FloatMatrix4?

  package init(
    translation: SIMD3<Float> = .zero, rotation: SIMD4<Float> = SIMD4(0, 0, 0, 1), scale: SIMD3<Float> = SIMD3(1, 1, 1),
    matrix: FloatMatrix4? = nil
  ) {
    self.translation = translation
    self.rotation = rotation
    self.scale = scale
    self.matrix = matrix
  }

  package static let identity = ModelTransform()

  package var parentFromNode: Matrix4 {
    if let matrix { return Matrix4(matrix) }
    var result = Matrix4.rotation(SIMD4<Double>(rotation))
    result.columns.0 *= Double(scale.x)
    result.columns.1 *= Double(scale.y)
    result.columns.2 *= Double(scale.z)
    result.columns.3 = SIMD4(SIMD3<Double>(translation), 1)
    return result
  }
}
