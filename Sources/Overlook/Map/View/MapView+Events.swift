import OverlookCamera
import OverlookRender
import OverlookSupport

// What the delegate is told, and when.
extension MapView {
  /// What of the loading the delegate was told.
  struct DelegateState {
    var isLoadingTold = false
    var isSnapshotTold = false
    var faults: [LoadingFault] = []
  }

  /// Hands the camera's events to the delegate, in order.
  func deliverCameraEvents() {
    cameraController.deliverEvents()
  }

  /// One event of the camera; `willMove` comes while the camera is still where it was.
  func cameraEvent(_ event: CameraEvent) {
    requestFrame(.camera)
    delegateState.isSnapshotTold = false
    switch event {
    case .willMove(let byGesture):
      if gestures.history.isEmpty { gestures.history.note(camera) }
      delegate?.mapView(self, willMove: byGesture)
    case .didChange(let position):
      takePadding()
      forEachComponent { $0.cameraDidChange(in: self) }
      viewChanged()
      delegate?.mapView(self, didChange: position)
    case .idle(let position):
      gestures.history.note(position)
      forEachComponent { $0.cameraDidChange(in: self) }
      delegate?.mapView(self, idleAt: position)
    }
  }

  /// Tells the delegate of the start and end of loading, and once when the picture is whole and at rest.
  func deliverRenderingEvents() {
    tellChanges()
    let isOver = componentList.progress.isOver
    if !isOver, !delegateState.isLoadingTold {
      delegateState.isLoadingTold = true
      delegateState.isSnapshotTold = false
      delegate?.mapViewDidStartTileRendering(self)
    }
    tellLoadingFaults()
    guard isOver else { return }
    if delegateState.isLoadingTold {
      delegateState.isLoadingTold = false
      delegate?.mapViewDidFinishTileRendering(self)
    }
    if !delegateState.isSnapshotTold, isResting {
      delegateState.isSnapshotTold = true
      delegate?.mapViewSnapshotReady(self)
    }
  }

  /// Whether the picture has all that it will have: nothing that failed is asked for again by itself any time soon.
  package var isWhole: Bool { componentList.progress.isComplete }

  private func tellLoadingFaults() {
    let faults = componentList.loadingFaults
    guard faults != delegateState.faults else { return }
    delegateState.faults = faults
    delegate?.mapView(self, didChange: faults)
  }

  /// Whether something that the picture lacks may come before `end`, in the seconds of frames. What failed does not when its next
  /// try comes later, or its server could not be reached twice.
  package func mayArrive(before end: Double) -> Bool { componentList.mayArrive(before: end) }

  /// Whether the picture is as whole as it will be for a while and nothing is about to change it: tiles are there, or failed and
  /// are not worth waiting for (`loadingFaults` says why), the camera and fades rest. What failed is asked for again nevertheless.
  public var isAtRest: Bool {
    let isResting = isResting
    state.rest.note(isResting)
    return watched(\.isAtRest, isResting)
  }

  var isResting: Bool {
    reasons.isEmpty && !isCameraMoving && !controlLayer.needsFrame && graphics?.renderer.reasonsForNextFrame.isEmpty != false
      && graphics?.renderer.isSearchingFonts != true && componentList.progress.isOver && componentList.isAtRest
  }
}
