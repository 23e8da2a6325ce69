/// Which lanes lead where the route goes, in words: those at the left, at the right, or in the middle.
enum LaneAdvice: Hashable, Sendable {
  case left(Int), middle(Int), right(Int)

  /// Nil where all lanes do, none does, or they do not lie together where a word says so.
  init?(_ lanes: [Lane]) {
    let valid = lanes.indices.filter { lanes[$0].isValid }
    guard let first = valid.first, let last = valid.last, valid.count < lanes.count, last - first + 1 == valid.count else {
      return nil
    }
    let (before, after) = (first, lanes.count - 1 - last)
    switch (before, after) {
    case (0, _): self = .left(valid.count)
    case (_, 0): self = .right(valid.count)
    case let (before, after) where before == after: self = .middle(valid.count)
    default: return nil
    }
  }

  var count: Int {
    switch self {
    case .left(let count), .middle(let count), .right(let count): count
    }
  }

  var key: GuidanceKey {
    switch self {
    case .left(let count): count == 1 ? .leftLane : .leftLanes
    case .middle(let count): count == 1 ? .middleLane : .middleLanes
    case .right(let count): count == 1 ? .rightLane : .rightLanes
    }
  }
}
