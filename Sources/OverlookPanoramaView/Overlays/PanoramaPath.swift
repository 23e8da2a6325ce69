public import OverlookCanvas
import OverlookGeometry
public import OverlookPanorama
public import OverlookSupport

/// A line through directions around the viewer that stays fixed to the scene as the camera turns. It is drawn where both ends of a part
/// are in front of the camera, and parted where one is not. Main thread only.
@MainActor public final class PanoramaPath: PanoramaItem {
  /// What the line goes through; directions that are not finite part it.
  public var orientations: [Orientation] { didSet { directions = orientations.map(\.direction) } }
  /// Points, more than 0. Default 3.
  public var width = 3.0
  /// Default white.
  public var color: Color
  /// Default 0.
  public var zIndex = 0

  private var directions: [SIMD3<Double>]
  private var points: [ScreenPoint] = []

  /// A line through `orientations`.
  public init(_ orientations: [Orientation], width: Double = 3, color: Color = .white) {
    self.orientations = orientations
    self.width = width
    self.color = color
    directions = orientations.map(\.direction)
  }

  /// Finds where the line lies in the view.
  public func update(with view: PanoramaSight) {
    view.project(directions, into: &points)
  }

  /// Draws it.
  public func draw(in canvas: Canvas) { canvas.strokePolyline(points, width: width, color: color) }
}

extension PanoramaSight {
  /// Points nearer than this to the one before add nothing that can be seen.
  private static let leastWay = 0.75

  /// Where a line through unit vectors lies; NaN where it is parted: behind the camera, and far beyond the edges of the view.
  func project(_ directions: [SIMD3<Double>], into points: inout [ScreenPoint]) {
    points.removeAll(keepingCapacity: true)
    let gap = ScreenPoint(x: .nan, y: .nan)
    let margin = max(size.width, size.height)
    let (columns, rows) = (-margin...size.width + margin, -margin...size.height + margin)
    var last = gap
    for (index, direction) in directions.enumerated() {
      var point = transform.point(direction: direction)
      if !(columns.contains(point.x) && rows.contains(point.y)) { point = gap }
      if point.x.isNaN {
        if !last.x.isNaN { points.append(gap) }
        last = gap
        continue
      }
      let (x, y) = (point.x - last.x, point.y - last.y)
      if index < directions.count - 1, x * x + y * y < Self.leastWay * Self.leastWay { continue }
      points.append(point)
      last = point
    }
  }
}
