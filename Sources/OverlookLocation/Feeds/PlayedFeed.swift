import OverlookSupport

/// Plays fixes with the pauses between their times.
struct PlayedFeed: LocationFeed {
  private let fixes: [LocationFix]
  private let speed: Double
  /// A longer pause, in seconds as played, is cut to this: a track over days is no reason to wait for days.
  static let longestPause = 600.0

  init(_ fixes: [LocationFix], speed: Double) {
    self.fixes = fixes
    self.speed = speed.isFinite && speed > 0 ? speed : 1
  }

  func run(_ sink: LocationSink) {
    var due = MonotonicClock.now()
    var previous: Double?
    for fix in fixes {
      let step = (fix.time - (previous ?? fix.time)) / speed
      // Steps back in time, and times that are no numbers, cost nothing.
      if step.isFinite, step > 0 { due += min(step, Self.longestPause) }
      previous = fix.time.isFinite ? fix.time : previous
      let pause = due - MonotonicClock.now()
      guard pause > 0 ? sink.wait(seconds: pause) : !sink.isStopped else { return }
      sink.post(fix)
    }
    sink.post(.ended)
  }
}
