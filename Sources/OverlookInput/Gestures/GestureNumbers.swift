import Glibc

/// The numbers of the gestures, in one place.
package enum GestureNumbers {
  /// A press that moves no farther than this is a click. Points.
  package static let clickTolerance = 3.0
  /// The second click of a double click may lie this far from the first. Points.
  package static let doubleClickTolerance = 2 * clickTolerance
  /// From a click's release to the press of the second.
  package static let doubleClickSeconds = 0.3
  /// A button held in place for so long is no click any more: of the left one it is a long press, and the right one opens no menu.
  package static let longPressSeconds = 0.5

  /// Only what the pointer did in this time before the release makes inertia.
  package static let inertiaWindowSeconds = 0.16
  /// Slower drags stop where they are. Points a second.
  package static let minimumInertiaSpeed = 20.0

  /// Turn for a point of a drag to the right.
  package static let bearingDegreesPerPoint = 0.8
  /// Tilt for a point of a drag downwards.
  package static let viewingAngleDegreesPerPoint = -0.5
  package static let northSnapDegrees = 7.0

  /// Time of zoom steps by double click and keys.
  package static let zoomStepSeconds = 0.3
  /// Wheel and touchpad speak of detents, the rates of pointer units: a detent of a wheel is 400 of them, which makes half a zoom
  /// level, and a touchpad's 70.
  package static let wheelRate = 400.0 / 450
  package static let touchpadRate = 70.0 / 100
  /// With Shift or Ctrl.
  package static let fineFactor = 0.25
  /// Events farther apart than this say nothing about the same device.
  package static let scrollGuessSeconds = 0.4
  /// The touchpad is at rest when nothing came for this long.
  package static let scrollEndSeconds = 0.2

  /// A pinch grows or shrinks the distance of the fingers by no more than this from one event to the next.
  package static let pinchScales = 0.25...4.0

  /// A tap on an arrow key counts as held for this long, and so moves 100 points, 15 degrees or 10 degrees.
  package static let minimumKeySeconds = 0.2
  package static let keyScrollPointsPerSecond = 100 / minimumKeySeconds
  package static let keyBearingDegreesPerSecond = 15 / minimumKeySeconds
  package static let keyViewingAngleDegreesPerSecond = 10 / minimumKeySeconds
  /// Time constant with which held keys come to speed and to rest.
  package static let keyEasingSeconds = 0.08

  /// Levels of zoom for `detents`, positive away from the person: log2(2 / (1 + e^-x)), so one level at most.
  package static func zoomLevels(detents: Double, rate: Double) -> Double {
    guard detents.isFinite else { return 0 }
    let levels = 1 - log2(1 + exp(-abs(detents) * rate))
    return detents < 0 ? -levels : levels
  }
}
