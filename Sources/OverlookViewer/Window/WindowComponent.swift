import Overlook

/// The window's part in the frames of its map: wakes it when something in it is due.
@MainActor final class WindowComponent: MapComponent {
  /// When something is due, in monotonic seconds.
  var deadlines: [@MainActor (_ now: Double) -> Double?] = []
  /// Called once a turn of the frame loop.
  var steps: [@MainActor (MapFrame) -> Void] = []

  var onCameraChange: @MainActor () -> Void = {}

  func cameraDidChange(in map: MapView) { onCameraChange() }

  func update(_ frame: MapFrame) -> RedrawReasons {
    for step in steps { step(frame) }
    return []
  }

  func nextDeadline(now: Double) -> Double? {
    deadlines.lazy.compactMap { $0(now) }.min()
  }
}
