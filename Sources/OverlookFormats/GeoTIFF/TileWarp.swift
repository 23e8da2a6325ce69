import OverlookGeometry

/// Where each pixel of a tile lies in a picture: exact on a grid, bilinear between.
struct TileWarp: Sendable {
  /// Pixels of a side of the tile.
  let side: Int
  /// Pixels of the tile between two lines of the grid.
  let step: Int
  /// Points of the grid in a row.
  let count: Int
  /// Columns of the picture, and rows, for each point; not a number where the projection has none.
  let columns: [Double]
  let rows: [Double]
  /// Pixels of the picture a pixel of the tile, the middle of what is found over the tile.
  let pixelsPerPixel: Double

  /// Pixels of the tile by which a place between lines may be wrong.
  static let maximumError = 1.0 / 8

  /// Nil where no point of the tile has a place in the picture.
  ///
  /// - Parameter worldOffset: Worlds to the east at which the tile is looked for, -1 ... 1.
  init?(_ tile: TileID, side: Int, reference: GeoReference, worldOffset: Double) {
    let rect = tile.worldRect
    let point: (Double, Double) -> (column: Double, row: Double)? = { x, y in
      let size = rect.maxX - rect.minX
      return reference.pixel(
        of: WorldPoint(x: rect.minX + x / Double(side) * size + worldOffset, y: rect.minY + y / Double(side) * size))
    }
    var step = 32
    while true {
      let grid = Grid(side: side, step: step, point)
      guard grid.pixelsPerPixel > 0 else { return nil }
      if step > 1, !grid.isExact(point) {
        step /= 2
        continue
      }
      (self.side, self.step, count, columns, rows) = (side, step, grid.count, grid.columns, grid.rows)
      pixelsPerPixel = grid.pixelsPerPixel
      return
    }
  }

  private struct Grid {
    let step: Int
    let count: Int
    var columns: [Double] = []
    var rows: [Double] = []
    private(set) var pixelsPerPixel = 0.0

    init(side: Int, step: Int, _ point: (Double, Double) -> (column: Double, row: Double)?) {
      self.step = step
      count = side / step + 1
      columns.reserveCapacity(count * count)
      rows.reserveCapacity(count * count)
      for row in 0..<count {
        for column in 0..<count {
          let place = point(Double(column * step), Double(row * step))
          columns.append(place?.column ?? .nan)
          rows.append(place?.row ?? .nan)
        }
      }
      pixelsPerPixel = density()
    }

    /// The middle, over all cells that have one, of the longer of a cell's two sides; 0 when none has.
    private func density() -> Double {
      var lengths: [Double] = []
      for row in 0..<count - 1 {
        for column in 0..<count - 1 {
          let here = row * count + column
          func length(_ there: Int) -> Double {
            let (dx, dy) = (columns[there] - columns[here], rows[there] - rows[here])
            return (dx * dx + dy * dy).squareRoot()
          }
          let (across, down) = (length(here + 1), length(here + count))
          if across.isFinite, down.isFinite { lengths.append(max(across, down) / Double(step)) }
        }
      }
      lengths.sort()
      // A place that is defined in a single point of a tile has no size.
      return lengths.isEmpty ? 0 : max(lengths[lengths.count / 2], 1e-9)
    }

    /// Whether the middles of all cells lie where the cells' corners say. Where only some corners have a place it is not.
    func isExact(_ point: (Double, Double) -> (column: Double, row: Double)?) -> Bool {
      let tolerance = TileWarp.maximumError * pixelsPerPixel
      for row in 0..<count - 1 {
        for column in 0..<count - 1 {
          let corners = [0, 1, count, count + 1].map { row * count + column + $0 }
          let known = corners.count { columns[$0].isFinite }
          if known == 0 { continue }
          let middle = point((Double(column) + 0.5) * Double(step), (Double(row) + 0.5) * Double(step))
          guard known == 4, let middle else { return false }
          let (x, y) = corners.reduce((0.0, 0.0)) { ($0.0 + columns[$1] / 4, $0.1 + rows[$1] / 4) }
          if abs(x - middle.column) > tolerance || abs(y - middle.row) > tolerance { return false }
        }
      }
      return true
    }
  }

  /// The part of a picture of `width` x `height` pixels that the tile shows, in columns and rows; nil for none. Cells of the grid
  /// that lie outside as a whole do not count.
  func window(width: Double, height: Double) -> (columns: ClosedRange<Double>, rows: ClosedRange<Double>)? {
    var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
    for row in 0..<count - 1 {
      for column in 0..<count - 1 {
        let corners = [0, 1, count, count + 1].map { row * count + column + $0 }.filter { columns[$0].isFinite }
        let (xs, ys) = (corners.map { columns[$0] }, corners.map { rows[$0] })
        guard let x0 = xs.min(), let x1 = xs.max(), let y0 = ys.min(), let y1 = ys.max(), x1 >= 0, y1 >= 0, x0 <= width,
          y0 <= height
        else { continue }
        (left, right, top, bottom) = (min(left, x0), max(right, x1), min(top, y0), max(bottom, y1))
      }
    }
    (left, right, top, bottom) = (max(left, 0), min(right, width), max(top, 0), min(bottom, height))
    return left <= right && top <= bottom ? (left...right, top...bottom) : nil
  }
}
