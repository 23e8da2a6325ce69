import Glibc

/// Arithmetic of angles. Ranges are wrapped by remainder, never by a loop, so that 1e300 costs what 361 does.
package enum Angle {
  package static let radiansPerDegree = Double.pi / 180
  package static let degreesPerRadian = 180 / Double.pi

  /// `degrees` as the same angle in -180 ..< 180; not finite values come back as they are.
  package static func wrappedDegrees(_ degrees: Double) -> Double {
    if degrees >= -180 && degrees < 180 { return degrees }
    let wrapped = degrees.remainder(dividingBy: 360)
    return wrapped == 180 ? -180 : wrapped
  }

  /// `degrees` as a compass bearing in 0 ..< 360; not finite values come back as they are.
  package static func bearingDegrees(_ degrees: Double) -> Double {
    if degrees >= 0 && degrees < 360 { return degrees }
    let wrapped = degrees.truncatingRemainder(dividingBy: 360)
    let positive = wrapped < 0 ? wrapped + 360 : wrapped
    return positive >= 360 ? 0 : positive
  }

  /// The turn from one bearing to another along the short way, in degrees, -180 ..< 180, clockwise positive.
  package static func shortestTurn(fromDegrees from: Double, toDegrees to: Double) -> Double {
    wrappedDegrees(wrappedDegrees(to) - wrappedDegrees(from))
  }
}
