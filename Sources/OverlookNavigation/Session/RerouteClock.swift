import OverlookGeometry

/// When a new route may be asked for: never two at once, never soon again or near the last place, and the longer the traveller stays off the
/// routes that were found, the more seldom.
struct RerouteClock: Sendable {
  static let leastSeconds = 5.0
  static let mostSeconds = 120.0
  static let leastMeters = 50.0
  /// Seconds behind which no answer is waited for.
  static let patience = 60.0
  /// Seconds on the route behind which all is well again.
  static let settlingSeconds = 20.0

  /// The number of the request that waits for its answer.
  private(set) var pending: Int?
  private var count = 0
  private var last: (now: Double, place: LocationCoordinate)?
  private var wait = 0.0
  private var onRouteSince: Double?

  /// The number of a request that may be made now; nil when none may.
  mutating func request(now: Double, place: LocationCoordinate) -> Int? {
    onRouteSince = nil
    if let last {
      if pending != nil, now - last.now < Self.patience { return nil }
      guard now - last.now >= wait, SphericalGeometry.distance(from: last.place, to: place) >= Self.leastMeters else {
        return nil
      }
    }
    wait = wait == 0 ? Self.leastSeconds : min(wait * 2, Self.mostSeconds)
    last = (now, place)
    count += 1
    pending = count
    return count
  }

  /// An answer has come; false for one that nobody waits for.
  mutating func answer(_ number: Int) -> Bool {
    guard number == pending else { return false }
    pending = nil
    return true
  }

  /// Asks anew at once; an answer that is still on its way is none to the next request.
  mutating func restart() { (pending, wait, last, onRouteSince) = (nil, 0, nil, nil) }

  /// The traveller is on the route.
  mutating func settle(now: Double) {
    let since = onRouteSince ?? now
    onRouteSince = since
    if now - since >= Self.settlingSeconds { (wait, last) = (0, nil) }
  }
}
