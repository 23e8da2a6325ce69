/// How often a driver took the context away: one that does it again and again is not to be tried for ever.
struct ContextLosses {
  private static let maximumCount = 3
  private static let periodSeconds = 60.0

  private var times: [Double] = []

  /// Takes note of a loss at `now`; whether another context is worth making: not after three within a minute.
  mutating func allowsAnother(now: Double) -> Bool {
    times.removeAll { $0 <= now - Self.periodSeconds }
    guard times.count < Self.maximumCount else { return false }
    times.append(now)
    return true
  }
}
