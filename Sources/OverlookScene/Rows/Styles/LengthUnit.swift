/// What lengths of a layer are counted in.
public enum LengthUnit: Hashable, Sendable {
  /// Points of the screen, whatever the zoom and tilt.
  case points
  /// Metres on the ground.
  case meters
}
