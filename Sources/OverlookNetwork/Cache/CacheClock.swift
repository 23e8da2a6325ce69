import Glibc

/// Seconds since 1970 that never jump within a session: the date is asked once, and time is counted from there, sleep of the
/// machine included.
package struct CacheClock: Sendable {
  package let now: @Sendable () -> Double

  /// For tests; programs use `session`.
  package init(now: @escaping @Sendable () -> Double) {
    self.now = now
  }

  package static let session: CacheClock = {
    let offset = seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME)
    return CacheClock { offset + seconds(CLOCK_BOOTTIME) }
  }()

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
