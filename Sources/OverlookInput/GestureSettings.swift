/// Which families of gestures a person may use. Programmatic moves are not affected.
package struct GestureSettings: Hashable, Sendable {
  package var scroll = true
  package var zoom = true
  package var tilt = true
  package var rotate = true
  /// Off: zoom and rotation are about the view's centre, wherever the pointer is.
  package var allowScrollGesturesDuringRotateOrZoom = true
  package var consumesGesturesInView = true

  package init() {}
}
