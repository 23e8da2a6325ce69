import OverlookGeometry

/// Decides whether the traveller has left the route, from several fixes: one alone is never enough.
struct OffRouteJudge: Sendable {
  enum Change: Hashable, Sendable {
    case left, wrongWay, returned
  }

  private(set) var isOff = false
  private(set) var isWrongWay = false
  /// Whether it was left by decision, so that being on it is no return.
  private(set) var isForGood = false
  private var away: (since: Double, count: Int) = (0, 0)
  private var near: (since: Double, count: Int) = (0, 0)
  /// Metres against the route, and how many fixes.
  private var backward: (meters: Double, count: Int) = (0, 0)

  private static let enoughFixes = 3
  /// Seconds that those last at least; receivers that say ten places a second err ten times alike.
  private static let leastSeconds = 1.9
  /// Seconds behind which two fixes are enough.
  private static let enoughSeconds = 3.0
  /// Degrees between course and route that are no bend cut short.
  private static let astrayDegrees = 50.0
  private static let oppositeDegrees = 120.0

  /// `match`: the best place on the route, nil where there is none near. `hasJoined`: whether the traveller was on the route before.
  mutating func judge(_ fix: AcceptedFix, _ match: TrackMatch?, limits: GuidanceLimits, hasJoined: Bool) -> Change? {
    let turn = match.flatMap { match in
      fix.course.map { abs(Angle.shortestTurn(fromDegrees: match.bearing, toDegrees: $0)) }
    }
    // Who sets out comes from a yard or a car park.
    let limit = max(limits.offRouteMeters * (hasJoined ? 1 : 3), 2 * fix.sigma)
    let offset = match?.offset ?? .infinity
    let isAstray =
      hasJoined && offset > max(limits.strayMeters, 1.2 * fix.sigma) && (turn ?? 0) > Self.astrayDegrees
    if isOff { return isForGood ? nil : judgeReturn(fix, offset: offset, turn: turn, limit: limit) }
    if offset > limit || isAstray {
      away = away.count == 0 ? (fix.now, 1) : (away.since, away.count + 1)
    } else {
      away.count = 0
    }
    let lasted = fix.now - away.since
    if away.count >= Self.enoughFixes && lasted >= Self.leastSeconds || away.count >= 2 && lasted >= Self.enoughSeconds {
      leave(wrongWay: false)
      return .left
    }
    return judgeDirection(fix, turn: turn, limits: limits)
  }

  private mutating func judgeDirection(_ fix: AcceptedFix, turn: Double?, limits: GuidanceLimits) -> Change? {
    guard let turn, turn > Self.oppositeDegrees else {
      // Who stands has not turned round.
      if turn != nil { backward = (0, 0) }
      return nil
    }
    backward = (backward.meters + (backward.count > 0 ? fix.moved : 0), backward.count + 1)
    guard backward.meters >= limits.wrongWayMeters, backward.count >= Self.enoughFixes else { return nil }
    leave(wrongWay: true)
    return .wrongWay
  }

  private mutating func judgeReturn(_ fix: AcceptedFix, offset: Double, turn: Double?, limit: Double) -> Change? {
    guard offset <= limit * 0.7, (turn ?? (isWrongWay ? 180 : 0)) <= Self.astrayDegrees else {
      near.count = 0
      return nil
    }
    near = near.count == 0 ? (fix.now, 1) : (near.since, near.count + 1)
    guard near.count >= 2, fix.now - near.since >= 0.9 else { return nil }
    self = OffRouteJudge()
    return .returned
  }

  private mutating func leave(wrongWay: Bool) {
    self = OffRouteJudge()
    isOff = true
    isWrongWay = wrongWay
  }

  /// Whether the last fix spoke for having left.
  var isDoubtful: Bool { isOff || away.count > 0 || backward.count > 0 }

  /// For another route.
  mutating func forget() { self = OffRouteJudge() }

  /// Leaves the route by decision of the traveller, until another one is followed.
  mutating func leave() {
    leave(wrongWay: false)
    isForGood = true
  }
}
