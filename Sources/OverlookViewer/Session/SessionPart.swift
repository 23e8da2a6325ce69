import Foundation
import Overlook
import OverlookSupport

/// Brings back what the last session left, and keeps what is now: a while after something changed, and at the end.
@MainActor final class SessionPart: ViewerPart, MapViewDelegate {
  private weak var window: ViewerWindow?
  /// When what changed is written, in monotonic seconds.
  private var dueTime: Double?
  private var isChanged = false

  /// From a change to the file: much is changed in a row.
  private static let pauseSeconds = 5.0

  func didAttach(to window: ViewerWindow) {
    self.window = window
    window.component.steps.append { [weak self] frame in self?.step(frame.now) }
    window.component.deadlines.append { [weak self] _ in self?.dueTime }
  }

  func mapView(_ mapView: MapView, idleAt position: CameraPosition) { isChanged = true }

  /// Something else changed that the session keeps.
  func noteChange() { isChanged = true }

  private func step(_ now: Double) {
    if isChanged, dueTime == nil { dueTime = now + Self.pauseSeconds }
    guard let dueTime, dueTime <= now else { return }
    self.dueTime = nil
    keep()
  }

  /// Writes the session.
  func keep() {
    isChanged = false
    guard let window, let session = window.session else { return }
    session.keep(
      camera: window.map.camera, frame: window.frame(), page: window.sheet.page?.name,
      parts: window.parts.map { ($0.sessionName, $0.session) })
    for fault in session.takeFaults() { window.say(fault, isFault: true) }
  }
}
