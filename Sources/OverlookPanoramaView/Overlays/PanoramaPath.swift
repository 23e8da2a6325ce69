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

  /// Where a line through unit vectors lies; NaN where it is parted: behind the camera, and beyond the edges of the view, to which it is
  /// cut with a margin.
  func project(_ directions: [SIMD3<Double>], into points: inout [ScreenPoint]) {
    points.removeAll(keepingCapacity: true)
    let margin = max(size.width, size.height)
    let box = ScreenRect(x: -margin, y: -margin, width: size.width + 2 * margin, height: size.height + 2 * margin)
    let gap = ScreenPoint(x: .nan, y: .nan)
    func part(_ points: inout [ScreenPoint]) { if points.last?.x.isNaN == false { points.append(gap) } }
    var last = gap
    for (index, direction) in directions.enumerated() {
      let point = transform.point(direction: direction)
      guard point.x.isFinite, point.y.isFinite else {
        part(&points)
        last = gap
        continue
      }
      guard !last.x.isNaN else {
        if box.contains(point) { points.append(point) }
        last = point
        continue
      }
      let (x, y) = (point.x - last.x, point.y - last.y)
      if index < directions.count - 1, x * x + y * y < Self.leastWay * Self.leastWay { continue }
      if let (from, to) = Self.inside(box, last, x, y) {
        if from > 0 {
          part(&points)
          points.append(ScreenPoint(x: last.x + x * from, y: last.y + y * from))
        }
        points.append(ScreenPoint(x: last.x + x * to, y: last.y + y * to))
        if to < 1 { part(&points) }
      } else {
        part(&points)
      }
      last = point
    }
  }

  /// What of the way from a point is in a box, as shares of it (Liang and Barsky); nil for nothing.
  private static func inside(_ box: ScreenRect, _ from: ScreenPoint, _ x: Double, _ y: Double) -> (Double, Double)? {
    var (first, last) = (0.0, 1.0)
    func cut(_ step: Double, _ room: Double) {
      if step == 0, room < 0 { last = -1 }
      if step < 0 { first = max(first, room / step) }
      if step > 0 { last = min(last, room / step) }
    }
    cut(-x, from.x - box.origin.x)
    cut(x, box.origin.x + box.size.width - from.x)
    cut(-y, from.y - box.origin.y)
    cut(y, box.origin.y + box.size.height - from.y)
    return first <= last ? (first, last) : nil
  }
}
