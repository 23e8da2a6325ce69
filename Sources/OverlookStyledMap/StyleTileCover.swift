import Glibc
package import OverlookCamera
import OverlookGeometry
package import OverlookLayout
import OverlookSupport

/// The tiles of a source that a view shows.
///
/// Up to 60 degrees of pitch all have the level that the zoom asks for; beyond, it falls with the distance from the eye, so that
/// a view to the horizon needs few more tiles than one straight down.
package struct StyleTileCover {
  /// A square of one copy of the world.
  package struct Square: Hashable, Sendable {
    package var tile: OverscaledTile
    package var worldCopy: Int
    /// From the camera's target to the square's middle, in widths of the world.
    package var distance: Double
  }

  package struct Parameters: Hashable, Sendable {
    package var minimumZoom = 0
    package var maximumZoom = 22
    /// Points of a tile's side.
    package var tileSize = 512
    /// Whether the level nearest to the zoom is taken, and not the one below it: for pictures.
    package var roundsZoom = false
    /// Whether tiles of the highest level are laid out anew for deeper zooms.
    package var overscales = true

    package init() {}

    /// Of the style, brought to the size of the source's tiles.
    fileprivate func zoom(_ view: ViewTransform) -> Double { log2(view.pointsPerWorld / Double(tileSize)) }

    /// The level whose tiles are shown at a zoom.
    fileprivate func whole(_ zoom: Double) -> Int {
      // The margin keeps whole zooms on their level where the logarithm falls short of them.
      let rounded = roundsZoom ? (zoom + 0.5 + 1e-9).rounded(.down) : (zoom + 1e-9).rounded(.down)
      return Int(exactly: min(max(rounded, -1), 30)) ?? 0
    }
  }

  /// The rows and columns of tiles that a view from above lies in: views with the same have the same tiles.
  package struct Extent: Hashable, Sendable {
    var zoom: Int
    var least: SIMD2<Double>
    var most: SIMD2<Double>
  }

  /// Nil for a turned or tilted view.
  package static func extent(_ view: ViewTransform, _ parameters: Parameters) -> Extent? {
    guard view.isFromAbove, view.camera.bearing == 0 else { return nil }
    let bounds = view.visibleRect
    let level = max(0, parameters.whole(parameters.zoom(view)))
    let across = Double(sign: .plus, exponent: min(level, parameters.maximumZoom), significand: 1)
    return Extent(
      zoom: level, least: (SIMD2(bounds.minX, bounds.minY) * across).rounded(.down),
      most: (SIMD2(bounds.maxX, bounds.maxY) * across).rounded(.up))
  }

  /// Views of absurd sizes get no more tiles than this.
  static let maximumCount = 2048

  /// Nearest to the camera's target first.
  package static func squares(_ view: ViewTransform, _ parameters: Parameters) -> [Square] {
    var cover = StyleTileCover()
    cover.fill(view, parameters)
    return cover.squares
  }

  /// Nearest to the camera's target first.
  private(set) var squares: [Square] = []
  private var stack: [(tile: TileID, copy: Int)] = []

  /// Finds the squares of `view`, in the memory of the last call.
  mutating func fill(_ view: ViewTransform, _ parameters: Parameters) {
    squares.removeAll(keepingCapacity: true)
    stack.removeAll(keepingCapacity: true)
    let search = Search(view, parameters)
    for copy in -3...3 { stack.append((TileID(z: 0, x: 0, y: 0), copy)) }
    while let (tile, copy) = stack.popLast(), squares.count < Self.maximumCount {
      switch search.visit(tile, copy) {
      case .unseen: continue
      case .square(let square): squares.append(square)
      case .divided: for index in 0..<4 { stack.append((tile.child(index), copy)) }
      }
    }
    squares.heapSort { ($0.distance, $0.tile, $0.worldCopy) < ($1.distance, $1.tile, $1.worldCopy) }
  }

  /// Leaves only the squares of which `isIncluded` is true.
  mutating func filter(_ isIncluded: (Square) -> Bool) { squares.removeAll { !isIncluded($0) } }

  mutating func removeAll() { squares.removeAll(keepingCapacity: true) }

  /// Whether it has the same squares as `other`, however far they are.
  func hasSquares(of other: StyleTileCover) -> Bool {
    func isSame(_ a: Square, _ b: Square) -> Bool { a.tile == b.tile && a.worldCopy == b.worldCopy }
    guard squares.count == other.squares.count else { return false }
    return squares.indices.allSatisfy { index in
      // Mostly not even their order changed.
      isSame(squares[index], other.squares[index]) || other.squares.contains { isSame(squares[index], $0) }
    }
  }
}

/// The tests that tiles are put to, from the whole world down.
private struct Search {
  enum Visit {
    case unseen, divided
    case square(StyleTileCover.Square)
  }

  private let parameters: StyleTileCover.Parameters
  private let view: ViewTransform
  /// The seen ground, a convex quadrangle: near left, near right, far right, far left.
  private let quad: WorldQuad
  private let bounds: WorldRect
  /// Style zoom brought to the size of the source's tiles.
  private let sourceZoom: Double
  private let isVariable: Bool
  private let eye: WorldPoint
  private let eyeHeight: Double
  private let eyeDistance: Double

  init(_ view: ViewTransform, _ parameters: StyleTileCover.Parameters) {
    self.parameters = parameters
    self.view = view
    quad = view.visibleQuad
    bounds = quad.bounds
    sourceZoom = parameters.zoom(view)
    let pitch = view.camera.viewingAngle * Angle.radiansPerDegree
    let bearing = view.camera.bearing * Angle.radiansPerDegree
    isVariable = view.camera.viewingAngle > 60
    eyeDistance = view.eyeDistancePoints / view.pointsPerWorld
    eyeHeight = eyeDistance * cos(pitch)
    let back = eyeDistance * sin(pitch)
    eye = WorldPoint(x: view.center.x - back * sin(bearing), y: view.center.y + back * cos(bearing))
  }

  func visit(_ tile: TileID, _ copy: Int) -> Visit {
    guard isSeen(tile, copy) else { return .unseen }
    let wanted = max(0, parameters.whole(isVariable ? desiredZoom(tile, copy) : sourceZoom))
    guard tile.z >= min(wanted, parameters.maximumZoom) else { return .divided }
    guard tile.z >= parameters.minimumZoom else { return .unseen }
    let overscaled = parameters.overscales && tile.z == parameters.maximumZoom ? max(tile.z, wanted) : tile.z
    let rect = tile.worldRect
    let dx = (rect.minX + rect.maxX) / 2 + Double(copy) - view.center.x
    let dy = (rect.minY + rect.maxY) / 2 - view.center.y
    return .square(
      StyleTileCover.Square(
        tile: OverscaledTile(canonical: tile, overscaledZ: overscaled), worldCopy: copy,
        distance: (dx * dx + dy * dy).squareRoot()))
  }

  private func isSeen(_ tile: TileID, _ copy: Int) -> Bool {
    let rect = tile.worldRect
    let shift = Double(copy)
    let (low, high) = (SIMD2(rect.minX + shift, rect.minY), SIMD2(rect.maxX + shift, rect.maxY))
    guard low.x < bounds.maxX, high.x > bounds.minX, low.y < bounds.maxY, high.y > bounds.minY else { return false }
    return isWithin(quad.nearLeft, quad.nearRight, low, high) && isWithin(quad.nearRight, quad.farRight, low, high)
      && isWithin(quad.farRight, quad.farLeft, low, high) && isWithin(quad.farLeft, quad.nearLeft, low, high)
  }

  /// Whether some of a rectangle lies on the inner side of the edge from a to b of what is seen.
  private func isWithin(_ a: WorldPoint, _ b: WorldPoint, _ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
    // Points outwards, y being south.
    let normal = SIMD2(a.y - b.y, b.x - a.x)
    // The corner of the rectangle that lies farthest inwards.
    let corner = SIMD2(normal.x > 0 ? low.x : high.x, normal.y > 0 ? low.y : high.y)
    return (normal * (corner - SIMD2(a.x, a.y))).sum() < 0
  }

  // MARK: Steep views

  /// The level whose tiles are worth their cost where a tile lies: no more than 9.3 levels on the screen, and no more than three
  /// times the tiles of a view straight down.
  private func desiredZoom(_ tile: TileID, _ copy: Int) -> Double {
    let levels = 9.314
    let countRatio = 3.0
    let horizon = 89.25 * Angle.radiansPerDegree
    let field = ViewTransform.fieldOfView
    let behavior = 2 * ((levels - 1) / log2(cos(horizon - field) / cos(horizon)) - 1)
    let centerPitch = acos(min(eyeHeight / eyeDistance, 1))
    let flatCount = 2 * Self.integral(power: behavior - 1, from: 0, to: field / 2)
    let highest = min(horizon, centerPitch + field / 2)
    let lowest = min(highest, centerPitch - field / 2)
    let count = Self.integral(power: behavior - 1, from: lowest, to: highest)
    let across = distance(to: tile, copy)
    let distance = (across * across + eyeHeight * eyeHeight).squareRoot()
    let pitch = atan(across / eyeHeight)
    return sourceZoom + log2(eyeDistance / distance / max(0.5, cos(field / 2))) + behavior * log2(cos(pitch)) / 2
      - log2(max(1, count / flatCount / countRatio)) / 2
  }

  /// Of cos(x)^power.
  private static func integral(power: Double, from start: Double, to end: Double) -> Double {
    let count = 10
    let step = (end - start) / Double(count)
    return (0..<count).reduce(0) { $0 + step * pow(cos(start + (Double($1) + 0.5) * step), power) }
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
