import Glibc
package import OverlookCamera
import OverlookGPU
import OverlookGeometry
package import OverlookTiles

/// A corner of a tile's square; matches `tile.vert`.
package struct TileVertex: BitwiseCopyable {
  package var clip: SIMD4<Float>
  package var image: SIMD2<Float>
  package var under: SIMD2<Float>
  package var fade: Float
  /// 1 or 0.
  package var hasUnder: Float
  /// The stride of a type with a SIMD4 is a multiple of 16.
  private var padding = SIMD2<Float>()

  package init(clip: SIMD4<Float>, image: SIMD2<Float>, under: SIMD2<Float>, fade: Float, hasUnder: Float) {
    self.clip = clip
    self.image = image
    self.under = under
    self.fade = fade
    self.hasUnder = hasUnder
  }

  static let layout = VertexLayout(
    stride: 48,
    [
      VertexAttribute(0, .float, 4, offset: 0), VertexAttribute(1, .float, 4, offset: 16),
      VertexAttribute(2, .float, 2, offset: 32),
    ])
}

/// The vertices of all squares of one layer.
///
/// Corners are computed from their place in the world, in Double: squares that share one get bit by bit the same vertex, and the
/// rasteriser leaves no crack between them. Where squares of several levels meet, the corner in the middle of a larger
/// neighbour's side is a vertex of that neighbour too. Sides that run along the rows and columns of pixels do not need that: such
/// squares are left whole, and some drivers draw them much faster.
package struct TileMesh {
  /// One square, a triangle fan: of its four corners, or of its middle and what lies around it.
  package struct Square {
    package var first: Int
    package var count: Int
    /// Pixels of the screen over the width of the whole picture, in the square's middle, in the direction in which there are
    /// fewer.
    package var pixelsPerPicture: Double
    /// As much for the picture below.
    package var pixelsPerUnder: Double
  }

  package private(set) var vertices: [TileVertex] = []
  /// In the order of the draws.
  package private(set) var squares: [Square] = []
  private var sides = TileSides()

  package init() {}

  /// Uses the memory of the last call.
  package mutating func build(_ draws: [TileDraw], view: ViewTransform, pixelsPerPoint: Double) {
    vertices.removeAll(keepingCapacity: true)
    squares.removeAll(keepingCapacity: true)
    let isUpright = view.isUpright
    let hasOneLevel = draws.allSatisfy { $0.quad.z == draws[0].quad.z }
    let isWhole = isUpright || hasOneLevel
    if !isWhole { sides.fill(draws) }
    for draw in draws {
      let first = vertices.count
      if isWhole { appendQuad(draw, view) } else { appendFan(draw, view) }
      let pixels = Self.shortestSide(draw.quad, worldCopy: draw.worldCopy, view) * pixelsPerPoint
      squares.append(
        Square(
          first: first, count: vertices.count - first, pixelsPerPicture: pixels / Double(draw.image.sizeU),
          pixelsPerUnder: pixels / Double(draw.under?.sizeU ?? 1)))
    }
  }

  /// Points on the screen of the square's side in its middle, in the direction in which it is shorter. Where the depth is w,
  /// lengths across the line of sight shrink with d / w (d: the eye's distance from the target), and those along it with (d /
  /// w)^2 cos(tilt).
  private static func shortestSide(_ quad: TileID, worldCopy: Int, _ view: ViewTransform) -> Double {
    let side = 1 / Double(1 << quad.z)
    let onGround = side * view.pointsPerWorld
    let angle = view.camera.viewingAngle
    guard angle > 0 else { return onGround }
    let middle = WorldPoint(x: (Double(quad.x) + 0.5) * side + Double(worldCopy), y: (Double(quad.y) + 0.5) * side)
    let ratio = view.eyeDistancePoints / max(view.depthPoints(at: middle), view.nearDepthPoints)
    return onGround * min(ratio, ratio * ratio * cos(angle * Angle.radiansPerDegree))
  }

  private mutating func appendQuad(_ draw: TileDraw, _ view: ViewTransform) {
    append(draw, view, 0, 0)
    append(draw, view, 0, 1)
    append(draw, view, 1, 1)
    append(draw, view, 1, 0)
  }

  /// Around its middle, or a quad when no corner of another square lies on any side.
  private mutating func appendFan(_ draw: TileDraw, _ view: ViewTransform) {
    let first = vertices.count
    let length = Double(TileSides.length(draw.quad))
    append(draw, view, 0.5, 0.5)
    // Once around, each side from its first corner to before its last.
    for side in TileSides.Side.all {
      let (startU, startV): (Double, Double) =
        switch side {
        case .north: (0, 0)
        case .east: (1, 0)
        case .south: (1, 1)
        case .west: (0, 1)
        }
      append(draw, view, startU, startV)
      sides.findCorners(on: side, of: draw)
      for index in 0..<sides.corners.count {
        switch side {
        case .north: append(draw, view, Double(sides.corners[index]) / length, 0)
        case .east: append(draw, view, 1, Double(sides.corners[index]) / length)
        case .south: append(draw, view, Double(sides.corners[sides.corners.count - 1 - index]) / length, 1)
        case .west: append(draw, view, 0, Double(sides.corners[sides.corners.count - 1 - index]) / length)
        }
      }
    }
    append(draw, view, 0, 0)
    guard vertices.count - first == 6 else { return }
    vertices.removeLast(vertices.count - first)
    appendQuad(draw, view)
  }

  /// `u` and `v` run 0 ... 1 over the square from its north-west corner.
  private mutating func append(_ draw: TileDraw, _ view: ViewTransform, _ u: Double, _ v: Double) {
    // Powers of 2 and sums of fewer than 53 bits: exact, so the same for every square that shares the point.
    let side = 1 / Double(1 << draw.quad.z)
    let point = WorldPoint(
      x: (Double(draw.quad.x) + u) * side + Double(draw.worldCopy), y: (Double(draw.quad.y) + v) * side)
    let (x, y) = view.centeredPoints(for: point)
    let place = SIMD2(Float(u), Float(v))
    var clip = view.clip(x: x, y: y)
    // Seen from straight above all depths are equal: divided here, in Double, there is nothing left for perspective to do.
    if view.isFromAbove { clip = SIMD4(clip.x / clip.w, clip.y / clip.w, 0, 1) }
    let under = draw.under ?? draw.image
    vertices.append(
      TileVertex(
        clip: SIMD4<Float>(clip), image: draw.image.origin + place * draw.image.size,
        under: under.origin + place * under.size, fade: draw.fade, hasUnder: draw.under == nil ? 0 : 1))
  }
}

extension TilePart {
  fileprivate var origin: SIMD2<Float> { SIMD2(originU, originV) }
  fileprivate var size: SIMD2<Float> { SIMD2(sizeU, sizeV) }
}
