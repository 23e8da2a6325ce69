import Glibc
import OverlookCamera
import OverlookGeometry

/// How the symbols of one tile come to the screen: from tile units to a *label plane*, where texts are laid out in points, and on
/// to clip coordinates. The label plane is the screen, or the ground for what is pitched with the map (there turned by the
/// bearing if the symbols keep to the screen's axes).
struct SymbolProjection {
  /// From tile units, moved by the layer's translation.
  let clipFromTile: Matrix4
  let size: SIMD2<Double>
  let eyeDistance: Double
  /// Tile units per point at the view's zoom.
  let unitsPerPoint: Double
  let pitchesWithMap: Bool
  let rotatesWithMap: Bool
  /// By which the map is turned, in radians: minus the bearing.
  let angle: Double
  /// In tile units.
  let translation: LabelPoint
  /// Of heights above the ground.
  let pointsPerMeter: Double
  /// The tile's north-west corner, in points from the camera's target.
  private let corner: LabelPoint
  private let sine: Double
  private let cosine: Double

  init(
    _ view: ViewTransform, tile: OverscaledTile, worldCopy: Int, _ alignment: SymbolOptions.Alignment, translation: LabelPoint
  ) {
    let unit = 1.0 / 8192
    clipFromTile =
      view.clipFromTile(tile.canonical, worldCopy: worldCopy) * Matrix4.scale(unit, unit, 1)
      * Matrix4.translation(translation.x, translation.y, 0)
    size = SIMD2(view.size.width, view.size.height)
    eyeDistance = view.eyeDistancePoints
    let rect = tile.canonical.worldRect
    let (x, y) = view.centeredPoints(for: WorldPoint(x: rect.minX + Double(worldCopy), y: rect.minY))
    corner = LabelPoint(x, y)
    unitsPerPoint = 8192 / ((rect.maxX - rect.minX) * view.pointsPerWorld)
    pitchesWithMap = alignment.pitchesWithMap
    rotatesWithMap = alignment.rotatesWithMap
    angle = -view.camera.bearing * .pi / 180
    self.translation = translation
    pointsPerMeter = view.stylePointsPerMeter
    (sine, cosine) = (sin(angle), cos(angle))
  }

  /// A place on the screen, in points from its top left corner, and its distance from the eye; 0 or less is behind it. `height`: above the
  /// ground, in metres.
  func screen(_ point: LabelPoint, height: Float = 0) -> (point: LabelPoint, distance: Double) {
    let clip = clip(point, height: height)
    return (screen(clip), clip.w)
  }

  func clip(_ point: LabelPoint, height: Float = 0) -> SIMD4<Double> {
    clipFromTile * SIMD4(point.x, point.y, Double(height) * pointsPerMeter, 1)
  }

  private func screen(_ clip: SIMD4<Double>) -> LabelPoint {
    LabelPoint((clip.x / clip.w + 1) / 2 * size.x, (1 - clip.y / clip.w) / 2 * size.y)
  }

  /// How much larger than on the ground symbols there are drawn, or smaller than on the screen: half of the perspective is
  /// undone.
  func perspectiveRatio(distance: Double) -> Double { 0.5 + 0.5 * (eyeDistance / distance) }

  /// From tile units to the label plane; the distance is 1 on the ground.
  func labelPlane(_ point: LabelPoint) -> (point: LabelPoint, distance: Double) {
    guard pitchesWithMap else { return screen(point) }
    return (turned((point + translation) / unitsPerPoint), 1)
  }

  /// Where a place of the tile is drawn on the ground, in points from the camera's target.
  func points(_ point: LabelPoint) -> LabelPoint { corner + (point + translation) / unitsPerPoint }

  /// A way in the label plane of what is pitched with the map, on the ground: x east, y south.
  func ground(labelPlane way: LabelPoint) -> LabelPoint { back(way) }

  /// From the label plane to clip coordinates.
  func clip(labelPlane point: LabelPoint) -> SIMD4<Double> {
    guard pitchesWithMap else {
      return SIMD4(point.x / size.x * 2 - 1, 1 - point.y / size.y * 2, 0, 1)
    }
    return clip(back(point) * unitsPerPoint - translation)
  }

  /// From the label plane to the screen.
  func screen(labelPlane point: LabelPoint) -> (point: LabelPoint, distance: Double) {
    guard pitchesWithMap else { return (point, 1) }
    let clip = clip(labelPlane: point)
    return (screen(clip), clip.w)
  }

  private func turned(_ point: LabelPoint) -> LabelPoint {
    if rotatesWithMap { return point }
    return LabelPoint(cosine * point.x - sine * point.y, sine * point.x + cosine * point.y)
  }

  private func back(_ point: LabelPoint) -> LabelPoint {
    if rotatesWithMap { return point }
    return LabelPoint(cosine * point.x + sine * point.y, -sine * point.x + cosine * point.y)
  }

  /// The direction on the screen in which east lies at a place, in radians.
  func eastAngle(_ point: LabelPoint) -> Double {
    let a = screen(point).point
    let b = screen(LabelPoint(point.x + 1, point.y)).point
    return atan2(b.y - a.y, b.x - a.x)
  }

  /// A translation of the style (points) in tile units.
  static func translation(_ points: SIMD2<Double>, anchor: String, _ view: ViewTransform, _ tile: OverscaledTile) -> LabelPoint {
    if points == .zero { return .zero }
    let rect = tile.canonical.worldRect
    let units = 8192 / ((rect.maxX - rect.minX) * view.pointsPerWorld)
    guard anchor == "viewport" else { return points * units }
    let bearing = view.camera.bearing * .pi / 180
    let (sine, cosine) = (sin(bearing), cos(bearing))
    return LabelPoint(points.x * cosine - points.y * sine, points.x * sine + points.y * cosine) * units
  }
}
