import Glibc
package import OverlookCamera
package import OverlookGeometry
package import OverlookLayout

/// How the shadows of a frame fall: along the Sun's rays onto the ground, which is seen as the view sees it, each of its pixels by
/// `detail` times `detail` texels of a map of heights.
///
/// A texel holds how high above the ground, in points, the highest surface is on the ray that would reach the ground there: 0 where the
/// Sun does. Something on that ray is in the shadow if it is lower. The map reaches beyond the view as far as the rays do that meet
/// something in view.
package struct ShadowCast: Equatable, Sendable {
  package let view: ViewTransform
  package let daylight: Daylight
  /// Where a shadow lies for each point of height, in points east and south.
  package let slope: SIMD2<Double>
  /// Pixels of the target, and the part of its plane that the map covers, which may begin left of and below it.
  package let target: SIMD2<Int>
  package let area: PixelArea
  /// Texels of the map along a side of a pixel.
  package let detail: Int
  /// The height of the highest thing near the view, in points.
  package let tallest: Double

  /// Pixels from the lower left corner of a target.
  package struct PixelArea: Equatable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
  }

  /// The map reaches at most so many sizes of the target beyond each edge.
  private static let farthest = 0.75

  package init(_ view: ViewTransform, _ daylight: Daylight, target: SIMD2<Int>, tallest: Double, detail: Int = 1) {
    self.detail = detail
    self.view = view
    self.daylight = daylight
    self.target = target
    self.tallest = tallest
    slope = daylight.shadowSlope
    area = Self.area(view, slope * tallest, target)
  }

  /// The same view with the light straight above, for what stands where; its map is the view alone.
  package var fromAbove: ShadowCast { ShadowCast(self) }

  private init(_ other: ShadowCast) {
    (view, daylight, target, tallest, detail) = (other.view, other.daylight, other.target, other.tallest, other.detail)
    slope = .zero
    area = PixelArea(x: 0, y: 0, width: other.target.x, height: other.target.y)
  }

  /// The pixels onto which rays fall that meet something in view up to the height whose shadow is `reach` long.
  private static func area(_ view: ViewTransform, _ reach: SIMD2<Double>, _ target: SIMD2<Int>) -> PixelArea {
    var (low, high) = (SIMD2(-1.0, -1.0), SIMD2(1.0, 1.0))
    let quad = view.visibleQuad
    for corner in [quad.nearLeft, quad.nearRight, quad.farLeft, quad.farRight] {
      let (x, y) = view.centeredPoints(for: corner)
      for share in [0.25, 0.5, 1] {
        let clip = view.clip(x: x + share * reach.x, y: y + share * reach.y)
        guard clip.w > view.nearDepthPoints else { continue }
        let place = SIMD2(clip.x, clip.y) / clip.w
        low = pointwiseMin(low, place)
        high = pointwiseMax(high, place)
      }
    }
    let limit = 1 + 2 * farthest
    low = pointwiseMax(low, SIMD2(repeating: -limit))
    high = pointwiseMin(high, SIMD2(repeating: limit))
    func pixel(_ place: Double, _ size: Int, _ rule: FloatingPointRoundingRule) -> Int {
      Int(exactly: ((place + 1) / 2 * Double(size)).rounded(rule)) ?? 0
    }
    // With a rim, for what is looked up beside a pixel.
    let (left, bottom) = (pixel(low.x, target.x, .down) - 1, pixel(low.y, target.y, .down) - 1)
    let (right, top) = (pixel(high.x, target.x, .up) + 1, pixel(high.y, target.y, .up) + 1)
    return PixelArea(x: left, y: bottom, width: max(right - left, 1), height: max(top - bottom, 1))
  }

  /// The ground on which things stand whose shadows may be seen: what is in view, and as far towards the Sun as shadows are long.
  package var reachedRect: WorldRect {
    let rect = view.visibleRect
    let reach = slope * tallest / view.pointsPerWorld
    return WorldRect(
      minX: rect.minX - abs(reach.x), minY: rect.minY - abs(reach.y), maxX: rect.maxX + abs(reach.x),
      maxY: rect.maxY + abs(reach.y))
  }

  /// Clip coordinates of the map from those of the view: factors of x and y, and what is added times w.
  package var mapPlace: SIMD4<Float> {
    let (size, full) = (SIMD2(Double(area.width), Double(area.height)), SIMD2(Double(target.x), Double(target.y)))
    let origin = SIMD2(Double(area.x), Double(area.y))
    // pixel = (clip + 1) / 2 * full, and in the map (pixel - origin) / size * 2 - 1.
    let scale = full / size
    let offset = (full - 2 * origin) / size - 1
    return SIMD4(Float(scale.x), Float(scale.y), Float(offset.x), Float(offset.y))
  }

  /// How much higher than a surface must be what shadows it, in points: of all surfaces 30 centimetres, for what is rounded; of walls
  /// besides as much as they rise along a ray's way over a texel and a half, at the target; and the depth of the target.
  package var bias: SIMD3<Float> {
    let length = max((slope * slope).sum().squareRoot(), 0.05)
    let pixelsPerPoint = Double(target.x) / view.size.width
    let steepness = max(view.camera.viewingAngle, 0) < 80 ? cos(view.camera.viewingAngle * Angle.radiansPerDegree) : 0.17
    return SIMD3(
      Float(0.3 * view.stylePointsPerMeter), Float(1.5 / (pixelsPerPoint * steepness * length)), Float(view.eyeDistancePoints))
  }

  // MARK: Soft edges

  /// How wide the edge of a shadow is on level ground for each point of height of what throws it, in points: along the ray's way over
  /// the ground, and across it. The Sun's disc is seen under 0.53 degrees.
  package var softness: SIMD2<Double> {
    let sine = sin(max(daylight.altitude, Daylight.leastCastingAltitude) * Angle.radiansPerDegree)
    let disc = 2 * Daylight.radiusDegrees * Angle.radiansPerDegree
    return SIMD2(disc / (sine * sine), disc / sine)
  }

  /// How the clip coordinates x, y and w change along a way on the ground, in points.
  package func clipChange(_ way: SIMD2<Double>) -> SIMD3<Float> {
    let change = view.clip(x: way.x, y: way.y) - view.clip(x: 0, y: 0)
    return SIMD3(Float(change.x), Float(change.y), Float(change.w))
  }

  /// Half of the width of an edge to either side along the ray's way and across it, in clip coordinates, for each point of height.
  var softWays: (along: SIMD3<Float>, across: SIMD3<Float>) {
    let (softness, along) = (softness, along)
    return (clipChange(along * softness.x / 2), clipChange(SIMD2(-along.y, along.x) * softness.y / 2))
  }

  /// The way of the rays over the ground, a point long.
  package var along: SIMD2<Double> {
    let length = (slope * slope).sum().squareRoot()
    return length > 0 ? slope / length : SIMD2(1, 0)
  }

  /// What x, y and 1 of a place in the view are multiplied by, in clip coordinates divided by w, for one over the depth of the ground
  /// there.
  package var inverseDepth: SIMD3<Double> {
    let middle = view.clip(x: 0, y: 0)
    let (east, south) = (view.clip(x: 1, y: 0) - middle, view.clip(x: 0, y: 1) - middle)
    func row(_ row: Int) -> SIMD3<Double> { SIMD3(east[row], south[row], middle[row]) }
    let (x, y, w) = (row(0), row(1), row(3))
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    // The last row of the inverse of the matrix with these rows.
    let (first, second, third) = (cross(y, w), cross(w, x), cross(x, y))
    let determinant = (x * first).sum()
    guard determinant != 0 else { return SIMD3(0, 0, 1 / view.eyeDistancePoints) }
    return SIMD3(first.z, second.z, third.z) / determinant
  }
}
