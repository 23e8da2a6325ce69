import Glibc
package import OverlookGeometry

/// The mapping between the world and the points of a view for one camera: an immutable snapshot, computed in Double.
///
/// Spaces: `WorldPoint`; *centred points*, which lie relative to the camera's target, x east, y south, z up, in screen points at
/// the target's scale; and `ScreenPoint`.
package struct ViewTransform: Equatable, Sendable {
  package let camera: CameraPosition
  package let size: ScreenSize
  /// The visible region's distance from the edges; the target lies in the middle of what is left.
  package let padding: EdgeInsets
  /// The target, x in 0 ..< 1.
  package let center: WorldPoint
  /// 256 * 2^zoom.
  package let pointsPerWorld: Double
  package let clipFromCenteredPoints: Matrix4
  /// Distance from the eye to the target, in points.
  package let eyeDistancePoints: Double

  /// Vertical field of view in radians: 2 atan(1/3), which puts the eye 1.5 view heights from the target.
  package static let fieldOfView = 2 * atan(1.0 / 3.0)

  package init(camera: CameraPosition, size: ScreenSize, padding: EdgeInsets = .zero) {
    self.camera = camera
    self.size = ScreenSize(width: max(size.width, 1), height: max(size.height, 1))
    self.padding = padding
    center = WorldPoint(camera.target)
    pointsPerWorld = Mercator.pointsPerWorldAtZoom0 * exp2(camera.zoom)
    eyeDistancePoints = self.size.height / 2 / tan(Self.fieldOfView / 2)

    let bearing = camera.bearing * Angle.radiansPerDegree
    let pitch = camera.viewingAngle * Angle.radiansPerDegree
    let (sinB, cosB, sinP, cosP) = (sin(bearing), cos(bearing), sin(pitch), cos(pitch))
    // Rows of eye-from-centred-points: right, up (after the tilt), and towards the eye.
    let eyeFromPoints = Matrix4(
      columns: (
        SIMD4(cosB, sinB * cosP, -sinB * sinP, 0),
        SIMD4(sinB, -cosB * cosP, cosB * sinP, 0),
        SIMD4(0, sinP, cosP, 0),
        SIMD4(0, 0, -eyeDistancePoints, 1)
      ))
    let focal = 1 / tan(Self.fieldOfView / 2)
    let aspect = self.size.width / self.size.height
    let near = eyeDistancePoints / 100
    let far = eyeDistancePoints * 100
    let shiftX = (padding.left - padding.right) / self.size.width
    let shiftY = (padding.bottom - padding.top) / self.size.height
    // Perspective with an oblique centre: the shift is multiplied by w (= -z), so it moves the picture, not the eye.
    let clipFromEye = Matrix4(
      columns: (
        SIMD4(focal / aspect, 0, 0, 0),
        SIMD4(0, focal, 0, 0),
        SIMD4(-shiftX, -shiftY, (far + near) / (near - far), -1),
        SIMD4(0, 0, 2 * far * near / (near - far), 0)
      ))
    clipFromCenteredPoints = clipFromEye * eyeFromPoints
  }
}
