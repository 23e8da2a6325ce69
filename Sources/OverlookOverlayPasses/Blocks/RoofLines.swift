import OverlookCamera
import OverlookGeometry
import OverlookScene

/// The outlines of roofs in drawing order: lines as flat polygons have them, at a height. No GL here.
@MainActor struct RoofLines {
  private(set) var stream = ShapeStream()
  /// Vertices whose distances changed with the view.
  private(set) var changedStyles = ContiguousArray<Range<Int>>()
  private var baker = ShapeBaker(scope: Self.scope)
  private var screenDistances = ScreenDistances()

  /// All of the world, as close as anybody looks: walls leave no corner out either.
  private static let scope = ShapeScope(
    region: WorldRect(minX: -5e5, minY: 0, maxX: 5e5, maxY: 1), zoom: 22, pixelsPerPoint: 1)

  var paints: ShapePaints { baker.paints }

  mutating func removeAll() {
    stream.removeAll()
    baker.paints.removeAll()
    screenDistances.invalidate()
  }

  /// Adds the outline of a roof so many world units above the ground.
  mutating func append(_ stroke: Stroke, _ geometry: ShapeGeometry, altitude: Double) {
    baker.altitude = altitude
    baker.appendRoofLine(stroke, geometry, to: &stream)
  }

  /// Brings to `view` what is measured on the screen; `center` is the camera's target in the copy of the world of the polygons.
  mutating func follow(_ view: ViewTransform, center: WorldPoint) {
    changedStyles.removeAll(keepingCapacity: true)
    guard !stream.distances.isEmpty else { return }
    screenDistances.update(&stream, view: view, center: center, changed: &changedStyles)
  }
}
