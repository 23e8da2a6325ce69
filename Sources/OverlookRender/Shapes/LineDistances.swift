import Glibc
import OverlookCamera
import OverlookGeometry
package import OverlookScene

/// How a line with dashes or pictures is measured along its path: kept with the stream, so that the distances can follow the
/// view.
package struct LineDistances: Equatable, Sendable {
  /// Of the drawn part; each but the last starts a piece.
  package var vertices: Range<Int>
  /// Of the path before the first of them, in `unit` for metres and in world units for points.
  package var lengthBefore: Double
  package var unit: LengthUnit
  /// After how much the pattern repeats itself, in `unit`.
  package var period: Double
  /// Where in the pattern the path begins.
  package var phase: Double

  /// The distance as a shader gets it: within one period, so that a Float holds it exactly enough however long the line is.
  func wrapped(_ distance: Double) -> Float {
    let rest = (distance + phase).truncatingRemainder(dividingBy: period)
    return Float(rest < 0 ? rest + period : rest)
  }

  /// How a piece is measured.
  static func length(_ unit: LengthUnit) -> @Sendable (WorldPoint, WorldPoint) -> Double {
    if unit == LengthUnit.meters { return { a, b in metersOfPiece(a, b) } }
    return { a, b in worldLength(a, b) }
  }

  private static func worldLength(_ a: WorldPoint, _ b: WorldPoint) -> Double { hypot(b.x - a.x, b.y - a.y) }

  /// Along the ground, as the middle of the piece is scaled.
  private static func metersOfPiece(_ a: WorldPoint, _ b: WorldPoint) -> Double {
    let around = 2 * Double.pi * Mercator.earthRadiusMeters
    return hypot(b.x - a.x, b.y - a.y) * around / cosh(.pi * (1 - a.y - b.y))
  }
}

extension ShapeStream {
  /// Writes the distances of a line that lies on the ground: they are the same in every view.
  mutating func setGroundDistances(_ line: LineDistances) {
    let length = LineDistances.length(.meters)
    var distance = line.lengthBefore
    var previous = point(line.vertices.lowerBound)
    for vertex in line.vertices {
      let place = point(vertex)
      distance += length(WorldPoint(x: previous.x, y: previous.y), WorldPoint(x: place.x, y: place.y))
      setDistance(line.wrapped(distance), ofVertex: vertex)
      previous = place
    }
  }
}

/// Measures lines on the screen, in points.
///
/// Seen from straight above, distances count from the start of the path. In a tilted view the lengths of pieces on the screen
/// change as the view moves; there, the place of the line that is nearest to the camera's target keeps the distance that it has
/// from above, so that patterns stay where they are there and change as little as they can around it.
struct ScreenDistances {
  /// What the distances depend on.
  private struct Key: Equatable {
    var pointsPerWorld: Double
    var tilt: Double
    /// In tilted views only.
    var bearing = 0.0
    var center = WorldPoint(x: 0, y: 0)
    var size = SIMD2(0.0, 0.0)
  }

  private var key: Key?
  private var lengths = ContiguousArray<Double>()

  /// Forgets for which view the stream was made.
  mutating func invalidate() { key = nil }

  /// Writes what changed, and the vertices of the lines to `changed`. `center` is the camera's target in the copy of the world
  /// where the stream is.
  mutating func update(
    _ stream: inout ShapeStream, view: ViewTransform, center: WorldPoint, changed: inout ContiguousArray<Range<Int>>
  ) {
    var key = Key(pointsPerWorld: view.pointsPerWorld, tilt: view.camera.viewingAngle)
    if key.tilt > 0 {
      key.bearing = view.camera.bearing
      key.center = center
      key.size = SIMD2(view.size.width, view.size.height)
    }
    guard key != self.key else { return }
    self.key = key
    for number in stream.distances.indices {
      let line = stream.distances[number]
      if key.tilt > 0 {
        measureTilted(line, &stream, view, center)
      } else {
        Self.measureUpright(line, &stream, view.pointsPerWorld)
      }
      changed.note(line.vertices)
    }
  }

  private static func measureUpright(_ line: LineDistances, _ stream: inout ShapeStream, _ pointsPerWorld: Double) {
    var distance = line.lengthBefore
    var previous = stream.point(line.vertices.lowerBound)
    for vertex in line.vertices {
      let place = stream.point(vertex)
      distance += hypot(place.x - previous.x, place.y - previous.y)
      stream.setDistance(line.wrapped(distance * pointsPerWorld), ofVertex: vertex)
      previous = place
    }
  }

  private mutating func measureTilted(
    _ line: LineDistances, _ stream: inout ShapeStream, _ view: ViewTransform, _ center: WorldPoint
  ) {
    lengths.removeAll(keepingCapacity: true)
    let target = SIMD2(center.x, center.y)
    var (onScreen, onGround) = (0.0, line.lengthBefore)
    var nearest = (squared: Double.infinity, onScreen: 0.0, onGround: 0.0)
    var previous = stream.point(line.vertices.lowerBound)
    var previousClip = SIMD4(0.0, 0, 0, 0)
    for vertex in line.vertices {
      let place = stream.point(vertex)
      let centered = (place - target) * view.pointsPerWorld
      let clip = view.clip(x: centered.x, y: centered.y)
      defer { (previous, previousClip) = (place, clip) }
      guard vertex > line.vertices.lowerBound else {
        lengths.append(0)
        nearest.squared = ((place - target) * (place - target)).sum()
        nearest.onGround = onGround
        continue
      }
      let step = place - previous
      let squared = (step * step).sum()
      let length = Self.pointsOnScreen(previousClip, clip, view)
      let t = squared > 0 ? min(max(((target - previous) * step).sum() / squared, 0), 1) : 0
      let away = previous + step * t - target
      if (away * away).sum() < nearest.squared {
        nearest = ((away * away).sum(), onScreen + length * t, onGround + squared.squareRoot() * t)
      }
      onScreen += length
      onGround += squared.squareRoot()
      lengths.append(onScreen)
    }
    let origin = nearest.onGround * view.pointsPerWorld - nearest.onScreen
    for (number, vertex) in line.vertices.enumerated() {
      stream.setDistance(line.wrapped(origin + lengths[number]), ofVertex: vertex)
    }
  }

  /// Of what lies before the near plane, where the shader cuts lines.
  private static func pointsOnScreen(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ view: ViewTransform) -> Double {
    let near = view.eyeDistancePoints * 0.01
    guard a.w > near || b.w > near else { return 0 }
    func visible(_ p: SIMD4<Double>, _ other: SIMD4<Double>) -> SIMD2<Double> {
      let p = p.w > near ? p : other + (p - other) * ((other.w - near) / (other.w - p.w))
      return SIMD2(p.x, p.y) / p.w * 0.5 * SIMD2(view.size.width, view.size.height)
    }
    let step = visible(b, a) - visible(a, b)
    return (step * step).sum().squareRoot()
  }
}
