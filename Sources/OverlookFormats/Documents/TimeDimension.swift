/// The times for which a layer has pictures.
package struct TimeDimension: Hashable, Sendable {
  package enum Entry: Hashable, Sendable {
    /// A time as the server writes it.
    case instant(String)
    /// Times from `start` to `end`, both included, `period` (an ISO 8601 duration) apart.
    case interval(start: String, end: String, period: String)
  }

  package var entries: [Entry] = []
  /// The time served when none is asked for; "current" is possible.
  package var defaultTime: String?
  /// The server answers a time in between with the nearest one.
  package var hasNearestValue = false
  /// The server understands "current".
  package var hasCurrent = false
}
