import Glibc
package import OverlookCamera
import OverlookGeometry

extension ViewTransform {
  /// Of heights above the ground, as long as they are where the camera looks.
  package var stylePointsPerMeter: Double {
    let latitude = camera.target.latitude * Angle.radiansPerDegree
    let circumference = 2 * Double.pi * Mercator.earthRadiusMeters * cos(latitude)
    return circumference > 0 ? pointsPerWorld / circumference : 0
  }
}
