import OverlookGeometry
import OverlookRouting

/// A route beside the one that is followed, and whether it is the one that is driven.
struct AlternativeWatch: Sendable {
  let track: RouteTrack
  private(set) var matcher = RouteMatcher()
  private var wins = 0

  /// Fixes in a row that lie on it and not on the other.
  private static let enoughWins = 3
  /// Metres by which it is nearer.
  private static let leadMeters = 12.0

  init(_ track: RouteTrack) { self.track = track }

  /// Whether it is taken. `offset`: metres from the fix to the route that is followed.
  mutating func update(_ fix: AcceptedFix, limits: GuidanceLimits, offset: Double) -> Bool {
    matcher.update(fix, on: track, limits: limits, in: 0...track.end(ofLeg: 0))
    guard let match = matcher.best, match.offset <= max(limits.offRouteMeters / 2, 1.5 * fix.sigma),
      offset >= match.offset + max(Self.leadMeters, fix.sigma), leadsAlong(fix, match)
    else {
      wins = 0
      return false
    }
    wins += 1
    return wins >= Self.enoughWins
  }

  private func leadsAlong(_ fix: AcceptedFix, _ match: TrackMatch) -> Bool {
    guard let course = fix.course else { return true }
    return abs(Angle.shortestTurn(fromDegrees: match.bearing, toDegrees: course)) <= 50
  }
}
