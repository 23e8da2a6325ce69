import OverlookSupport

// Models that move.
extension MapView {
  /// Lets time pass for the models that play. Pictures that are to be still show them at their times.
  func advanceModels(now: Double) {
    defer { lastModelTime = now }
    guard !isStill, overlayStore.modelCount > 0, lastModelTime.isFinite else { return }
    let seconds = max(now - lastModelTime, 0)
    if overlayStore.advanceModels(by: seconds, visible: cameraController.view.visibleRect) { reasons.insert(.overlays) }
  }

  /// Whether a model moves in view.
  var areModelsMoving: Bool {
    !isStill && overlayStore.modelCount > 0 && overlayStore.isModelPlaying(in: cameraController.view.visibleRect)
  }
}
