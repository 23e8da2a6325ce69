import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookLayout

/// From the units of a tile to the points of a view, and what of the tile is to be drawn.
struct TilePlane {
  private let view: ViewTransform
  private let origin: SIMD2<Double>
  /// World units of a tile unit.
  private let unit: Double
  private let translation: SIMD2<Double>
  /// Of a tile unit, where the camera looks.
  let pointsPerUnit: Double
  /// In tile units: the square that is drawn, without what lies far outside of the view.
  let clipper: PageClipper
  let tile: OverscaledTile

  /// `translate`: of the style, in points. `overlap`: how far the square is overstepped on all sides, in points, so that no seam is
  /// seen. `margin`: how far what is drawn reaches beyond its place. `isCut`: whether the layer is cut to its square at all.
  init(
    _ tile: TileFeatures, _ view: ViewTransform, translate: SIMD2<Double> = .zero, anchor: String = "map", overlap: Double,
    margin: Double, isCut: Bool = true
  ) {
    self.view = view
    self.tile = tile.tile
    let square = tile.tile.canonical.worldRect
    unit = (square.maxX - square.minX) / Double(FeatureLayer.extent)
    origin = SIMD2(square.minX + Double(tile.worldCopy), square.minY)
    let pointsPerUnit = unit * view.pointsPerWorld
    self.pointsPerUnit = pointsPerUnit
    let translation = Self.onMap(translate, anchor, view) / pointsPerUnit
    self.translation = translation
    let clip = tile.clip.worldRect
    let reach = (isCut ? overlap : 1e5) / pointsPerUnit
    let side = unit
    func place(_ x: Double, _ y: Double) -> SIMD2<Double> { SIMD2((x - square.minX) / side, (y - square.minY) / side) }
    var clipper = PageClipper(
      PageRect(low: place(clip.minX, clip.minY), high: place(clip.maxX, clip.maxY)).expanded(by: reach))
    let seen = view.groundQuad(
      of: ScreenRect(
        x: -margin, y: -margin, width: view.size.width + 2 * margin, height: view.size.height + 2 * margin))
    let copy = Double(tile.worldCopy)
    clipper.intersect(
      convex: [seen.farLeft, seen.farRight, seen.nearRight, seen.nearLeft].map { place($0.x - copy, $0.y) - translation })
    self.clipper = clipper
  }

  /// Points of the view as a way on the map, in points where the camera looks: x east, y south.
  static func onMap(_ points: SIMD2<Double>, _ anchor: String, _ view: ViewTransform) -> SIMD2<Double> {
    guard points != .zero, anchor == "viewport" else { return points }
    let bearing = view.camera.bearing * Angle.radiansPerDegree
    return SIMD2(points.x * cos(bearing) - points.y * sin(bearing), points.x * sin(bearing) + points.y * cos(bearing))
  }

  /// The place in the view, in points.
  func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let seen = view.screenPointClamped(for: world(point))
    return SIMD2(seen.x, seen.y)
  }

  func world(_ point: SIMD2<Double>) -> WorldPoint {
    WorldPoint(x: origin.x + (point.x + translation.x) * unit, y: origin.y + (point.y + translation.y) * unit)
  }

  /// How much larger than where the camera looks things are seen there.
  func scale(at point: SIMD2<Double>) -> Double { view.isFromAbove ? 1 : view.scale(at: world(point)) }

  /// What of a feature's parts is inside, in tile units. `isWhole`: nothing had to be cut.
  func points(_ features: FeatureLayer, _ part: Int32) -> [SIMD2<Double>] {
    features.points(ofPart: part).map { SIMD2<Double>(features.point($0)) }
  }

  /// Whether a part lies wholly outside or inside; nil when it must be cut.
  func isInside(_ points: [SIMD2<Double>]) -> Bool? {
    guard let first = points.first else { return false }
    var (low, high) = (first, first)
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let box = PageRect(low: low, high: high)
    guard box.intersects(clipper.bounds) else { return false }
    return box.corners.allSatisfy(clipper.contains) ? true : nil
  }
}
