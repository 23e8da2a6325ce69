import Glibc

/// Seconds of the machine's monotonic clock, which no change of the date moves; the clock of events and frames.
package enum MonotonicClock {
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
