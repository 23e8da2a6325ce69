package import OverlookGeometry

/// The four places seen in the corners of a view; x is not wrapped, so that left is left of right.
package struct WorldQuad: Equatable, Sendable {
  package var nearLeft: WorldPoint
  package var nearRight: WorldPoint
  package var farRight: WorldPoint
  package var farLeft: WorldPoint

  package init(nearLeft: WorldPoint, nearRight: WorldPoint, farRight: WorldPoint, farLeft: WorldPoint) {
    self.nearLeft = nearLeft
    self.nearRight = nearRight
    self.farRight = farRight
    self.farLeft = farLeft
  }

  package var bounds: WorldRect {
    WorldRect(
      minX: min(min(nearLeft.x, nearRight.x), min(farLeft.x, farRight.x)),
      minY: min(min(nearLeft.y, nearRight.y), min(farLeft.y, farRight.y)),
      maxX: max(max(nearLeft.x, nearRight.x), max(farLeft.x, farRight.x)),
      maxY: max(max(nearLeft.y, nearRight.y), max(farLeft.y, farRight.y)))
  }
}

// From the screen to the ground. With u right of and v above the focus, d the eye's distance and p the pitch, the ray through
// (u, v) meets the ground at
//
//     forward = v d / (d cos p - v sin p)        right = u d cos p / (d cos p - v sin p)
//
// whose denominator falls to 0 at the horizon, v = d / tan p.
extension ViewTransform {
  /// The place on the ground seen at `point`; nil at and above the horizon. x is not wrapped and y may leave 0 ... 1.
  package func worldPoint(at point: ScreenPoint) -> WorldPoint? {
    guard let (x, y) = centeredPoints(at: point) else { return nil }
    return WorldPoint(x: center.x + x / pointsPerWorld, y: center.y + y / pointsPerWorld)
  }

  /// As `worldPoint(at:)`, but a point close to or above the horizon is lowered until the ground lies `depth` eye distances
  /// from the eye. Coordinates that are not finite count as the focus.
  package func worldPointClamped(at point: ScreenPoint, depth: Double = ViewTransform.horizonDepth) -> WorldPoint {
    let (x, y) = centeredPoints(at: lowered(point, toDepth: depth)) ?? (0, 0)
    return WorldPoint(x: center.x + x / pointsPerWorld, y: center.y + y / pointsPerWorld)
  }

  /// The y of the horizon, in points, inside the view or not; nil when the camera looks straight down.
  package var horizonY: Double? {
    guard isFlat else { return up.z > 0 ? focus.y - eye.z / up.z : nil }
    return sinPitch > 0 ? focus.y - eyeDistancePoints * cosPitch / sinPitch : nil
  }

  /// The places seen in the corners of the whole view, without regard to padding; clamped at the horizon.
  package var visibleQuad: WorldQuad {
    groundQuad(of: ScreenRect(x: 0, y: 0, width: size.width, height: size.height))
  }

  /// The bounds of `visibleQuad`; y may leave 0 ... 1.
  package var visibleRect: WorldRect { visibleQuad.bounds }

  /// Where the eye is: the place on the ground under it, and how far above it in points.
  package var eyePlace: (ground: WorldPoint, heightPoints: Double) {
    guard isFlat else { return (WorldPoint(x: center.x + eye.x / pointsPerWorld, y: center.y + eye.y / pointsPerWorld), eye.z) }
    let back = eyeDistancePoints * sinPitch / pointsPerWorld
    return (
      WorldPoint(x: center.x - sinBearing * back, y: center.y + cosBearing * back), eyeDistancePoints * cosPitch
    )
  }

  /// Integers k such that the copy [k, k + 1) of the world may be in view; never more than 16 to either side.
  package var worldCopies: ClosedRange<Int> {
    let rect = visibleRect
    let first = max(-16, min(rect.minX.rounded(.down), 0))
    let last = min(16, max(rect.maxX.rounded(.up) - 1, 0))
    return (Int(exactly: first) ?? 0)...(Int(exactly: last) ?? 0)
  }

  /// The ground under a rectangle of the view, clamped at the horizon.
  package func groundQuad(of rect: ScreenRect) -> WorldQuad {
    let (left, top) = (rect.origin.x, rect.origin.y)
    let (right, bottom) = (left + rect.size.width, top + rect.size.height)
    return WorldQuad(
      nearLeft: worldPointClamped(at: ScreenPoint(x: left, y: bottom)),
      nearRight: worldPointClamped(at: ScreenPoint(x: right, y: bottom)),
      farRight: worldPointClamped(at: ScreenPoint(x: right, y: top)),
      farLeft: worldPointClamped(at: ScreenPoint(x: left, y: top)))
  }

  /// The ground under `point` relative to the target, in centred points; nil at and above the horizon. Depends on the zoom, the
  /// bearing and the tilt of the camera but not on its target.
  func centeredPoints(at point: ScreenPoint) -> (x: Double, y: Double)? {
    let right = point.x - focus.x
    let up = focus.y - point.y
    guard isFlat else { return met(right, up) }
    let toHorizon = eyeDistancePoints * cosPitch - up * sinPitch
    guard toHorizon > 0 else { return nil }
    let stretch = eyeDistancePoints / toHorizon
    let groundForward = up * stretch
    let groundRight = right * cosPitch * stretch
    let x = cosBearing * groundRight + sinBearing * groundForward
    let y = sinBearing * groundRight - cosBearing * groundForward
    return x.isFinite && y.isFinite ? (x, y) : nil
  }

  /// Where the line of sight through a point so far right of and above the focus meets the ground.
  private func met(_ right: Double, _ up: Double) -> (x: Double, y: Double)? {
    let way = self.right * right + self.up * up - eye
    guard way.z < 0 else { return nil }
    let place = eye - way * (eye.z / way.z)
    return place.x.isFinite && place.y.isFinite ? (place.x, place.y) : nil
  }

  /// `point`, moved down to where the ground is `depth` eye distances deep if it lies above that.
  func lowered(_ point: ScreenPoint, toDepth depth: Double) -> ScreenPoint {
    guard isFlat else {
      guard up.z > 0 else { return point }
      let highest = (eye.z * (1 - 1 / depth) - right.z * (point.x - focus.x)) / up.z
      return ScreenPoint(x: point.x, y: max(point.y, focus.y - highest))
    }
    guard sinPitch > 0 else { return point }
    let highest = eyeDistancePoints * cosPitch / sinPitch * (1 - 1 / depth)
    return ScreenPoint(x: point.x, y: max(point.y, focus.y - highest))
  }
}

extension ViewTransform {
  /// Whether all ground is as far from the eye: the camera looks straight down on a level plane.
  package var isFromAbove: Bool { isFlat && camera.viewingAngle == 0 }

  /// Whether the sides of tiles are those of pixels.
  package var isUpright: Bool { isFromAbove && camera.bearing.truncatingRemainder(dividingBy: 90) == 0 }
}
