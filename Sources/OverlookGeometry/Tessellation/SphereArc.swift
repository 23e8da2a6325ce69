import Glibc

/// An arc of a circle on the unit sphere: a piece of a great circle, or the whole rim of a spherical cap.
///
/// Axes: x towards (0, 0), y towards (0, 90 E), z towards the north pole. Both kinds are `offset + u cos(a) + v sin(a)`.
package struct SphereArc: Sendable {
  private let offset: SIMD3<Double>
  private let u: SIMD3<Double>
  private let v: SIMD3<Double>
  /// Radians swept from the first to the last point.
  package let sweep: Double

  /// The short great circle between two valid places. Between antipodes, where every way is as short, the one over the north
  /// pole.
  package init(greatCircleFrom start: LocationCoordinate, to end: LocationCoordinate) {
    let a = Self.direction(of: start)
    let b = Self.direction(of: end)
    let normal = Self.cross(a, b)
    let sine = Self.length(normal)
    offset = .zero
    u = a
    if sine > 1e-12 {
      v = Self.cross(normal / sine, a)
      sweep = atan2(sine, (a * b).sum())
    } else {
      v = Self.north(at: a)
      sweep = (a * b).sum() > 0 ? 0 : .pi
    }
  }

  /// The rim of the cap of `radius` radians (0 ... pi) around a valid place, from its northernmost point clockwise once around.
  package init(rimOfCapAt center: LocationCoordinate, radius: Double) {
    let axis = Self.direction(of: center)
    let north = Self.north(at: axis)
    offset = axis * cos(radius)
    u = north * sin(radius)
    v = Self.cross(north, axis) * sin(radius)
    sweep = 2 * .pi
  }

  /// The unit vector at `fraction` (0 ... 1) of the sweep.
  package func direction(at fraction: Double) -> SIMD3<Double> {
    offset + u * cos(sweep * fraction) + v * sin(sweep * fraction)
  }

  /// The point of the world square at `fraction` of the sweep, x in 0 ... 1, y clamped to the square.
  package func worldPoint(at fraction: Double) -> WorldPoint {
    let d = direction(at: fraction)
    let x = 0.5 + atan2(d.y, d.x) / (2 * .pi)
    // atanh(z) is infinite at a pole; the clamp brings it back to the edge of the square.
    let y = 0.5 - atanh(min(max(d.z, -1), 1)) / (2 * .pi)
    return WorldPoint(x: x, y: min(max(y, 0), 1))
  }

  package static func direction(of place: LocationCoordinate) -> SIMD3<Double> {
    let latitude = place.latitude * Angle.radiansPerDegree
    let longitude = place.longitude * Angle.radiansPerDegree
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  /// The tangent that points north at `direction`; at a pole the direction of longitude 180 (or 0), which is as good as any.
  private static func north(at direction: SIMD3<Double>) -> SIMD3<Double> {
    let pole = SIMD3<Double>(0, 0, 1)
    let tangent = pole - direction * direction.z
    let size = length(tangent)
    return size > 1e-12 ? tangent / size : SIMD3(direction.z > 0 ? -1 : 1, 0, 0)
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  private static func length(_ a: SIMD3<Double>) -> Double {
    (a * a).sum().squareRoot()
  }
}
