/// The points of one feature in the units of its layer, and where its parts begin; the arrays are used again for the next one.
package struct VectorTileGeometry: Sendable {
  /// x and y of each point, x growing east and y south; all parts one after the other.
  package private(set) var coordinates: [Int32] = []
  /// The first point of each part, then the number of points: a part more than there are parts. A part is a line or a ring (its
  /// first point is not said again at its end); all points of a point feature are one part.
  package private(set) var partStarts: [Int32] = [0]
  /// Whether a coordinate had to be clamped to `VectorTileLimits.coordinate`.
  package private(set) var isClamped = false

  package init() {}

  private var ringAreas: [Int64] = []

  /// Decodes the geometry in `range` in the place of the one before; nil when all of it is good.
  mutating func decode(
    _ bytes: [UInt8], _ range: Range<Int>, kind: VectorTileFeature.Kind, pointLimit: Int
  ) -> GeometryFault? {
    coordinates.removeAll(keepingCapacity: true)
    partStarts.removeAll(keepingCapacity: true)
    partStarts.append(0)
    isClamped = false
    return GeometryDecoder.decode(
      bytes, range, kind, .tile, pointLimit: pointLimit, room: 0, into: &coordinates, &partStarts, ringAreas: &ringAreas,
      isClamped: &isClamped)
  }

  package var partCount: Int { partStarts.count - 1 }
  package var pointCount: Int { coordinates.count / 2 }

  /// The points of a part, as indices of points.
  package func part(_ index: Int) -> Range<Int> {
    guard index >= 0, index < partCount else { return 0..<0 }
    return Int(partStarts[index])..<Int(partStarts[index + 1])
  }

  /// Twice the area of a ring by the surveyor's formula: positive for an exterior ring, which turns clockwise on a screen, and
  /// negative for a hole (MVT 2.1, 4.3.3.3). Exact for coordinates that a map can show.
  package func doubledArea(ofPart index: Int) -> Double {
    let range = part(index)
    guard range.count > 2 else { return 0 }
    let (originX, originY) = (Int64(coordinates[2 * range.lowerBound]), Int64(coordinates[2 * range.lowerBound + 1]))
    var sum = 0.0
    var (beforeX, beforeY) = (Int64(0), Int64(0))
    for point in range.dropFirst() {
      let x = Int64(coordinates[2 * point]) - originX
      let y = Int64(coordinates[2 * point + 1]) - originY
      sum += Double(beforeX * y - x * beforeY)
      (beforeX, beforeY) = (x, y)
    }
    return sum
  }
}
