import OverlookGeometry

extension ViewTransform {
  /// How deep the ground is allowed to be, in eye distances, where a gesture takes hold of it. Beyond, one point of the screen is
  /// worth so much ground that the map would leap; such a hold slips down to this depth.
  static let gripDepth = 8.0

  /// The camera with another zoom, bearing and tilt, and with its target such that the ground at `world` is seen at `point`.
  func camera(
    zoom: Double, bearing: Double, viewingAngle: Double, placing world: WorldPoint, at point: ScreenPoint
  ) -> CameraPosition {
    let turned = ViewTransform(
      camera: CameraPosition(target: camera.target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle), size: size,
      padding: padding, ground: ground)
    let held = turned.lowered(point, toDepth: Self.gripDepth)
    guard let (x, y) = turned.centeredPoints(at: held) else { return turned.camera }
    return turned.camera.withTarget(
      WorldPoint(x: world.x - x / turned.pointsPerWorld, y: world.y - y / turned.pointsPerWorld))
  }

  /// The ground that a gesture at `point` takes hold of.
  func grip(_ point: ScreenPoint) -> WorldPoint {
    worldPointClamped(at: point, depth: Self.gripDepth)
  }
}

extension ScreenPoint {
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension CameraPosition {
  /// The same camera over `world`, its y clamped to the world; over its own target when `world` is not finite, or differs from it
  /// by no more than rounding does, so that a camera which stays is equal to itself.
  func withTarget(_ world: WorldPoint) -> CameraPosition {
    guard world.x.isFinite, world.y.isFinite else { return self }
    let own = WorldPoint(target)
    guard abs(world.x - own.x) > 4e-15 || abs(world.y - own.y) > 4e-15 else { return self }
    let clamped = WorldPoint(x: world.x, y: min(max(world.y, 0), 1)).wrapped
    return CameraPosition(target: clamped.coordinate, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  }
}

extension CameraDelta {
  /// Where the delta takes the camera of `view`.
  func camera(from view: ViewTransform, limits: CameraLimits) -> CameraPosition {
    let camera = view.camera
    switch self {
    case .pan(let from, let to):
      guard from.isFinite, to.isFinite, view.worldPoint(at: from) != nil else { return camera }
      let (start, end) = (view.grip(from), view.grip(to))
      return camera.withTarget(WorldPoint(x: view.center.x + start.x - end.x, y: view.center.y + start.y - end.y))
    case .zoom(let levels, let point):
      return CameraStep(zoom: levels).camera(from: view, about: point, limits: limits)
    case .rotate(let degrees, let point):
      return CameraStep(bearing: degrees).camera(from: view, about: point, limits: limits)
    case .tilt(let degrees):
      return CameraStep(viewingAngle: degrees).camera(from: view, about: nil, limits: limits)
    }
  }
}

extension CameraStep {
  /// Where the step takes the camera of `view` when the ground under `point` (nil: the focus) stays and then scrolls.
  func camera(from view: ViewTransform, about point: ScreenPoint?, limits: CameraLimits) -> CameraPosition {
    AnchoredPath(from: view, step: self, about: point, limits: limits).end(view: view, limits: limits)
  }
}
