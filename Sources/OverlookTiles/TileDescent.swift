import Glibc
import OverlookCamera
import OverlookGeometry

/// The tests that a quadtree's nodes are put to; coordinates are centred points.
struct TileDescent {
  struct Visit {
    /// Otherwise the square lies in the margin.
    var isInView: Bool
    var distance: Double
    var sidePoints: Double
  }

  enum Verdict {
    /// The source has no tiles as large as this.
    case none
    /// The level that the view asks for here.
    case leaf(zoom: Int)
    case divided
  }

  private let idealZoom: Double
  private let view: ViewTransform
  private let parameters: TileParameters
  /// The seen ground: a convex quadrangle, near left, near right, far right, far left.
  private let corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  private let low: SIMD2<Double>
  private let high: SIMD2<Double>
  private let nearestDepth: Double
  /// How much larger a square counts for the margin, in its sides: towards west and north, and towards east and south.
  private let reach: (start: SIMD2<Double>, end: SIMD2<Double>)
  /// Nil where all squares of a style have one level.
  private let steepLevels: SteepLevels?

  init(view: ViewTransform, parameters: TileParameters, heading: SIMD2<Double>) {
    self.view = view
    self.parameters = parameters
    // A square to the east of the view comes into it when the view goes east.
    reach = (0.5 + 0.5 * heading, 0.5 - 0.5 * heading)
    idealZoom = parameters.idealZoom(view)
    let quad = view.visibleQuad
    let centered = { (point: WorldPoint) in
      let (x, y) = view.centeredPoints(for: point)
      return SIMD2(x, y)
    }
    corners = (centered(quad.nearLeft), centered(quad.nearRight), centered(quad.farRight), centered(quad.farLeft))
    low = pointwiseMin(pointwiseMin(corners.0, corners.1), pointwiseMin(corners.2, corners.3))
    high = pointwiseMax(pointwiseMax(corners.0, corners.1), pointwiseMax(corners.2, corners.3))
    nearestDepth = max(
      min(view.depthPoints(at: quad.nearLeft), view.depthPoints(at: quad.nearRight)), view.nearDepthPoints)
    let isSteep = parameters.levels != .nearestOnScreen && view.camera.viewingAngle > 60
    steepLevels = isSteep ? SteepLevels(view, idealZoom: idealZoom) : nil
  }

  /// A layer is hidden more than two levels below its first.
  var isShown: Bool { parameters.levels != .nearestOnScreen || idealZoom >= Double(parameters.minimumZoom) - 2.5 }

  /// Nil for a square that is neither in view nor in the margin.
  func visit(_ quad: TileID, worldCopy: Int) -> Visit? {
    let side = 1 / Double(1 << quad.z)
    let minX = (Double(quad.x) * side + Double(worldCopy) - view.center.x) * view.pointsPerWorld
    let minY = (Double(quad.y) * side - view.center.y) * view.pointsPerWorld
    let sidePoints = side * view.pointsPerWorld
    let (start, end) = (SIMD2(minX, minY), SIMD2(minX + sidePoints, minY + sidePoints))
    let isInView = isSeen(start, end)
    // Each of the four parts of a square reaches no farther than the square, so that none is missed.
    guard isInView || isSeen(start - sidePoints * reach.start, end + sidePoints * reach.end) else { return nil }
    let middle = (start + end) / 2
    return Visit(isInView: isInView, distance: (middle * middle).sum().squareRoot(), sidePoints: sidePoints)
  }

  /// What becomes of a square. `coarseness`: levels that are taken away everywhere.
  func verdict(on quad: TileID, worldCopy: Int, _ visit: Visit, coarseness: Double) -> Verdict {
    guard parameters.levels != .nearestOnScreen else {
      return splits(quad, worldCopy: worldCopy, visit, coarseness: coarseness) ? .divided : .leaf(zoom: quad.z)
    }
    let zoom = steepLevels?.zoom(of: quad, worldCopy: worldCopy) ?? idealZoom
    let wanted = parameters.level(zoom - coarseness)
    guard quad.z >= min(wanted, parameters.maximumZoom) else { return .divided }
    guard quad.z >= parameters.minimumZoom else { return .none }
    let isOverscaled = parameters.levels == .below && quad.z == parameters.maximumZoom
    return .leaf(zoom: isOverscaled ? max(quad.z, wanted) : quad.z)
  }

  private func splits(_ quad: TileID, worldCopy: Int, _ visit: Visit, coarseness: Double) -> Bool {
    guard quad.z < TileID.maximumZoom else { return false }
    if quad.z < parameters.minimumZoom { return true }
    // Side on the screen where the square is nearest to the eye, in points.
    let screenSide = visit.sidePoints * scale(quad, worldCopy: worldCopy)
    // The level whose size is closest in the ratio: within a factor of the root of 2. The margin keeps a whole zoom on its level.
    return screenSide > parameters.tilePoints * exp2(coarseness) * 2.0.squareRoot() * (1 + 1e-9)
  }

  private func isSeen(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Bool {
    start.x < high.x && start.y < high.y && end.x > low.x && end.y > low.y
      && !isBeyond(corners.0, corners.1, start, end) && !isBeyond(corners.1, corners.2, start, end)
      && !isBeyond(corners.2, corners.3, start, end) && !isBeyond(corners.3, corners.0, start, end)
  }

  /// Whether a whole square lies outside the edge from `a` to `b` of the seen ground.
  private func isBeyond(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Bool {
    // Points outwards, y being south.
    let normal = SIMD2(-(b.y - a.y), b.x - a.x)
    // The corner of the square that lies farthest inwards.
    let corner = SIMD2(normal.x > 0 ? start.x : end.x, normal.y > 0 ? start.y : end.y)
    return (normal * (corner - a)).sum() >= 0
  }

  /// Screen points per ground point where the square is nearest to the eye.
  ///
  /// Across the line of sight lengths shrink with d / w (d: the eye's distance from the target, w: the depth), areas with
  /// d^2 h / w^3 (h: the eye's height above the ground). The result is the geometric mean of d / w and the root of the area's
  /// factor: it gives away some of what only one direction needs.
  private func scale(_ quad: TileID, worldCopy: Int) -> Double {
    let angle = view.camera.viewingAngle
    guard !view.isFromAbove else { return 1 }
    let side = 1 / Double(1 << quad.z)
    let left = Double(quad.x) * side + Double(worldCopy)
    let top = Double(quad.y) * side
    var depth = view.depthPoints(at: WorldPoint(x: left, y: top))
    depth = min(depth, view.depthPoints(at: WorldPoint(x: left + side, y: top)))
    depth = min(depth, view.depthPoints(at: WorldPoint(x: left, y: top + side)))
    depth = min(depth, view.depthPoints(at: WorldPoint(x: left + side, y: top + side)))
    let distance = view.eyeDistancePoints
    let ratio = distance / max(depth, nearestDepth)
    let areaFactor = ratio * ratio * ratio * cos(angle * Angle.radiansPerDegree)
    return (ratio * areaFactor.squareRoot()).squareRoot()
  }
}

/// The levels of styles in views of more than 60 degrees: those whose tiles are worth their cost where they lie. No more than 9.3
/// levels on the screen, and no more than three times the tiles of a view straight down.
private struct SteepLevels {
  private let eye: WorldPoint
  /// In widths of the world.
  private let eyeHeight: Double
  /// What is the same for all tiles.
  private let zoom: Double
  private let behavior: Double

  init(_ view: ViewTransform, idealZoom: Double) {
    let pitch = view.camera.viewingAngle * Angle.radiansPerDegree
    let bearing = view.camera.bearing * Angle.radiansPerDegree
    let eyeDistance = view.eyeDistancePoints / view.pointsPerWorld
    eyeHeight = eyeDistance * cos(pitch)
    let back = eyeDistance * sin(pitch)
    eye = WorldPoint(x: view.center.x - back * sin(bearing), y: view.center.y + back * cos(bearing))
    let levels = 9.314
    let countRatio = 3.0
    let horizon = 89.25 * Angle.radiansPerDegree
    let field = ViewTransform.fieldOfView
    behavior = 2 * ((levels - 1) / log2(cos(horizon - field) / cos(horizon)) - 1)
    let centerPitch = acos(min(eyeHeight / eyeDistance, 1))
    let flatCount = 2 * Self.integral(power: behavior - 1, from: 0, to: field / 2)
    let highest = min(horizon, centerPitch + field / 2)
    let lowest = min(highest, centerPitch - field / 2)
    let count = Self.integral(power: behavior - 1, from: lowest, to: highest)
    zoom =
      idealZoom + log2(eyeDistance / max(0.5, cos(field / 2))) - log2(max(1, count / flatCount / countRatio)) / 2
  }

  /// The level of a tile, with its fraction.
  func zoom(of tile: TileID, worldCopy: Int) -> Double {
    let across = distance(to: tile, worldCopy)
    let distance = (across * across + eyeHeight * eyeHeight).squareRoot()
    let pitch = atan(across / eyeHeight)
    return zoom - log2(distance) + behavior * log2(cos(pitch)) / 2
  }

  /// Of cos(x)^power.
  private static func integral(power: Double, from start: Double, to end: Double) -> Double {
    let count = 10
    let step = (end - start) / Double(count)
    return (0..<count).reduce(0.0) { sum, index in
      let angle: Double = start + (Double(index) + 0.5) * step
      return sum + step * pow(cos(angle), power)
    }
  }

  /// From the ground under the eye to the nearest place of a tile.
  private func distance(to tile: TileID, _ copy: Int) -> Double {
    let rect = tile.worldRect
    let x = eye.x - Double(copy)
    let dx = max(rect.minX - x, 0, x - rect.maxX)
    let dy = max(rect.minY - eye.y, 0, eye.y - rect.maxY)
    return (dx * dx + dy * dy).squareRoot()
  }
}
