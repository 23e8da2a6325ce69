/// What was said of the next maneuvers, so that nothing is said twice.
struct AnnouncementState: Sendable {
  /// The step whose maneuver is told now.
  var next: Int?
  /// Seconds that its sentence lasts.
  var seconds = 0.0
  /// The step that was told with "then" behind the one before it.
  var linked: Int?
  /// Until when the voice speaks, by the clock of the session.
  var busyUntil = -Double.infinity
  /// Until when nothing of the next maneuvers is said, so that an arrival is heard.
  var holdUntil = -Double.infinity
  /// Of the last steps, what is no more to be said.
  private var done: [(step: Int, kinds: Set<NavigationInstruction.Kind>)] = []

  /// Steps behind the present one whose announcements are remembered.
  private static let memory = 8

  func isDone(_ kind: NavigationInstruction.Kind, of step: Int) -> Bool {
    done.contains { $0.step == step && $0.kinds.contains(kind) }
  }

  mutating func finish(_ kind: NavigationInstruction.Kind, of step: Int) {
    if let index = done.firstIndex(where: { $0.step == step }) {
      done[index].kinds.insert(kind)
    } else {
      if done.count >= Self.memory { done.removeFirst() }
      done.append((step, [kind]))
    }
  }

  /// For another route; what is being spoken goes on.
  mutating func forget() {
    let busy = busyUntil
    self = AnnouncementState()
    busyUntil = busy
  }
}
