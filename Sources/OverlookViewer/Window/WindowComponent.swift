import Overlook

/// The window's part in the frames of its map: wakes it when something in it is due.
@MainActor final class WindowComponent: MapComponent {
  /// When something is due, in monotonic seconds.
  var deadlines: [@MainActor (_ now: Double) -> Double?] = []
  /// Called once a turn of the frame loop.
  var steps: [@MainActor (MapFrame) -> Void] = []

  private weak var map: MapView?
  /// Letters of pages and lists and their sizes, whose pictures are made once the map rests, a few at a time.
  private var ahead: [(letters: String, size: Double)] = [
    TypeScale.body, TypeScale.secondary, TypeScale.title, TypeScale.note,
  ].flatMap { size in
    ["abcdefghijklm", "nopqrstuvwxyz", "ABCDEFGHIJKLM", "NOPQRSTUVWXYZ", "0123456789.,:;", "()-+/%°\u{2013}\u{2026}'!?&"].map {
      ($0, size)
    }
  }

  var onCameraChange: @MainActor () -> Void = {}

  func didAttach(to map: MapView) { self.map = map }

  func cameraDidChange(in map: MapView) { onCameraChange() }

  func update(_ frame: MapFrame) -> RedrawReasons {
    for step in steps { step(frame) }
    if mayPrepare, let next = ahead.first, map?.prepareLetters(next.letters, size: next.size) == true { ahead.removeFirst() }
    return []
  }

  /// Whether there is something to prepare, and time for it.
  private var mayPrepare: Bool { !ahead.isEmpty && map?.renderer != nil && map?.isAtRest == true }

  func nextDeadline(now: Double) -> Double? {
    mayPrepare ? now : deadlines.lazy.compactMap { $0(now) }.min()
  }
}
