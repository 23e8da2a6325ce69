import Glibc
import OverlookGeometry

/// A turn of the directions around the viewer, as the three axes of the turned frame: right, up, ahead.
///
/// In the world's frame x points east, y up and z north.
package struct PanoramaRotation: Hashable, Sendable {
  package var right: SIMD3<Double>
  package var up: SIMD3<Double>
  package var ahead: SIMD3<Double>

  package init(right: SIMD3<Double>, up: SIMD3<Double>, ahead: SIMD3<Double>) {
    (self.right, self.up, self.ahead) = (right, up, ahead)
  }

  /// The frame of a camera that looks to `heading` and `pitch` and is then turned clockwise by `roll`, so that the horizon turns
  /// counterclockwise in its picture; degrees. World from camera.
  package init(heading: Double, pitch: Double, roll: Double) {
    let (h, p, r) = (heading * Angle.radiansPerDegree, pitch * Angle.radiansPerDegree, roll * Angle.radiansPerDegree)
    let right = SIMD3(cos(h), 0, -sin(h))
    let up = SIMD3(-sin(h) * sin(p), cos(p), -cos(h) * sin(p))
    self.right = right * cos(r) - up * sin(r)
    self.up = right * sin(r) + up * cos(r)
    ahead = SIMD3(sin(h) * cos(p), sin(p), cos(h) * cos(p))
  }

  package static let none = PanoramaRotation(heading: 0, pitch: 0, roll: 0)

  /// From the turned frame into that in which the axes are given.
  package static func * (rotation: PanoramaRotation, direction: SIMD3<Double>) -> SIMD3<Double> {
    rotation.right * direction.x + rotation.up * direction.y + rotation.ahead * direction.z
  }

  /// First `second`, then `first`.
  package static func * (first: PanoramaRotation, second: PanoramaRotation) -> PanoramaRotation {
    PanoramaRotation(right: first * second.right, up: first * second.up, ahead: first * second.ahead)
  }

  /// The turn back.
  package var inverse: PanoramaRotation {
    PanoramaRotation(
      right: SIMD3(right.x, up.x, ahead.x), up: SIMD3(right.y, up.y, ahead.y), ahead: SIMD3(right.z, up.z, ahead.z))
  }
}

extension Orientation {
  /// The unit vector of this direction: x east, y up, z north.
  package var direction: SIMD3<Double> {
    let (h, p) = (heading * Angle.radiansPerDegree, pitch * Angle.radiansPerDegree)
    return SIMD3(sin(h) * cos(p), sin(p), cos(h) * cos(p))
  }

  /// The orientation of a direction of any length: x east, y up, z north.
  package init(direction: SIMD3<Double>) {
    let level = (direction.x * direction.x + direction.z * direction.z).squareRoot()
    self.init(
      heading: Angle.bearingDegrees(atan2(direction.x, direction.z) * Angle.degreesPerRadian),
      pitch: atan2(direction.y, level) * Angle.degreesPerRadian)
  }
}
