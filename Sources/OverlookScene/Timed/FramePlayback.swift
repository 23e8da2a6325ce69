/// What comes after the last frame of a loop.
public enum PlaybackMode: String, Hashable, Sendable, CaseIterable {
  /// The first frame again.
  case loop
  /// The frames backwards, and then forwards again.
  case bounce
  /// Nothing: it stays and playing ends.
  case once
}

/// Which of a row of frames is shown at what time. A value; the clock, in monotonic seconds, is the caller's.
///
/// Every frame gets its turn: when the caller comes late, the frames after are late too, and none is left out.
package struct FramePlayback: Hashable, Sendable {
  /// Number of frames, 0 or more.
  package var count = 0 {
    didSet {
      count = max(count, 0)
      index = min(index, max(count - 1, 0))
    }
  }
  /// How long a frame is shown at speed 1; at least a thousandth of a second.
  package var intervalSeconds = 1.0 {
    didSet { intervalSeconds = Self.bounded(intervalSeconds, 0.001...86_400, else: oldValue) }
  }
  /// 0.01 ... 1000.
  package var speed = 1.0 {
    didSet { speed = Self.bounded(speed, 0.01...1000, else: oldValue) }
  }
  /// How long of its turn a frame takes to become the next one, 0 ... the turn.
  package var fadeSeconds = 0.0 {
    didSet { fadeSeconds = Self.bounded(fadeSeconds, 0...86_400, else: oldValue) }
  }
  package var mode = PlaybackMode.loop
  /// 0 ..< `count`; 0 without frames.
  package private(set) var index = 0
  package private(set) var isPlaying = false

  private var isBackwards = false
  /// When the present frame's turn began; nil before the first `step` of a play.
  private var turnStart: Double?

  package init() {}

  private static func bounded(_ value: Double, _ range: ClosedRange<Double>, else old: Double) -> Double {
    value.isNaN ? old : min(max(value, range.lowerBound), range.upperBound)
  }

  /// How long a frame is shown, in seconds.
  package var turnSeconds: Double { intervalSeconds / speed }

  package mutating func play() {
    guard !isPlaying else { return }
    isPlaying = true
    turnStart = nil
    if mode == .once, index == count - 1 { index = 0 }
  }

  package mutating func pause() {
    isPlaying = false
    turnStart = nil
  }

  /// Shows the frame `index`, the nearest one that there is; its turn begins anew.
  package mutating func show(_ index: Int) {
    self.index = min(max(index, 0), max(count - 1, 0))
    turnStart = nil
  }

  /// Shows the frame `steps` later, or earlier where that is negative; the ends meet.
  package mutating func move(by steps: Int) {
    guard count > 0 else { return }
    let (sum, overflow) = index.addingReportingOverflow(steps % count)
    show(overflow ? index : ((sum % count) + count) % count)
  }

  /// The frame after the present one; nil when it stays.
  package var nextIndex: Int? {
    guard count > 1 else { return nil }
    let isLast = index + 1 == count
    switch mode {
    case .loop: return isLast ? 0 : index + 1
    case .once: return isLast ? nil : index + 1
    case .bounce: return goesBack ? index - 1 : index + 1
    }
  }

  private var goesBack: Bool { index + 1 == count || isBackwards && index > 0 }

  /// Goes on to `now`; true when another frame is shown.
  package mutating func step(now: Double) -> Bool {
    guard isPlaying else { return false }
    // A clock that was turned back starts the turn anew.
    guard let start = turnStart, now >= start else {
      turnStart = now
      return false
    }
    let end = start + turnSeconds
    guard now >= end else { return false }
    guard let next = nextIndex else {
      if mode == .once { pause() }
      return false
    }
    if mode == .bounce { isBackwards = goesBack }
    index = next
    turnStart = now - end < turnSeconds ? end : now
    return true
  }

  /// How far the present frame has become the next one, 0 ... 1.
  package func share(now: Double) -> Double {
    guard isPlaying, let start = turnStart, nextIndex != nil else { return 0 }
    let fade = min(fadeSeconds, turnSeconds)
    guard fade > 0 else { return 0 }
    return min(max((now - start - (turnSeconds - fade)) / fade, 0), 1)
  }

  /// When `step` or `share` will say something new; nil for never.
  package func deadline(now: Double) -> Double? {
    guard isPlaying, nextIndex != nil || mode == .once && count > 0 else { return nil }
    guard let start = turnStart else { return now }
    let end = start + turnSeconds
    guard nextIndex != nil, fadeSeconds > 0 else { return end }
    return max(end - min(fadeSeconds, turnSeconds), min(now, end))
  }
}
