/// What leads the camera while nothing else moves it, such as somebody who is followed.
@MainActor package protocol CameraGuide: AnyObject {
  /// Where the camera is to be at `now`, in seconds of the frame loop; nil where it may rest as it is.
  func camera(at now: Double, in view: ViewTransform, limits: CameraLimits) -> CameraPosition?

  /// A gesture or the program has taken the camera. Whether it is led further is for the guide to say.
  func cameraWasTaken(byGesture: Bool)
}
