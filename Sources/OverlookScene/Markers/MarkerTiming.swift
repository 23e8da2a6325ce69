public import OverlookCamera

/// How long something of a marker takes, and who is told of its end.
struct MarkerTiming {
  /// Animations that were begun together.
  @MainActor final class Group {
    private var openCount = 0
    /// Whether no more will be begun.
    private var isClosed: Bool
    private var outcome = MotionOutcome.finished
    private var completion: ((MotionOutcome) -> Void)?

    init(isClosed: Bool, _ completion: @escaping (MotionOutcome) -> Void) {
      self.isClosed = isClosed
      self.completion = completion
    }

    func begin() { openCount += 1 }

    func end(_ outcome: MotionOutcome) {
      openCount -= 1
      if outcome == .interrupted { self.outcome = .interrupted }
      tell()
    }

    func close() {
      isClosed = true
      tell()
    }

    private func tell() {
      guard isClosed, openCount == 0, let completion else { return }
      self.completion = nil
      completion(outcome)
    }
  }

  /// More than 0, finite.
  let seconds: Double
  let easing: Easing
  let group: Group?

  /// Nil when no time would pass. `isSingle`: whether it is for one animation, not for all that are begun until the group is
  /// closed.
  @MainActor init?(seconds: Double, easing: Easing, completion: ((MotionOutcome) -> Void)? = nil, isSingle: Bool = true) {
    guard seconds > 0, seconds.isFinite else { return nil }
    self.seconds = seconds
    self.easing = easing
    group = completion.map { Group(isClosed: isSingle, $0) }
  }

  /// What `Marker.animate` is in the middle of.
  @MainActor static var current: MarkerTiming?
}

extension Marker {
  /// Animates what `changes` sets of the position, rotation and opacity of markers on maps, from what is shown to what is set.
  /// Outside of it the same is set at once. `completion` comes when all has arrived, or with
  /// `.interrupted` when something was set or removed before. With `seconds` not more than 0, everything is set at once. Calls
  /// may lie within each other.
  public static func animate(
    seconds: Double = 0.25, easing: Easing = .easeInOut, completion: ((MotionOutcome) -> Void)? = nil, _ changes: () -> Void
  ) {
    let outer = MarkerTiming.current
    let timing = MarkerTiming(seconds: seconds, easing: easing, completion: completion, isSingle: false)
    MarkerTiming.current = timing
    changes()
    MarkerTiming.current = outer
    if timing == nil { completion?(.finished) }
    timing?.group?.close()
  }
}
