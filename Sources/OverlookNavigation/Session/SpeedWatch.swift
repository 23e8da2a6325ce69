/// Compares the speed with the limit, and tells each change once.
struct SpeedWatch: Sendable {
  private(set) var limit: Double?
  private(set) var excess = SpeedExcess.none
  private var rising: (excess: SpeedExcess, count: Int) = (.none, 0)

  /// Kilometres per hour by which a speed must fall below where a warning began, for it to end.
  private static let slack = 2.0
  /// Fixes in a row that are faster than allowed.
  private static let witnesses = 2

  /// Whether there is something to tell. `speed`: metres per second.
  mutating func update(limit new: Double?, speed: Double, settings: NavigationSettings) -> Bool {
    let before = (limit, excess)
    limit = new.flatMap { $0.isFinite && $0 > 0 && $0 <= 500 ? $0 : nil }
    guard let limit else {
      (excess, rising) = (.none, (.none, 0))
      return before.0 != nil
    }
    let over = speed * 3.6 - limit
    func level(_ slack: Double) -> SpeedExcess {
      over >= settings.majorExcess - slack ? .major : over >= settings.minorExcess - slack ? .minor : .none
    }
    let (reached, kept) = (level(0), level(Self.slack))
    if reached.rank > excess.rank {
      rising = (reached, rising.count + 1)
      if rising.count >= Self.witnesses { (excess, rising) = (reached, (.none, 0)) }
    } else {
      rising = (.none, 0)
      if kept.rank < excess.rank { excess = kept }
    }
    return before != (limit, excess)
  }
}

extension SpeedExcess {
  var rank: Int {
    switch self {
    case .none: 0
    case .minor: 1
    case .major: 2
    }
  }
}
