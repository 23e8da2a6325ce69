/// Makes signed distance fields of outlines.
struct DistanceField {
  /// Pixels over which the bytes fall from 255 to 0 are 8 units wide; a quarter of them lies inside.
  private static let radius: Float = 8
  private static let inside: Float = 0.25
  /// Larger glyphs are left out.
  private static let maximumSide: Float = 400

  /// The outline's closed lines in units (24 to the em), y up, filled where they wind around. `boldness`: units by which the
  /// outline grows. `ascent`: units from the top line to the baseline.
  static func glyph(
    _ contours: [[SIMD2<Float>]], advance: Float, boldness: Float, ascent: Float, resolution: Int,
    origin source: GlyphOrigin? = nil
  ) -> SDFGlyph {
    let blank = SDFGlyph(width: 0, height: 0, left: 0, top: 0, advance: advance, columns: 0, rows: 0, bitmap: [])
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    for contour in contours {
      for point in contour {
        guard point.x.isFinite, point.y.isFinite else { return blank }
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
    }
    guard low.x <= high.x, high.x - low.x <= maximumSide, high.y - low.y <= maximumSide, abs(low.x) < 1e5, abs(low.y) < 1e5
    else { return blank }
    low = ((low - boldness).rounded(.down))
    high = ((high + boldness).rounded(.up))
    let border = Float(SDFGlyph.border)
    let size = high - low + 2 * border
    let scale = Float(resolution)
    let (columns, rows) = (Int(size.x * scale), Int(size.y * scale))
    var field = DistanceField(columns: columns, rows: rows, reach: radius * scale)
    let origin = SIMD2(low.x - border, high.y + border)
    for contour in contours {
      // Into pixels, y down.
      field.add(contour.map { SIMD2(($0.x - origin.x) * scale, (origin.y - $0.y) * scale) })
    }
    return SDFGlyph(
      width: high.x - low.x, height: high.y - low.y, left: low.x, top: high.y - ascent, advance: advance,
      resolution: resolution, columns: columns, rows: rows, bitmap: field.bytes(boldness: boldness * scale),
      origin: source)
  }

  private let columns: Int
  private let rows: Int
  private let reach: Float
  /// Of the middles of pixels: eight neighbours of a row each, the last of which may lie beyond its end.
  private var squares: [SIMD8<Float>]
  private let blocksPerRow: Int
  /// Where lines cross the middles of rows, with the direction.
  private var crossings: [[(x: Float, direction: Int)]]

  private init(columns: Int, rows: Int, reach: Float) {
    self.columns = columns
    self.rows = rows
    self.reach = reach
    blocksPerRow = (columns + 7) / 8
    squares = Array(repeating: SIMD8(repeating: (reach + 1) * (reach + 1)), count: blocksPerRow * rows)
    crossings = Array(repeating: [], count: rows)
  }

  private mutating func add(_ contour: [SIMD2<Float>]) {
    guard var a = contour.last else { return }
    for b in contour {
      addSegment(a, b)
      a = b
    }
  }

  private mutating func addSegment(_ a: SIMD2<Float>, _ b: SIMD2<Float>) {
    let along = b - a
    let length = along.x * along.x + along.y * along.y
    if length == 0 { return }
    let low = pointwiseMin(a, b) - reach
    let high = pointwiseMax(a, b) + reach
    let firstRow = max(Int(low.y), 0)
    let lastRow = min(Int(high.y), rows - 1)
    let firstColumn = max(Int(low.x), 0)
    let lastColumn = min(Int(high.x), columns - 1)
    guard firstRow <= lastRow, firstColumn <= lastColumn else { return }
    let middles = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5)
    for row in firstRow...lastRow {
      let y = Float(row) + 0.5
      if (a.y <= y) != (b.y <= y) {
        crossings[row].append((a.x + (y - a.y) / along.y * along.x, a.y <= y ? 1 : -1))
      }
      let py = y - a.y
      // Those beside the box lie beyond the reach, where all distances look the same.
      for block in (firstColumn / 8)...(lastColumn / 8) {
        let px = middles + Float(8 * block) - a.x
        var t = (px * along.x + py * along.y) / length
        t.replace(with: 0, where: t .< 0)
        t.replace(with: 1, where: t .> 1)
        let (dx, dy) = (px - t * along.x, py - t * along.y)
        let square = dx * dx + dy * dy
        let index = row * blocksPerRow + block
        squares[index].replace(with: square, where: square .< squares[index])
      }
    }
  }

  private mutating func bytes(boldness: Float) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      crossings[row].sort { $0.x < $1.x }
      var next = 0
      var winding = 0
      for column in 0..<columns {
        while next < crossings[row].count, crossings[row][next].x <= Float(column) + 0.5 {
          winding += crossings[row][next].direction
          next += 1
        }
        let square = squares[row * blocksPerRow + column / 8][column % 8]
        let outside = square.squareRoot() * (winding == 0 ? 1 : -1) - boldness
        bytes[row * columns + column] = UInt8(min(max(255 - 255 * (outside / reach + Self.inside), 0), 255).rounded())
      }
    }
    return bytes
  }
}
