import Glibc
package import OverlookCamera
import OverlookGeometry
import OverlookScene

extension ViewTransform {
  /// Steps of `FixedPlace` east that a pixel of the nearest ground takes.
  package func stepsPerPixel(pixelsPerPoint: Double) -> Double {
    // The lower edge of the view is seen at an angle whose tangent is a third more than that of its middle.
    let tilt = min(camera.viewingAngle, 80) * Angle.radiansPerDegree
    return FixedPlace.stepsEast / (pointsPerWorld * pixelsPerPoint * (1 + tan(tilt) / 3))
  }
}
