import Glibc
package import OverlookCamera
package import OverlookGeometry

/// The uniform block `View` of `view.glsl`, std140: field order and sizes are the shader's, 128 bytes.
package struct ViewUniforms: BitwiseCopyable, Equatable {
  package var clipFromCenteredPoints: FloatMatrix4
  package var centerHigh: SIMD2<Float>
  package var centerLow: SIMD2<Float>
  package var viewportPoints: SIMD2<Float>
  package var pointsPerWorld: Float
  package var pixelsPerPoint: Float
  package var screenEast: SIMD2<Float>
  package var timeSeconds: Float
  package var eyeDistancePoints: Float

  /// The block for `view`; `timeSeconds` wraps each hour so that a Float keeps its fractions.
  package init(view: ViewTransform, pixelsPerPoint: Double, timeSeconds: Double) {
    clipFromCenteredPoints = view.clipFromCenteredPoints.floats
    let high = SIMD2(Float(view.center.x), Float(view.center.y))
    centerHigh = high
    centerLow = SIMD2(Float(view.center.x - Double(high.x)), Float(view.center.y - Double(high.y)))
    viewportPoints = SIMD2(Float(view.size.width), Float(view.size.height))
    pointsPerWorld = Float(view.pointsPerWorld)
    self.pixelsPerPoint = Float(pixelsPerPoint)
    let bearing = view.camera.bearing * Angle.radiansPerDegree
    screenEast = SIMD2(Float(cos(bearing)), Float(-sin(bearing)))
    self.timeSeconds = Float(timeSeconds.truncatingRemainder(dividingBy: 3600))
    eyeDistancePoints = Float(view.eyeDistancePoints)
  }
}
