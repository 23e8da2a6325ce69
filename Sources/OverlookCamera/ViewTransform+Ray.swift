package import OverlookGeometry

extension ViewTransform {
  /// Where the eye is, in centred points: x east, y south, z up.
  package var eye: SIMD3<Double> { towardsEye * eyeDistancePoints }

  private var towardsEye: SIMD3<Double> { SIMD3(-sinBearing * sinPitch, cosBearing * sinPitch, cosPitch) }

  /// The line of sight through a point of the view, in centred points; as long as the way to the plane through the target that
  /// faces the eye.
  package func ray(through point: ScreenPoint) -> (origin: SIMD3<Double>, direction: SIMD3<Double>) {
    let right = SIMD3(cosBearing, sinBearing, 0) * (point.x - focus.x)
    let up = SIMD3(sinBearing * cosPitch, -cosBearing * cosPitch, sinPitch) * (focus.y - point.y)
    return (eye, right + up - eye)
  }
}
