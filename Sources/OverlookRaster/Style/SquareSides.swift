package import OverlookCamera
import OverlookGeometry

/// Tells which pixels of a view lie in the squares of tiles. Each pixel's middle lies in one of two neighbours: both find their
/// common side by the same numbers.
package struct SquareSides {
  /// Rows of the matrix from pixels, counted from the upper left corner, to points of the ground from the view's centre, all
  /// divided by the depth.
  private let east: SIMD3<Double>
  private let south: SIMD3<Double>
  private let front: SIMD3<Double>
  private let center: WorldPoint
  private let pointsPerWorld: Double
  private let width: Int

  /// The first row with ground in it, and the one after the last.
  let rows: Range<Int>

  package init(_ view: ViewTransform, width: Int, height: Int, groundRows: Int) {
    func pixels(_ column: SIMD4<Double>) -> SIMD3<Double> {
      column.pixelsTimesDepth(width: Double(width), height: Double(height))
    }
    let columns = view.clipFromCenteredPoints.columns
    let (a, b, c) = (pixels(columns.0), pixels(columns.1), pixels(columns.3))
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    // The inverse: its rows are the cross products of the columns, divided by the determinant.
    let determinant = (a * cross(b, c)).sum()
    (east, south, front) = (cross(b, c) / determinant, cross(c, a) / determinant, cross(a, b) / determinant)
    center = view.center
    pointsPerWorld = view.pointsPerWorld
    self.width = width
    rows = max(height - groundRows, 0)..<max(height, 0)
  }

  /// One side of a square: pixels lie inside where the equation is not negative, or, of the opposite side, where it is.
  private struct Side {
    let equation: SIMD3<Double>
    let isOpposite: Bool

    /// Cuts the columns of a row down to those that lie inside.
    @inline(__always)
    func cut(_ left: inout Int32, _ right: inout Int32, y: Double, width: Double) {
      let rest = equation.y * y + equation.z
      let slope = equation.x
      if slope == 0 {
        if (rest >= 0) == isOpposite { right = left }
        return
      }
      // Where the equation is 0, counted so that a column's middle is a whole number; the limit comes first, as it is taken when
      // the other is no number.
      let place = max(-1, min(width, -rest / slope - 0.5))
      if (slope > 0) != isOpposite {
        let first = slope > 0 ? Self.roundedUp(place) : Self.roundedDown(place) + 1
        left = max(left, first)
      } else {
        let end = slope > 0 ? Self.roundedUp(place) : Self.roundedDown(place) + 1
        right = min(right, end)
      }
    }

    private static func roundedDown(_ place: Double) -> Int32 { Int32(place + 1) - 1 }

    private static func roundedUp(_ place: Double) -> Int32 {
      let down = roundedDown(place)
      return Double(down) < place ? down + 1 : down
    }
  }

  /// Calls `body` for each row of `rows` with the columns that lie in the square of a tile: `left ..< right`, none if that is
  /// empty.
  func forEachRow(of tile: TileID, worldCopy: Int, _ body: (_ row: Int, _ left: Int32, _ right: Int32) -> Void) {
    let rect = tile.worldRect
    func points(_ world: Double, _ center: Double) -> Double { (world - center) * pointsPerWorld }
    let copy = Double(worldCopy)
    let sides = (
      Side(equation: east - front * points(rect.minX + copy, center.x), isOpposite: false),
      Side(equation: east - front * points(rect.maxX + copy, center.x), isOpposite: true),
      Side(equation: south - front * points(rect.minY, center.y), isOpposite: false),
      Side(equation: south - front * points(rect.maxY, center.y), isOpposite: true),
      Side(equation: front, isOpposite: false)
    )
    let limit = Double(width)
    for row in rows {
      let y = Double(row) + 0.5
      var (left, right) = (Int32(0), Int32(truncatingIfNeeded: width))
      sides.0.cut(&left, &right, y: y, width: limit)
      sides.1.cut(&left, &right, y: y, width: limit)
      sides.2.cut(&left, &right, y: y, width: limit)
      sides.3.cut(&left, &right, y: y, width: limit)
      sides.4.cut(&left, &right, y: y, width: limit)
      body(row, left, max(left, right))
    }
  }
}
