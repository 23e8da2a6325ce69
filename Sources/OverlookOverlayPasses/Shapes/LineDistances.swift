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
  /// How far above the ground the line runs, in world units.
  package var altitude = 0.0

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

/// Measures the lines of a stream on the screen.
struct ScreenDistances {
  private var key: ScreenMeasure.Key?
  private var measure = ScreenMeasure()

  /// Forgets for which view the stream was made.
  mutating func invalidate() { key = nil }

  /// Writes what changed, and the vertices of the lines to `changed`. `center` is the camera's target in the copy of the world
  /// where the stream is.
  mutating func update(
    _ stream: inout ShapeStream, view: ViewTransform, center: WorldPoint, changed: inout ContiguousArray<Range<Int>>
  ) {
    let key = ScreenMeasure.Key(view, center: center)
    guard key != self.key else { return }
    self.key = key
    for line in stream.distances {
      measure.places.removeAll(keepingCapacity: true)
      for vertex in line.vertices { measure.places.append(stream.point(vertex)) }
      measure.measure(from: line.lengthBefore, altitude: line.altitude, view, target: SIMD2(center.x, center.y))
      for (number, vertex) in line.vertices.enumerated() {
        stream.setDistance(line.wrapped(measure.distances[number]), ofVertex: vertex)
      }
      changed.note(line.vertices)
    }
  }
}
