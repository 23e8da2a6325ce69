import Glibc

/// A number that goes to a goal as a critically damped spring does: as fast as it can without going beyond it, and without a jump of
/// its speed when the goal changes.
package struct DampedValue: Hashable, Sendable {
  package private(set) var value: Double
  /// Per second.
  package private(set) var velocity = 0.0

  /// A number that rests.
  package init(_ value: Double) { self.value = value }

  /// Moves on by `seconds` towards `goal`; `rate`: per second, of what is left some two thirds go in 2 / `rate` seconds. The exact
  /// solution, whatever the steps are.
  package mutating func step(to goal: Double, seconds: Double, rate: Double) {
    guard seconds > 0, seconds.isFinite, goal.isFinite, rate > 0 else { return }
    let rest = DampedRest(offset: value - goal, velocity: velocity)
    value = goal + rest.offset(after: seconds, rate: rate)
    velocity = rest.velocity(after: seconds, rate: rate)
  }

  /// Adds to the number and not to where it goes: for angles that begin anew at the north.
  package mutating func shift(by amount: Double) { value += amount }

  /// Whether it is within `tolerance` of a goal and hardly moves.
  package func rests(at goal: Double, within tolerance: Double) -> Bool {
    abs(value - goal) <= tolerance && abs(velocity) <= tolerance
  }
}

/// What is left of a way to a goal when it begins, and what of it is left after a time.
package struct DampedRest: Hashable, Sendable {
  package var offset: Double
  /// Per second.
  package var velocity: Double

  package init(offset: Double = 0, velocity: Double = 0) {
    self.offset = offset
    self.velocity = velocity
  }

  package func offset(after seconds: Double, rate: Double) -> Double {
    (offset + (velocity + rate * offset) * seconds) * exp(-rate * seconds)
  }

  package func velocity(after seconds: Double, rate: Double) -> Double {
    (velocity - rate * (velocity + rate * offset) * seconds) * exp(-rate * seconds)
  }
}
