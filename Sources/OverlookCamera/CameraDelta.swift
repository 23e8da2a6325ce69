package import OverlookGeometry

/// A small change of the camera made by a gesture. The ground under the named point stays under it; nil stands for the focus.
///
/// Values that are not finite are ignored, values that are too large are clamped by the limits of the map.
package enum CameraDelta: Hashable, Sendable {
  /// The ground under `from` moves to `to`.
  case pan(from: ScreenPoint, to: ScreenPoint)
  /// Levels, positive is closer.
  case zoom(by: Double, about: ScreenPoint?)
  /// Degrees added to the bearing: positive turns the camera clockwise, and the picture counter-clockwise.
  case rotate(byDegrees: Double, about: ScreenPoint?)
  /// Degrees added to the viewing angle, about the target.
  case tilt(byDegrees: Double)
}

/// What a camera goes through, in order, for the map's delegate.
package enum CameraEvent: Hashable, Sendable {
  /// A movement starts, or its cause changes between a gesture and the program; the camera is still where it was.
  case willMove(byGesture: Bool)
  case didChange(CameraPosition)
  /// Nothing moves the camera any more.
  case idle(CameraPosition)
}
