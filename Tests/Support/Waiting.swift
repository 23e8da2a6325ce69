import Glibc
import OverlookSupport

/// How long tests wait for what should come, in seconds. A wait that is over costs nothing, and a machine that is busy with other things
/// takes many times as long as a quiet one: no test should have a shorter limit of its own.
package let patienceSeconds = 90.0

/// Waits until `isSo`, letting others work meanwhile; false when it does not come to that.
///
/// - Parameter pause: Between two looks, in seconds.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, seconds: Double = patienceSeconds, pause: Double = 0.005,
  _ isSo: () async throws -> Bool
) async rethrows -> Bool {
  let end = MonotonicClock.now() + seconds
  while try await !isSo() {
    if MonotonicClock.now() > end { return false }
    try? await Task.sleep(for: .seconds(pause))
  }
  return true
}

/// As `eventually`, holding the thread: for what comes from other threads and programs.
package func blockUntil(seconds: Double = patienceSeconds, pause: Double = 0.002, _ isSo: () throws -> Bool) rethrows -> Bool {
  let end = MonotonicClock.now() + seconds
  while try !isSo() {
    if MonotonicClock.now() > end { return false }
    usleep(useconds_t(pause * 1_000_000))
  }
  return true
}
