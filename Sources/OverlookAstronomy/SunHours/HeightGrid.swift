/// How high things stand on a level piece of land, cell by cell: rows from north to south, columns from west to east.
package struct HeightGrid: Sendable {
  package let width: Int
  package let height: Int
  /// Side of a cell, metres.
  package let cellMeters: Double
  /// Above the ground, metres, row by row.
  package private(set) var heights: [Float]

  /// Cells at most: what they need beside each other stays below a gigabyte.
  package static let maximumCellCount = 40_000_000

  /// Bare ground; nil for sizes that are none, and for more than `maximumCellCount` cells.
  package init?(width: Int, height: Int, cellMeters: Double) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, count <= Self.maximumCellCount, cellMeters > 0, cellMeters.isFinite else {
      return nil
    }
    self.width = width
    self.height = height
    self.cellMeters = cellMeters
    heights = Array(repeating: 0, count: count)
  }

  package subscript(column: Int, row: Int) -> Float { heights[row * width + column] }

  /// Raises the cells whose middle lies in a polygon, by the even-odd rule, to at least `height` metres. Rings hold metres east and
  /// south of the north-western corner, and need not be closed.
  package mutating func raise(_ rings: [[SIMD2<Double>]], to height: Double) {
    guard height > 0, height.isFinite else { return }
    var (low, high) = (Double.infinity, -Double.infinity)
    for point in rings.joined() where point.y.isFinite {
      low = min(low, point.y)
      high = max(high, point.y)
    }
    guard low <= high else { return }
    let first = Self.cell(low / cellMeters - 0.5, limit: self.height)
    let last = Self.cell(high / cellMeters - 0.5, limit: self.height)
    var crossings: [Double] = []
    for row in first..<min(last + 1, self.height) {
      let y = (Double(row) + 0.5) * cellMeters
      crossings.removeAll(keepingCapacity: true)
      for ring in rings { Self.addCrossings(of: ring, y: y, to: &crossings) }
      crossings.sort()
      for index in stride(from: 0, to: crossings.count - 1, by: 2) {
        raise(row, from: crossings[index], to: crossings[index + 1], Float(height))
      }
    }
  }

  private static func addCrossings(of ring: [SIMD2<Double>], y: Double, to crossings: inout [Double]) {
    guard var a = ring.last else { return }
    for b in ring {
      if (a.y <= y) != (b.y <= y) {
        let x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
        if x.isFinite { crossings.append(x) }
      }
      a = b
    }
  }

  private mutating func raise(_ row: Int, from left: Double, to right: Double, _ height: Float) {
    let first = Self.cell((left / cellMeters - 0.5).rounded(.up), limit: width)
    let end = Self.cell((right / cellMeters - 0.5).rounded(.up), limit: width)
    for column in first..<max(end, first) {
      let index = row * width + column
      heights[index] = max(heights[index], height)
    }
  }

  /// 0 ... limit.
  private static func cell(_ place: Double, limit: Int) -> Int { Int(min(max(place, 0), Double(limit))) }

  /// Rows for columns.
  var transposed: HeightGrid? {
    guard var other = HeightGrid(width: height, height: width, cellMeters: cellMeters) else { return nil }
    for row in 0..<height {
      for column in 0..<width { other.heights[column * height + row] = heights[row * width + column] }
    }
    return other
  }
}
