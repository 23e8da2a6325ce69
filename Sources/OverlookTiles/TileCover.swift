import Glibc
package import OverlookCamera
package import OverlookGeometry
import OverlookSupport

/// The squares that a view is made of, for one layer: a quadtree's leaves, each about as large on the screen as a tile should be.
///
/// Straight down all of them have one level, the one whose tiles come closest to `tilePoints`. Under tilt the level falls with
/// the distance, so that a view to the horizon needs few more tiles than one straight down.
package struct TileCover: Sendable {
  package struct Square: Hashable, Sendable {
    /// May lie deeper than the layer has tiles.
    package var quad: TileID
    package var worldCopy: Int
    /// From the camera's target to the square's middle, in points on the ground.
    package var distance: Double
  }

  /// No view gets more squares: beyond that, all become coarser.
  package static let maximumCount = 256

  /// No more squares than these are told around a view.
  package static let maximumMarginCount = 64

  /// Nearest to the camera's target first.
  package private(set) var squares: [Square] = []
  /// Squares that the view does not show yet and will show when it goes on a little. Nearest first.
  package private(set) var margin: [Square] = []
  private var stack: [Square] = []

  package init() {}

  /// Finds the squares of `view`. Uses the memory of the last call; costs some microseconds for a common view.
  ///
  /// - Parameter heading: Where the view moves on the ground, x east and y south, of length 1, or 0 when it does not. Half a tile
  ///   round about is taken into the margin; of a view that moves, a whole one ahead of it and none behind.
  package mutating func fill(view: ViewTransform, parameters: TileLayerParameters, heading: SIMD2<Double> = .zero) {
    squares.removeAll(keepingCapacity: true)
    margin.removeAll(keepingCapacity: true)
    let descent = TileDescent(view: view, parameters: parameters, heading: heading)
    guard descent.idealZoom >= Double(parameters.minimumZoom) - 2.5 else { return }
    // Each step takes half a level away everywhere; more than a few happen for absurd tilts and sizes only.
    var coarseness = 1.0
    for _ in 0..<40 {
      if collect(descent, coarseness: coarseness, copies: view.worldCopies) { break }
      squares.removeAll(keepingCapacity: true)
      margin.removeAll(keepingCapacity: true)
      coarseness *= 2.0.squareRoot()
    }
    squares.heapSort { ($0.distance, $0.quad, $0.worldCopy) < ($1.distance, $1.quad, $1.worldCopy) }
    margin.heapSort { ($0.distance, $0.quad, $0.worldCopy) < ($1.distance, $1.quad, $1.worldCopy) }
    if margin.count > Self.maximumMarginCount { margin.removeLast(margin.count - Self.maximumMarginCount) }
  }

  /// False when there are too many.
  private mutating func collect(_ descent: TileDescent, coarseness: Double, copies: ClosedRange<Int>) -> Bool {
    for copy in copies {
      stack.append(Square(quad: TileID(z: 0, x: 0, y: 0), worldCopy: copy, distance: 0))
      while let square = stack.popLast() {
        guard let visit = descent.visit(square.quad, worldCopy: square.worldCopy) else { continue }
        guard descent.splits(square.quad, visit, coarseness: coarseness) else {
          let leaf = Square(quad: square.quad, worldCopy: square.worldCopy, distance: visit.distance)
          if visit.isInView { squares.append(leaf) } else { margin.append(leaf) }
          if squares.count > Self.maximumCount {
            stack.removeAll(keepingCapacity: true)
            return false
          }
          continue
        }
        for index in 0..<4 {
          stack.append(Square(quad: square.quad.child(index), worldCopy: square.worldCopy, distance: 0))
        }
      }
    }
    return true
  }
}

/// The tests that a quadtree's nodes are put to; coordinates are centred points.
struct TileDescent {
  struct Visit {
    /// Otherwise the square lies in the margin.
    var isInView: Bool
    var distance: Double
    /// Side on the screen where the square is nearest to the eye, in points.
    var screenSide: Double
  }

  /// The level, with its fraction, whose tiles have their proper size at the camera's target.
  let idealZoom: Double
  private let view: ViewTransform
  private let parameters: TileLayerParameters
  /// The seen ground: a convex quadrangle, near left, near right, far right, far left.
  private let corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  private let low: SIMD2<Double>
  private let high: SIMD2<Double>
  private let nearestDepth: Double
  /// How much larger a square counts for the margin, in its sides: towards west and north, and towards east and south.
  private let reach: (start: SIMD2<Double>, end: SIMD2<Double>)

  init(view: ViewTransform, parameters: TileLayerParameters, heading: SIMD2<Double>) {
    self.view = view
    self.parameters = parameters
    // A square to the east of the view comes into it when the view goes east.
    reach = (0.5 + 0.5 * heading, 0.5 - 0.5 * heading)
    idealZoom = log2(view.pointsPerWorld / parameters.tilePoints)
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
  }

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
    return Visit(
      isInView: isInView, distance: (middle * middle).sum().squareRoot(),
      screenSide: sidePoints * scale(quad, worldCopy: worldCopy, side: side))
  }

  private func isSeen(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Bool {
    start.x < high.x && start.y < high.y && end.x > low.x && end.y > low.y
      && !isBeyond(corners.0, corners.1, start, end) && !isBeyond(corners.1, corners.2, start, end)
      && !isBeyond(corners.2, corners.3, start, end) && !isBeyond(corners.3, corners.0, start, end)
  }

  func splits(_ quad: TileID, _ visit: Visit, coarseness: Double) -> Bool {
    guard quad.z < TileID.maximumZoom else { return false }
    if quad.z < parameters.minimumZoom { return true }
    // The level whose size is closest in the ratio: within a factor of the root of 2. The margin keeps a whole zoom on its level.
    return visit.screenSide > parameters.tilePoints * coarseness * 2.0.squareRoot() * (1 + 1e-9)
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
  private func scale(_ quad: TileID, worldCopy: Int, side: Double) -> Double {
    let angle = view.camera.viewingAngle
    guard !view.isFromAbove else { return 1 }
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
