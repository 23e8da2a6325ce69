import OverlookCamera
import OverlookGeometry

/// Measures a line on the screen, in points.
///
/// Seen from straight above, distances count from the start of the path. In a tilted view the lengths of pieces on the screen
/// change as the view moves; there, the place of the line that is nearest to the camera's target keeps the distance that it has
/// from above, so that patterns stay where they are there and change as little as they can around it.
struct ScreenMeasure {
  /// What distances depend on.
  struct Key: Equatable {
    private let pointsPerWorld: Double
    private let tilt: Double
    // In tilted views only.
    private var bearing = 0.0
    private var center = WorldPoint(x: 0, y: 0)
    private var size = SIMD2(0.0, 0.0)

    init(_ view: ViewTransform, center: WorldPoint) {
      pointsPerWorld = view.pointsPerWorld
      tilt = view.camera.viewingAngle
      guard isTilted else { return }
      bearing = view.camera.bearing
      self.center = center
      size = SIMD2(view.size.width, view.size.height)
    }

    var isTilted: Bool { tilt > 0 }
  }

  /// The line, in world units. Filled by the caller.
  var places = ContiguousArray<SIMD2<Double>>()
  /// How far along the line each place lies.
  private(set) var distances = ContiguousArray<Double>()

  /// Fills `distances`. `lengthBefore`, in world units, is what of the path lies before the first place; `target` is the camera's
  /// in the copy of the world where the line is, `altitude` how far above the ground it runs, in world units.
  mutating func measure(
    from lengthBefore: Double, altitude: Double = 0, _ view: ViewTransform, target: SIMD2<Double>
  ) {
    distances.removeAll(keepingCapacity: true)
    guard let first = places.first else { return }
    if !view.isFromAbove {
      measureTilted(from: first, lengthBefore, altitude, view, target)
      return
    }
    var distance = lengthBefore
    var previous = first
    for place in places {
      let step = place - previous
      distance += (step * step).sum().squareRoot()
      distances.append(distance * view.pointsPerWorld)
      previous = place
    }
  }

  private mutating func measureTilted(
    from first: SIMD2<Double>, _ lengthBefore: Double, _ altitude: Double, _ view: ViewTransform, _ target: SIMD2<Double>
  ) {
    func clip(_ place: SIMD2<Double>) -> SIMD4<Double> {
      let centered = (place - target) * view.pointsPerWorld
      return view.clip(x: centered.x, y: centered.y, z: altitude * view.pointsPerWorld)
    }
    var (onScreen, onGround) = (0.0, lengthBefore)
    var nearest = (squared: ((first - target) * (first - target)).sum(), onScreen: 0.0, onGround: onGround)
    var (previous, previousClip) = (first, clip(first))
    distances.append(0)
    for place in places.dropFirst() {
      let placeClip = clip(place)
      let step = place - previous
      let squared = (step * step).sum()
      let length = Self.pointsOnScreen(previousClip, placeClip, view)
      let t = squared > 0 ? min(max(((target - previous) * step).sum() / squared, 0), 1) : 0
      let away = previous + step * t - target
      if (away * away).sum() < nearest.squared {
        nearest = ((away * away).sum(), onScreen + length * t, onGround + squared.squareRoot() * t)
      }
      onScreen += length
      onGround += squared.squareRoot()
      distances.append(onScreen)
      (previous, previousClip) = (place, placeClip)
    }
    let origin = nearest.onGround * view.pointsPerWorld - nearest.onScreen
    for index in distances.indices { distances[index] += origin }
  }

  /// Of what lies before the near plane, where the shader cuts lines.
  private static func pointsOnScreen(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ view: ViewTransform) -> Double {
    let near = view.nearDepthPoints
    guard a.w > near || b.w > near else { return 0 }
    func visible(_ p: SIMD4<Double>, _ other: SIMD4<Double>) -> SIMD2<Double> {
      let p = p.w > near ? p : other + (p - other) * ((other.w - near) / (other.w - p.w))
      return SIMD2(p.x, p.y) / p.w * 0.5 * SIMD2(view.size.width, view.size.height)
    }
    let step = visible(b, a) - visible(a, b)
    return (step * step).sum().squareRoot()
  }
}
