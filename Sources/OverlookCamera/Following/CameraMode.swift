/// What leads a map's camera.
public enum CameraMode: Int, CaseIterable, Hashable, Sendable {
  /// People and the program.
  case free
  /// The traveller: the camera follows the own location.
  case following
  /// The route: the camera shows what is left of it.
  case overview
}
