import Glibc
package import OverlookCamera
import OverlookGeometry

extension ViewTransform {
  /// Of heights above the ground, as long as they are where the camera looks.
  package var stylePointsPerMeter: Double {
    let latitude = camera.target.latitude * Angle.radiansPerDegree
    let circumference = 2 * Double.pi * Self.styleEarthRadiusMeters * cos(latitude)
    return circumference > 0 ? pointsPerWorld / circumference : 0
  }

  /// The mean radius, with which styles are drawn elsewhere too.
  private static let styleEarthRadiusMeters = 6_371_008.8
}
