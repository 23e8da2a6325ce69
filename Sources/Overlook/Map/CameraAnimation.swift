public import OverlookCamera

/// A movement of a map's camera that was asked for: on its way, or over. Main thread only.
@MainActor public final class CameraAnimation {
  private weak var map: MapView?
  private var end: MotionOutcome?
  private var waiting: [CheckedContinuation<MotionOutcome, Never>] = []

  init(map: MapView) {
    self.map = map
  }

  /// Whether it is not over: it waits for its first frame, or moves the camera.
  public var isRunning: Bool { end == nil }

  /// Waits for the end: `.finished`, or `.interrupted` by a gesture, another move, or the cancellation of a task that waits here.
  public var outcome: MotionOutcome {
    get async {
      await withTaskCancellationHandler {
        if Task.isCancelled { cancel() }
        if let end { return end }
        return await withCheckedContinuation { waiting.append($0) }
      } onCancel: {
        Task { @MainActor [weak self] in self?.cancel() }
      }
    }
  }

  /// Stops the camera where it is; nothing happens when the animation is over.
  public func cancel() {
    guard isRunning else { return }
    guard let map else { return end(.interrupted) }
    map.stopAnimation()
  }

  func end(_ outcome: MotionOutcome) {
    guard end == nil else { return }
    end = outcome
    let tasks = waiting
    waiting = []
    for task in tasks { task.resume(returning: outcome) }
  }
}
