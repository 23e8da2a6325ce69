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

  /// Pixels of the tile by which a place in the middle between lines may be wrong, there where it is worst.
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

    /// Whether the middles of all cells and of their edges lie where the cells' corners say. Where only some corners have a place
    /// they do not. Edges count because most projections keep angles: in the middle of a cell the errors of both directions
    /// cancel each other.
    func isExact(_ point: (Double, Double) -> (column: Double, row: Double)?) -> Bool {
      let tolerance = TileWarp.maximumError * pixelsPerPixel
      for row in 0..<2 * count - 1 {
        for column in 0..<2 * count - 1 where row % 2 == 1 || column % 2 == 1 {
          // Four corners around the middle of a cell, the two of an edge twice.
          let (top, left) = (row / 2 * count, column / 2)
          let (bottom, right) = ((row + 1) / 2 * count, (column + 1) / 2)
          let corners = (top + left, top + right, bottom + left, bottom + right)
          let x = (columns[corners.0] + columns[corners.1] + columns[corners.2] + columns[corners.3]) / 4
          let y = (rows[corners.0] + rows[corners.1] + rows[corners.2] + rows[corners.3]) / 4
          guard x.isFinite, y.isFinite else {
            let hasAny = [corners.0, corners.1, corners.2, corners.3].contains { columns[$0].isFinite }
            if hasAny { return false }
            continue
          }
          guard let place = point(Double(column) / 2 * Double(step), Double(row) / 2 * Double(step)) else { return false }
          let (dx, dy) = (x - place.column, y - place.row)
          if dx * dx + dy * dy > tolerance * tolerance { return false }
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
