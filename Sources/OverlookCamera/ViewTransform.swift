import Glibc
package import OverlookGeometry

/// The mapping between the world and the points of a view for one camera: an immutable snapshot, computed in Double.
///
/// Spaces: `WorldPoint`; *centred points*, which lie relative to the camera's target, x east, y south, z up, in screen points at
/// the target's scale; and `ScreenPoint`. Making one costs a handful of transcendental functions and allocates nothing.
package struct ViewTransform: Sendable {
  package let camera: CameraPosition
  /// Points; each side 1 ... `maximumSidePoints`.
  package let size: ScreenSize
  /// The visible region's distance from the edges, 0 ... the side; the target lies in the middle of what is left.
  package let padding: EdgeInsets
  /// The target, x in 0 ..< 1.
  package let center: WorldPoint
  /// 256 * 2^zoom.
  package let pointsPerWorld: Double
  package let clipFromCenteredPoints: Matrix4
  /// Distance from the eye to the target, in points.
  package let eyeDistancePoints: Double
  /// Where the target is seen: the middle of the view less its padding.
  package let focus: ScreenPoint
  package let ground: GroundMatrices
  /// Where the eye is, counted on the ground.
  package let eye: SIMD3<Double>
  /// A point to the right and a point up in the view, at the target, counted on the ground.
  let right: SIMD3<Double>
  let up: SIMD3<Double>

  let sinBearing: Double
  let cosBearing: Double
  let sinPitch: Double
  let cosPitch: Double

  /// Vertical field of view in radians: 2 atan(1/3), which puts the eye 1.5 view heights from the target.
  package static let fieldOfView = 2 * atan(1.0 / 3.0)
  /// A view that claims more points than this on a side is taken as one of this size.
  package static let maximumSidePoints = 1_000_000.0
  /// Ground deeper than this many eye distances counts as lost in the horizon.
  package static let horizonDepth = 32.0

  package init(camera: CameraPosition, size: ScreenSize, padding: EdgeInsets = .zero, ground: some GroundShape = FlatGround()) {
    let size = ScreenSize(width: Self.side(size.width), height: Self.side(size.height))
    let padding = EdgeInsets(
      top: Self.inset(padding.top, of: size.height), left: Self.inset(padding.left, of: size.width),
      bottom: Self.inset(padding.bottom, of: size.height), right: Self.inset(padding.right, of: size.width))
    self.camera = camera
    self.size = size
    self.padding = padding
    center = WorldPoint(camera.target)
    pointsPerWorld = Mercator.pointsPerWorldAtZoom0 * exp2(camera.zoom)
    // tan(fieldOfView / 2) is 1/3.
    eyeDistancePoints = 1.5 * size.height
    focus = ScreenPoint(
      x: (size.width + padding.left - padding.right) / 2, y: (size.height + padding.top - padding.bottom) / 2)

    let bearing = camera.bearing * Angle.radiansPerDegree
    let pitch = camera.viewingAngle * Angle.radiansPerDegree
    (sinBearing, cosBearing, sinPitch, cosPitch) = (sin(bearing), cos(bearing), sin(pitch), cos(pitch))
    // Rows of eye-from-centred-points: right, up (after the tilt), and towards the eye.
    let eyeFromPoints = Matrix4(
      columns: (
        SIMD4(cosBearing, sinBearing * cosPitch, -sinBearing * sinPitch, 0),
        SIMD4(sinBearing, -cosBearing * cosPitch, cosBearing * sinPitch, 0),
        SIMD4(0, sinPitch, cosPitch, 0),
        SIMD4(0, 0, -eyeDistancePoints, 1)
      ))
    let clipFromSpace =
      Self.clipFromEye(size: size, padding: padding, eyeDistancePoints: eyeDistancePoints) * eyeFromPoints
    self.ground = GroundMatrices(ground)
    let eye = SIMD3(-sinBearing * sinPitch, cosBearing * sinPitch, cosPitch) * eyeDistancePoints
    let right = SIMD3(cosBearing, sinBearing, 0)
    let up = SIMD3(sinBearing * cosPitch, -cosBearing * cosPitch, sinPitch)
    if self.ground.isFlat {
      clipFromCenteredPoints = clipFromSpace
      (self.eye, self.right, self.up) = (eye, right, up)
    } else {
      let matrix = self.ground.groundFromSpace
      func onGround(_ space: SIMD3<Double>) -> SIMD3<Double> {
        let place = matrix * SIMD4(space.x, space.y, space.z, 0)
        return SIMD3(place.x, place.y, place.z)
      }
      clipFromCenteredPoints = clipFromSpace * self.ground.spaceFromGround
      (self.eye, self.right, self.up) = (onGround(eye), onGround(right), onGround(up))
    }
  }

  /// Perspective with an oblique centre: the shift is multiplied by w (= -z), so it moves the picture, not the eye.
  private static func clipFromEye(size: ScreenSize, padding: EdgeInsets, eyeDistancePoints: Double) -> Matrix4 {
    let focal = 3.0
    let aspect = size.width / size.height
    let near = eyeDistancePoints / 100
    let far = eyeDistancePoints * 100
    let shiftX = (padding.left - padding.right) / size.width
    let shiftY = (padding.bottom - padding.top) / size.height
    return Matrix4(
      columns: (
        SIMD4(focal / aspect, 0, 0, 0),
        SIMD4(0, focal, 0, 0),
        SIMD4(-shiftX, -shiftY, (far + near) / (near - far), -1),
        SIMD4(0, 0, 2 * far * near / (near - far), 0)
      ))
  }

  /// The same view of another place.
  package func centered(at place: WorldPoint) -> ViewTransform {
    let moved = CameraPosition(
      target: place.coordinate, zoom: camera.zoom, bearing: camera.bearing, viewingAngle: camera.viewingAngle)
    return ViewTransform(camera: moved, size: size, padding: padding, ground: ground)
  }

  private static func side(_ points: Double) -> Double {
    points >= 1 ? min(points, maximumSidePoints) : 1
  }

  private static func inset(_ points: Double, of side: Double) -> Double {
    points > 0 ? min(points, side) : 0
  }
}

// MARK: - From the world to the screen

extension ViewTransform {
  /// Whether the ground is a level plane.
  package var isFlat: Bool { ground.isFlat }

  /// The place of `point` relative to the target, in points at the target's scale: x east, y south.
  ///
  /// The copy of the world is the one that `point.x` names; `nearestCopy(of:)` picks another. The difference is taken in world
  /// units before it is scaled, which keeps what a Double can hold of it.
  package func centeredPoints(for point: WorldPoint) -> (x: Double, y: Double) {
    ((point.x - center.x) * pointsPerWorld, (point.y - center.y) * pointsPerWorld)
  }

  /// The same place in the copy of the world whose x lies within half a world of the target.
  package func nearestCopy(of point: WorldPoint) -> WorldPoint {
    let dx = point.x - center.x
    guard abs(dx) > 0.5 else { return point }
    return WorldPoint(x: point.x - dx.rounded(), y: point.y)
  }

  /// Clip coordinates of a place given in centred points, `z` points above the ground.
  package func clip(x: Double, y: Double, z: Double = 0) -> SIMD4<Double> {
    clipFromCenteredPoints * SIMD4(x, y, z, 1)
  }

  /// Distance from the eye along the line of sight, in points, of a place on the ground; 0 or less is behind the eye.
  package func depthPoints(at point: WorldPoint) -> Double {
    let (x, y) = centeredPoints(for: point)
    return depth(x, y)
  }

  /// How many screen points one point of the ground covers there (1 at the target); 0 behind the eye.
  package func scale(at point: WorldPoint) -> Double {
    let depth = depthPoints(at: point)
    return depth > nearDepthPoints ? eyeDistancePoints / depth : 0
  }

  /// Where a place on the ground is seen; nil behind the eye.
  package func screenPoint(for point: WorldPoint) -> ScreenPoint? {
    let (x, y) = centeredPoints(for: point)
    let depth = depth(x, y)
    guard depth > nearDepthPoints else { return nil }
    return screenPoint(x, y, depth: depth)
  }

  /// As `screenPoint(for:)`, but a place behind the eye gets a finite point far outside the view, on the side where it lies.
  package func screenPointClamped(for point: WorldPoint) -> ScreenPoint {
    let (x, y) = centeredPoints(for: point)
    return screenPoint(x, y, depth: max(depth(x, y), nearDepthPoints))
  }

  /// Clip coordinates from the units of a tile: x and y run 0 ... 1 over it, from its north-west corner.
  package func clipFromTile(_ tile: TileID, worldCopy: Int = 0) -> Matrix4 {
    let rect = tile.worldRect
    let side = (rect.maxX - rect.minX) * pointsPerWorld
    let (x, y) = centeredPoints(for: WorldPoint(x: rect.minX + Double(worldCopy), y: rect.minY))
    return clipFromCenteredPoints * Matrix4.translation(x, y, 0) * Matrix4.scale(side, side, 1)
  }

  /// The near plane, in points from the eye; what is closer is not drawn.
  package var nearDepthPoints: Double { eyeDistancePoints / 100 }

  /// How far a place lies ahead of the target, the way the camera looks, in points.
  private func forward(_ x: Double, _ y: Double) -> Double {
    sinBearing * x - cosBearing * y
  }

  private func depth(_ x: Double, _ y: Double) -> Double {
    isFlat ? eyeDistancePoints + sinPitch * forward(x, y) : clip(x: x, y: y).w
  }

  private func screenPoint(_ x: Double, _ y: Double, depth: Double) -> ScreenPoint {
    guard isFlat else {
      let clip = clip(x: x, y: y)
      return ScreenPoint(x: (1 + clip.x / depth) / 2 * size.width, y: (1 - clip.y / depth) / 2 * size.height)
    }
    let scale = eyeDistancePoints / depth
    return ScreenPoint(
      x: focus.x + scale * (cosBearing * x + sinBearing * y),
      y: focus.y - scale * cosPitch * forward(x, y))
  }
}

extension ViewTransform: Equatable {
  package static func == (a: ViewTransform, b: ViewTransform) -> Bool {
    a.camera == b.camera && a.size == b.size && a.padding == b.padding
      && (a.isFlat && b.isFlat || a.clipFromCenteredPoints == b.clipFromCenteredPoints)
  }
}
