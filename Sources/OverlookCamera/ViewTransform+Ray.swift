package import OverlookGeometry

extension ViewTransform {
  /// The line of sight through a point of the view, counted on the ground; as long as the way to the plane through the target that
  /// faces the eye.
  package func ray(through point: ScreenPoint) -> (origin: SIMD3<Double>, direction: SIMD3<Double>) {
    (eye, right * (point.x - focus.x) + up * (focus.y - point.y) - eye)
  }
}
