package import OverlookCamera
package import OverlookGeometry

/// The uniform block `View` of `view.glsl`, std140: field order and sizes are the shader's, with the stride of 96 bytes.
package struct ViewUniforms: BitwiseCopyable {
  package var clipFromCenteredPoints: FloatMatrix4
  package var viewportPoints: SIMD2<Float>
  package var pointsPerWorld: Float
  package var pixelsPerPoint: Float
  package var eyeDistancePoints: Float

  package init(view: ViewTransform, pixelsPerPoint: Double) {
    clipFromCenteredPoints = view.clipFromCenteredPoints.floats
    viewportPoints = SIMD2(Float(view.size.width), Float(view.size.height))
    pointsPerWorld = Float(view.pointsPerWorld)
    self.pixelsPerPoint = Float(pixelsPerPoint)
    eyeDistancePoints = Float(view.eyeDistancePoints)
  }
}
