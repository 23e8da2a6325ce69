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
    view.project(directions, width: width, into: &points)
  }

  /// Draws it.
  public func draw(in canvas: Canvas) { canvas.strokePolyline(points, width: width, color: color) }
}

extension PanoramaSight {
  /// Where a line of so many points' width through unit vectors lies; NaN where it is parted: behind the camera, and beyond the edges of
  /// the view, to which it is cut with a margin that nothing of it reaches over. Points that nobody would miss are left out.
  func project(_ directions: [SIMD3<Double>], width: Double, into points: inout [ScreenPoint]) {
    points.removeAll(keepingCapacity: true)
    let margin = 8 + (width.isFinite ? max(width, 0) : 0)
    let box = ScreenRect(x: -margin, y: -margin, width: size.width + 2 * margin, height: size.height + 2 * margin)
    var line = LineThinning()
    func part(_ points: inout [ScreenPoint]) {
      line.end(&points)
      if points.last?.x.isNaN == false { points.append(ScreenPoint(x: .nan, y: .nan)) }
    }
    var last: ScreenPoint?
    for direction in directions {
      let point = transform.point(direction: direction)
      guard point.x.isFinite, point.y.isFinite else {
        part(&points)
        last = nil
        continue
      }
      defer { last = point }
      guard let before = last else {
        if box.contains(point) { line.add(point, to: &points) }
        continue
      }
      let (x, y) = (point.x - before.x, point.y - before.y)
      guard let (from, to) = Self.inside(box, before, x, y) else {
        part(&points)
        continue
      }
      if from > 0 {
        part(&points)
        line.add(ScreenPoint(x: before.x + x * from, y: before.y + y * from), to: &points)
      }
      line.add(ScreenPoint(x: before.x + x * to, y: before.y + y * to), to: &points)
      if to < 1 { part(&points) }
    }
    line.end(&points)
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
