/// How long to wait after a failure: 1, 2, 4 ... 60 seconds, give or take a fifth so that many tiles do not come back at once.
package enum RetrySchedule {
  /// After so many retries in a row a thing counts as given up. It is asked for again nevertheless, once in `longestSeconds`.
  package static let automaticRetries = 5
  package static let longestSeconds = 60.0
  /// A view that moves is reason to ask earlier, but not for the same thing more often than this.
  static let movedViewSeconds = 5.0
  /// A next try that is farther away is not waited for before loading counts as over.
  package static let patienceSeconds = 6.0

  /// - Parameters:
  ///   - failures: In a row, at least 1.
  ///   - jitter: A random number, 0 ..< 1.
  package static func delaySeconds(failures: Int, jitter: Double) -> Double {
    let exponent = min(max(failures, 1) - 1, 10)
    return min(Double(1 << exponent) * (0.8 + 0.4 * jitter), longestSeconds)
  }
}

/// What is known of the tries to load one thing, and when it is asked for again: the rule for tiles, documents of sources and
/// pictures of styles alike. Starts without failures. Times are monotonic seconds; views are told apart by running numbers.
package struct RetryState: Hashable, Sendable {
  /// Failures in a row.
  package private(set) var failureCount = 0
  /// The last failure; nil when the last try went well, or nobody was to be told of it.
  package private(set) var fault: LoadFault?
  /// Of the failures, the last ones of which each makes another likely.
  private var likelyCount = 0
  /// When it is due for the view in which it failed, and when for another one.
  private var due = -Double.infinity
  private var dueInOtherView = -Double.infinity
  private var view = 0
  private var pauseSeconds = 0.0

  package init() {}

  /// Notes a failure. `jitter`: a random number, 0 ..< 1.
  package mutating func fail(_ fault: LoadFault, now: Double, view: Int, jitter: Double) {
    self.fault = fault
    self.view = view
    failureCount += 1
    likelyCount = fault.isLikelyToStay ? likelyCount + 1 : 0
    let asked = fault.afterSeconds ?? 0
    guard fault.isPassing else {
      (pauseSeconds, due, dueInOtherView) = (.infinity, .infinity, now + RetrySchedule.longestSeconds)
      return
    }
    pauseSeconds = max(RetrySchedule.delaySeconds(failures: failureCount, jitter: jitter), asked)
    due = now + pauseSeconds
    dueInOtherView = now + max(min(pauseSeconds, RetrySchedule.movedViewSeconds), asked)
  }

  /// Notes a failure that nobody saw, of something that was asked for before it was needed: it is due when it is needed.
  package mutating func failUnseen(now: Double, afterSeconds: Double?) {
    failureCount += 1
    (due, dueInOtherView) = (now + (afterSeconds ?? 0), now + (afterSeconds ?? 0))
  }

  /// Whether it may be asked for, in the view of that number.
  package func isDue(now: Double, view: Int) -> Bool { now >= nextTry(view: view) }

  /// When it may be asked for; infinite when never in this view.
  package func nextTry(view: Int) -> Double { view == self.view ? due : dueInOtherView }

  /// Whether the last answer was that it cannot be had.
  package var isRefused: Bool { fault?.isPassing == false }

  /// Whether it failed so often, or so clearly, that it counts as missing. It stays so during further tries.
  package var isGivenUp: Bool { isRefused || failureCount > RetrySchedule.automaticRetries }

  /// How far it is. `isLoading`: whether a try is under way; what was never tried counts as such.
  package func progress(isLoading: Bool) -> LoadProgress {
    let isOnItsWay = isLoading || failureCount == 0
    // The last two failures make a third likely.
    let isLikelyToFail = likelyCount >= 2
    let isFarAway = failureCount > 0 && pauseSeconds > RetrySchedule.patienceSeconds
    let state: LoadProgress.State = isGivenUp ? .givenUp : isLikelyToFail || isFarAway ? .failed : .loading
    return LoadProgress(state, earliestArrival: isOnItsWay ? -.infinity : isGivenUp || isLikelyToFail ? .infinity : due)
  }
}

/// Whether a source may be asked for anything at all.
package struct SourceGate: Hashable, Sendable {
  /// Until when the source wants to be left alone, in monotonic seconds.
  package private(set) var pausedUntil = -Double.infinity
  /// Why nothing of it can be had; nil while something can.
  package private(set) var fault: LoadFault?
  private var forgivenNumber: UInt64 = 0

  package init() {}

  /// Forgets what kept it shut or paused, which may be over. Loads up to that number, counted as they begin, began before that.
  package mutating func forgive(upTo number: UInt64) {
    self = SourceGate()
    forgivenNumber = number
  }

  /// Whether it says nothing that the load of that number failed: it began before what kept things away may have ended.
  package func isForgiven(_ number: UInt64) -> Bool { number <= forgivenNumber }

  /// Takes from the fault of a single thing what concerns all of the source.
  package mutating func take(_ fault: LoadFault, now: Double) {
    if let seconds = fault.afterSeconds { pausedUntil = max(pausedUntil, now + seconds) }
    if fault.concernsSource, !fault.isPassing { self.fault = fault }
  }

  package var isShut: Bool { fault != nil }
  package func isPaused(now: Double) -> Bool { pausedUntil > now }
  package func isOpen(now: Double) -> Bool { !isShut && !isPaused(now: now) }
}
