import OverlookGeometry

/// Follows a traveller along a route with a few guesses at once, of which each fix makes some dearer: where a route crosses itself, turns back
/// on the same road or goes round, the way that was gone decides, and not what lies nearest.
///
/// A guess costs what is unlikely about it, in nats: how far the fix lies from it, where it leads against where the traveller goes, and how
/// much longer or shorter the way to it is than the traveller has moved (Newson and Krumm, 2009).
struct RouteMatcher: Sendable {
  struct Guess: Sendable {
    var match: TrackMatch
    var cost: Double
  }

  /// The cheapest first; empty where no fix lies near the route.
  private(set) var guesses: [Guess] = []

  private static let guessLimit = 8
  private static let costLimit = 16.0
  /// Degrees of the usual error of a course.
  private static let courseSigma = 30.0
  private static let courseLimit = 5.0
  private static let wayLimit = 10.0
  /// What it costs to be found anew, away from where one was.
  private static let searchCost = 6.0

  var best: TrackMatch? { guesses.first?.match }

  /// Metres about a fix in which a route is looked for.
  static func radius(_ fix: AcceptedFix, _ limits: GuidanceLimits) -> Double {
    max(limits.offRouteMeters * 2, 4 * fix.sigma, 60)
  }

  /// Takes a fix; `range` is where on the route the traveller may be. Without a guess the whole range is searched.
  mutating func update(_ fix: AcceptedFix, on track: RouteTrack, limits: GuidanceLimits, in range: ClosedRange<Double>) {
    guard !guesses.isEmpty, !fix.isJump else {
      return search(fix, on: track, limits: limits, in: range, about: range.lowerBound)
    }
    var found: [TrackMatch] = []
    for window in windows(fix, in: range) {
      track.matches(near: fix.coordinate, radius: Self.radius(fix, limits), in: window, into: &found)
    }
    let before = guesses
    guesses = found.map { match in
      let way = before.lazy.map { $0.cost + Self.wayCost(match.meters - $0.match.meters, fix) }.min() ?? 0
      return Guess(match: match, cost: way + Self.placeCost(match, fix))
    }
    trim()
  }

  /// Looks for the traveller on all of `range`, with the places that are nearer to `expected` along the route before others.
  mutating func search(
    _ fix: AcceptedFix, on track: RouteTrack, limits: GuidanceLimits, in range: ClosedRange<Double>, about expected: Double
  ) {
    var found: [TrackMatch] = []
    track.matches(near: fix.coordinate, radius: Self.radius(fix, limits), in: range, into: &found)
    guesses = found.map { match in
      Guess(match: match, cost: Self.placeCost(match, fix) + min(abs(match.meters - expected) / 500, Self.searchCost))
    }
    trim()
  }

  mutating func forget() { guesses = [] }

  /// Where each guess may have got to since, where they meet as one.
  private func windows(_ fix: AcceptedFix, in range: ClosedRange<Double>) -> [ClosedRange<Double>] {
    let ahead = 2.5 * fix.moved + 4 * fix.sigma + 80
    let behind = 1.2 * fix.moved + 2 * fix.sigma + 20
    var windows: [ClosedRange<Double>] = []
    for meters in guesses.map(\.match.meters).sorted() {
      let low = min(max(meters - behind, range.lowerBound), range.upperBound)
      let high = max(min(meters + ahead, range.upperBound), low)
      if let last = windows.last, low <= last.upperBound {
        windows[windows.count - 1] = last.lowerBound...max(high, last.upperBound)
      } else {
        windows.append(low...high)
      }
    }
    return windows
  }

  private static func placeCost(_ match: TrackMatch, _ fix: AcceptedFix) -> Double {
    let error = match.offset / fix.sigma
    var cost = min(error * error / 2, 12)
    if let course = fix.course {
      let turn = Angle.shortestTurn(fromDegrees: match.bearing, toDegrees: course) / courseSigma
      cost += min(turn * turn / 2, courseLimit)
    }
    return cost
  }

  private static func wayCost(_ way: Double, _ fix: AcceptedFix) -> Double {
    // To go back is the unlikelier the farther it is.
    let error = way >= 0 ? abs(way - fix.moved) : fix.moved - 2 * way
    return min(error / max(fix.sigma, 6), wayLimit)
  }

  private mutating func trim() {
    guesses.sort { $0.cost != $1.cost ? $0.cost < $1.cost : $0.match.meters < $1.match.meters }
    guard let least = guesses.first?.cost else { return }
    var kept: [Guess] = []
    for guess in guesses {
      guard guess.cost - least <= Self.costLimit, kept.count < Self.guessLimit else { break }
      guard !kept.contains(where: { abs($0.match.meters - guess.match.meters) < 1 }) else { continue }
      kept.append(Guess(match: guess.match, cost: guess.cost - least))
    }
    guesses = kept
  }
}
