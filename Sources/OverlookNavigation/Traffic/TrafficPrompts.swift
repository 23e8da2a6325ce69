/// When a traveller is told how much the traffic on the route costs in all: when it becomes known, when it is another time, and again every
/// ten minutes for as long as it does.
package struct TrafficPrompts: Sendable {
  /// Seconds of delay from which on it is told.
  private static let least = 60.0
  /// Seconds by which it has to be another.
  private static let difference = 120.0
  /// Seconds after which another delay, and the same one, is told again.
  private static let (soonest, period) = (120.0, 600.0)

  private var told: (delay: Double, time: Double)?

  package init() {}

  /// Whether `delay` seconds are to be told at the time `now`, in seconds; if so, they count as told.
  package mutating func tells(delay: Double, now: Double) -> Bool {
    guard delay >= Self.least, delay.isFinite, now.isFinite else { return false }
    if let told {
      let passed = now - told.time
      guard passed >= Self.period || passed >= Self.soonest && abs(delay - told.delay) >= Self.difference else { return false }
    }
    told = (delay, now)
    return true
  }
}
