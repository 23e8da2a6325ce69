/// When a view that draws nothing is to give memory back: a minute after its last frame, or half a minute after it was last seen;
/// once until the next frame.
struct IdleWatch {
  static let idleSeconds = 60.0
  static let hiddenSeconds = 30.0

  private var lastFrame: Double?
  private var hiddenSince: Double?
  private var hasGivenBack = false

  /// A frame was drawn.
  mutating func noteFrame(now: Double) {
    (lastFrame, hiddenSince, hasGivenBack) = (now, nil, false)
  }

  /// Whether the view is seen at `now`.
  mutating func note(isSeen: Bool, now: Double) {
    if isSeen {
      // What was given back while it was seen is a part of what is given back when it is not.
      if hiddenSince != nil { hasGivenBack = false }
      hiddenSince = nil
    } else if hiddenSince == nil {
      (hiddenSince, hasGivenBack) = (now, false)
    }
  }

  /// When memory is given back next; nil for not before a frame is drawn.
  var deadline: Double? {
    guard !hasGivenBack, let lastFrame else { return nil }
    return hiddenSince.map { $0 + Self.hiddenSeconds } ?? lastFrame + Self.idleSeconds
  }

  /// Whether it is time; it is asked once.
  mutating func takeDue(now: Double) -> Bool {
    guard let deadline, deadline <= now else { return false }
    hasGivenBack = true
    return true
  }
}
