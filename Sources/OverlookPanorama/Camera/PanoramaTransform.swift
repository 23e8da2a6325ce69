import Glibc
package import OverlookGeometry

/// From orientations to points of a view of a panorama and back, and from the view to the picture. Pure; any thread.
///
/// With x to the right and y up from the middle of the view, in focal lengths, a direction at the angle a from the middle lies at the
/// radius tan(a) (rectilinear), 2 tan(a / 2) (stereographic), a (equidistant).
package struct PanoramaTransform: Hashable, Sendable {
  package let camera: PanoramaCamera
  /// Of the view, in points.
  package let size: ScreenSize
  package let projection: PanoramaProjection
  /// Points from the middle of the view to what lies one focal length from it.
  package let focalLength: Double
  /// From the frame of the view (x right, y up, z ahead) into that of the world (x east, y up, z north).
  package let worldFromView: PanoramaRotation
  /// From the frame of the view into that of the picture (x right, y up, z its middle): the matrix of the shader.
  package let pictureFromView: PanoramaRotation

  /// - Parameters:
  ///   - planetShare: How far the view is widened to that of a little planet, 0 ... 1.
  ///   - roll: Of the view, degrees clockwise.
  ///   - pose: Of the picture.
  package init(
    camera: PanoramaCamera, size: ScreenSize, projection: PanoramaProjection = .rectilinear, planetShare: Double = 0,
    roll: Double = 0, pose: PanoramaPose = PanoramaPose()
  ) {
    self.camera = camera
    self.size = size
    self.projection = projection
    let usual = max(size.width, size.height) / 2 * camera.zoom / projection.halfWidth(fov: camera.fov)
    let share = projection == .littlePlanet ? 1 : planetShare
    focalLength = share > 0 ? usual * pow(Self.planetFocalLength(size) * camera.zoom / usual, min(share, 1)) : usual
    worldFromView = PanoramaRotation(
      heading: camera.orientation.heading, pitch: camera.orientation.pitch, roll: roll.isFinite ? roll : 0)
    pictureFromView = pose.rotation.inverse * worldFromView
  }

  /// Of a view as `PanoramaProjection.littlePlanet` says it: what is 90 degrees away lies two focal lengths from the middle.
  private static func planetFocalLength(_ size: ScreenSize) -> Double { min(size.width, size.height) * 0.75 / 4 }

  /// The point of the view that `orientation` points through, which may lie outside of the view; NaN for both numbers when it points
  /// away.
  package func point(for orientation: Orientation) -> ScreenPoint {
    point(direction: orientation.direction)
  }

  /// As for an orientation, for a unit vector in the frame of the world.
  package func point(direction: SIMD3<Double>) -> ScreenPoint {
    let (x, y, z) = (
      (worldFromView.right * direction).sum(), (worldFromView.up * direction).sum(), (worldFromView.ahead * direction).sum()
    )
    let sine = (x * x + y * y).squareRoot()
    guard let radius = projection.radius(cosine: z, sine: sine) else { return ScreenPoint(x: .nan, y: .nan) }
    // In the very middle there is no direction from it, and none is needed.
    let scale = sine > 0 ? focalLength * radius / sine : 0
    return ScreenPoint(x: size.width / 2 + x * scale, y: size.height / 2 - y * scale)
  }

  /// The orientation that `point` shows; NaN for both numbers where the projection shows nothing.
  package func orientation(for point: ScreenPoint) -> Orientation {
    guard let direction = viewDirection(at: point) else { return Orientation(heading: .nan, pitch: .nan) }
    return Orientation(direction: worldFromView * direction)
  }

  /// The unit vector, in the frame of the view, that `point` shows; nil where the projection shows nothing.
  package func viewDirection(at point: ScreenPoint) -> SIMD3<Double>? {
    let (x, y) = ((point.x - size.width / 2) / focalLength, (size.height / 2 - point.y) / focalLength)
    let radius = (x * x + y * y).squareRoot()
    guard radius.isFinite, let angle = projection.angle(radius: radius) else { return nil }
    let scale = radius > 0 ? angle.sine / radius : 0
    return SIMD3(x * scale, y * scale, angle.cosine)
  }
}
