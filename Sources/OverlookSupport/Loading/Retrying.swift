/// Tries something until it goes well, with the pauses of `RetrySchedule`: for those who wait for one thing, and would rather know
/// than wait for long.
package struct Retrying: Sendable {
  package var maximumRetries = RetrySchedule.automaticRetries
  /// A longer pause is not waited for.
  package var longestPauseSeconds = RetrySchedule.patienceSeconds
  /// For all tries together.
  package var totalSeconds = 120.0
  private let now: @Sendable () -> Double
  private let jitter: @Sendable () -> Double
  private let pause: @Sendable (_ seconds: Double) async throws -> Void

  /// - Parameters:
  ///   - now: Monotonic seconds.
  ///   - jitter: Random numbers, 0 ..< 1.
  ///   - pause: Waits; throws when the task is cancelled.
  package init(
    now: @escaping @Sendable () -> Double = { MonotonicClock.now() },
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    pause: @escaping @Sendable (_ seconds: Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  ) {
    (self.now, self.jitter, self.pause) = (now, jitter, pause)
  }

  /// What the first try that goes well gives, or the last fault. Throws when the task is cancelled during a pause.
  package func run<Value>(
    _ attempt: (_ remainingSeconds: Double) async -> Result<Value, LoadFault>
  ) async throws(CancellationError) -> Result<Value, LoadFault> {
    let end = now() + totalSeconds
    var state = RetryState()
    while true {
      switch await attempt(end - now()) {
      case .success(let value): return .success(value)
      case .failure(let fault):
        let time = now()
        state.fail(fault, now: time, view: 0, jitter: jitter())
        let delay = state.nextTry(view: 0) - time
        guard fault.isPassing, state.failureCount <= maximumRetries, delay <= longestPauseSeconds, time + delay < end else {
          return .failure(fault)
        }
        do { try await pause(delay) } catch { throw CancellationError() }
      }
    }
  }
}
