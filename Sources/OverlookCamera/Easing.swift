/// The course of an animation: how much of the way is done after how much of the time.
public enum Easing: Hashable, Sendable, Codable {
  /// Even speed.
  case linear
  /// Starts at rest.
  case easeIn
  /// Starts at once and comes to rest: t (2 - t).
  case easeOut
  /// Starts and ends at rest.
  case easeInOut
  /// A cubic curve from (0, 0) to (1, 1) with two control points, as in CSS; x1 and x2 are clamped to 0 ... 1.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)

  /// Part of the way done at `time`, which is clamped to 0 ... 1; 0 at 0 and 1 at 1. Never NaN.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    switch self {
    case .linear: return time
    case .easeIn: return time * time
    case .easeOut: return time * (2 - time)
    case .easeInOut: return time * time * (3 - 2 * time)
    case .cubicBezier(let x1, let y1, let x2, let y2):
      guard x1.isFinite, y1.isFinite, x2.isFinite, y2.isFinite else { return time }
      let parameter = Self.parameter(x: time, x1: min(max(x1, 0), 1), x2: min(max(x2, 0), 1))
      return Self.bezier(parameter, min(max(y1, -10), 10), min(max(y2, -10), 10))
    }
  }

  /// The curve's parameter at which its x is `x`. x grows with the parameter, so halving the interval cannot fail; 50 halvings
  /// reach the precision of a Double.
  private static func parameter(x: Double, x1: Double, x2: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if bezier(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private static func bezier(_ t: Double, _ a: Double, _ b: Double) -> Double {
    let s = 1 - t
    return t * (3 * s * (s * a + t * b) + t * t)
  }
}
