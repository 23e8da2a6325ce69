import OverlookGeometry

/// Finds the places near one: they lie sorted by the cells of a grid, whose columns close at the antimeridian.
struct PlaceGrid: Sendable {
  /// As many rows as columns.
  private let columns: Int
  /// Ascending; of the same length as `items`.
  private let keys: [Int]
  private let items: [Int32]

  private static let maximumColumns = 0x1p24

  /// A grid whose cells are at least `cellSize` wide, in widths of the world. x of the places lies in 0 ..< 1.
  init(_ places: [WorldPoint], cellSize: Double) {
    let columns = Self.columns(ofSize: cellSize)
    var cells = places.enumerated().map { (key: Self.key(of: $1, columns: columns), item: Int32(clamping: $0)) }
    cells.sort { $0.key != $1.key ? $0.key < $1.key : $0.item < $1.item }
    self.columns = columns
    keys = cells.map(\.key)
    items = cells.map(\.item)
  }

  /// Cells of `cellSize` or a little more that make a whole round.
  static func columns(ofSize cellSize: Double) -> Int {
    let columns = (1 / cellSize).rounded(.down)
    return columns >= 1 ? Int(min(columns, maximumColumns)) : 1
  }

  /// Numbers the cells row by row.
  static func key(of place: WorldPoint, columns: Int) -> Int {
    index(place.y, columns) * columns + index(place.x, columns)
  }

  private static func index(_ value: Double, _ columns: Int) -> Int {
    Int(min(max(value, 0) * Double(columns), Double(columns - 1)))
  }

  /// Calls `body` with every place in the cell of `place` and those around it, which have all that lies within a cell's size.
  func forEach(near place: WorldPoint, _ body: (Int) -> Void) {
    let (row, column) = (Self.index(place.y, columns), Self.index(place.x, columns))
    for row in max(row - 1, 0)...min(row + 1, columns - 1) {
      if columns <= 3 {
        visit(row * columns..<(row + 1) * columns, body)
      } else {
        visit(row * columns + max(column - 1, 0)..<row * columns + min(column + 2, columns), body)
        if column == 0 { visit((row + 1) * columns - 1..<(row + 1) * columns, body) }
        if column == columns - 1 { visit(row * columns..<row * columns + 1, body) }
      }
    }
  }

  private func visit(_ range: Range<Int>, _ body: (Int) -> Void) {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < keys.count, keys[low] < range.upperBound {
      body(Int(items[low]))
      low += 1
    }
  }
}
