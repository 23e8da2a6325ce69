import Glibc
public import OverlookCanvas
public import OverlookGeometry
import OverlookPanorama
import OverlookStreetScene
public import OverlookSupport

/// A way on the ground, in a panorama: it lies on the street as wide as it is, and is cut where a house hides it. What is farther than 250
/// metres is left out. Main thread only.
///
/// ```swift
/// view.add(PanoramaGroundPath(route.path, widthMeters: 2, color: .blue))
/// ```
@MainActor public final class PanoramaGroundPath: PanoramaItem {
  /// What the way goes through; places that are none part it.
  public var coordinates: [LocationCoordinate] { didSet { if coordinates != oldValue { place = nil } } }
  /// Metres, more than 0. Default 1.5.
  public var widthMeters: Double { didSet { if widthMeters != oldValue { place = nil } } }
  /// Default a clear blue.
  public var color: Color
  /// Default -1: below what stands.
  public var zIndex = -1

  /// Metres within which the way is drawn, and from one of its corners to the next.
  private static let (farthest, step) = (250.0, 2.0)
  /// Over the ground, so that the ground itself does not hide it.
  private static let above = 0.05
  private static let mostCorners = 4_000
  /// Corners of one polygon.
  private static let mostInPart = 40

  /// Where the way was looked at from.
  private struct Place: Equatable {
    var coordinate: LocationCoordinate
    var height: Double
    var isHiddenKnown: Bool
  }

  /// Both edges of a part that is seen, as unit vectors: x east, y up, z north.
  private struct Part {
    var left: [SIMD3<Double>] = []
    var right: [SIMD3<Double>] = []
  }

  private var place: Place?
  private var parts: [Part] = []
  private var sight: PanoramaSight?
  private var corners: [ScreenPoint] = []

  /// A way through `coordinates`.
  public init(
    _ coordinates: [LocationCoordinate], widthMeters: Double = 1.5, color: Color = Color(red: 0.13, green: 0.42, blue: 0.92)
  ) {
    self.coordinates = coordinates
    self.widthMeters = widthMeters
    self.color = color
  }

  /// Takes the place of the panorama, and what stands around it.
  public func update(with view: PanoramaSight) {
    sight = view
    guard let coordinate = view.coordinate, coordinate.isValid else {
      place = nil
      return parts.removeAll()
    }
    let fresh = Place(coordinate: coordinate, height: view.eyeHeight, isHiddenKnown: view.surroundings != nil)
    guard fresh != place else { return }
    place = fresh
    let frame = view.surroundings?.frame ?? StreetFrame(origin: coordinate)
    parts = Self.parts(
      Self.corners(of: coordinates.map { $0.isValid ? frame.place($0) : nil }), width: widthMeters, height: fresh.height
    ) { view.surroundings?.isSeen($0) ?? true }
  }

  /// Draws what is seen.
  public func draw(in canvas: Canvas) {
    guard let transform = sight?.transform else { return }
    for part in parts {
      var first = 0
      while first < part.left.count - 1 {
        let end = min(first + Self.mostInPart, part.left.count - 1)
        fill(part, first...end, transform, canvas)
        first = end
      }
    }
  }

  private func fill(_ part: Part, _ range: ClosedRange<Int>, _ transform: PanoramaTransform, _ canvas: Canvas) {
    // What is behind the camera has no point: the part is drawn up to there.
    func flush() {
      if corners.count > 3 { canvas.fillPolygon(corners, color: color) }
      corners.removeAll(keepingCapacity: true)
    }
    corners.removeAll(keepingCapacity: true)
    var middle = 0
    for index in range {
      let (left, right) = (transform.point(direction: part.left[index]), transform.point(direction: part.right[index]))
      guard isNear(left, transform), isNear(right, transform) else {
        flush()
        middle = 0
        continue
      }
      // The left edge there, the right edge back.
      corners.insert(left, at: middle)
      middle += 1
      corners.insert(right, at: middle)
    }
    flush()
  }

  /// Points far outside of the view are those of the ground at one's feet, behind the edge.
  private func isNear(_ point: ScreenPoint, _ transform: PanoramaTransform) -> Bool {
    let reach = 8 * max(transform.size.width, transform.size.height)
    return abs(point.x) < reach && abs(point.y) < reach
  }

  /// The way within reach in short steps; nil where it is parted.
  private static func corners(of way: [SIMD2<Double>?]) -> [SIMD2<Double>?] {
    var corners: [SIMD2<Double>?] = []
    for (start, end) in zip(way, way.dropFirst()) {
      guard let start, let end, let range = shares(of: start, end) else {
        corners.append(nil)
        continue
      }
      let length = ((end - start) * (end - start)).sum().squareRoot()
      let count = max(Int(exactly: min(length * (range.upperBound - range.lowerBound) / step, 300).rounded(.up)) ?? 1, 1)
      if range.lowerBound > 0 { corners.append(nil) }
      for number in 0...count {
        let share = range.lowerBound + (range.upperBound - range.lowerBound) * Double(number) / Double(count)
        let corner = start + (end - start) * share
        if corners.last.map({ $0 != corner }) ?? true { corners.append(corner) }
      }
      if range.upperBound < 1 { corners.append(nil) }
      if corners.count > mostCorners { break }
    }
    return corners
  }

  /// What of a piece lies within reach.
  private static func shares(of start: SIMD2<Double>, _ end: SIMD2<Double>) -> ClosedRange<Double>? {
    let way = end - start
    let (a, b, c) = ((way * way).sum(), (way * start).sum(), (start * start).sum() - farthest * farthest)
    guard a > 0, a.isFinite, c.isFinite else { return nil }
    let root = b * b - a * c
    guard root > 0 else { return nil }
    let (first, last) = (max((-b - root.squareRoot()) / a, 0), min((-b + root.squareRoot()) / a, 1))
    return first < last ? first...last : nil
  }

  private static func parts(
    _ way: [SIMD2<Double>?], width: Double, height: Double, _ isSeen: (SIMD3<Double>) -> Bool
  ) -> [Part] {
    let half = width.isFinite ? min(max(width, 0.05), 50) / 2 : 0.75
    var parts: [Part] = []
    var part = Part()
    func direction(_ place: SIMD2<Double>) -> SIMD3<Double> {
      let ray = SIMD3(place.x, above - height, place.y)
      return ray / (ray * ray).sum().squareRoot()
    }
    for (index, corner) in way.enumerated() {
      guard let corner, isSeen(SIMD3(corner.x, corner.y, above - height)) else {
        if part.left.count > 1 { parts.append(part) }
        part = Part()
        continue
      }
      let before = index > 0 ? way[index - 1] ?? corner : corner
      let after = index + 1 < way.count ? way[index + 1] ?? corner : corner
      let along = after - before
      let length = (along * along).sum().squareRoot()
      guard length > 0 else { continue }
      let side = SIMD2(-along.y, along.x) / length * half
      part.left.append(direction(corner + side))
      part.right.append(direction(corner - side))
    }
    if part.left.count > 1 { parts.append(part) }
    return parts
  }
}
