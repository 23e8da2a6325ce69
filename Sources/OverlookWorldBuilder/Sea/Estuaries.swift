import OverlookTileBuilder

/// Mouths of rivers that coarse outlines count as sea and fine ones as land: without them the sea would end where a city begins.
struct Estuaries {
  /// Units of a cell's side: some 5 km at the equator, at zoom 6.
  private static let side: Int64 = 32
  /// So many cells beyond those that fine shores do not come near, so that an estuary reaches the fine sea.
  private static let reach: Int64 = 2

  private let coarse: [[GridPoint]]
  private let fine: [[GridPoint]]

  /// - Parameters:
  ///   - coarse: The sea as coarse outlines have it, on the grid.
  ///   - fine: The same as fine ones have it.
  init(coarse: [[GridPoint]], fine: [[GridPoint]]) {
    (self.coarse, self.fine) = (coarse, fine)
  }

  /// What of the coarse sea is to be added, in pieces that overlap. `isLeftOut`: places where the two mean different things.
  func areas(isLeftOut: (GridPoint) -> Bool) -> [[[GridPoint]]] {
    let known = Self.cells(along: fine)
    let inland = Self.cells(along: coarse).filter { cell in
      guard !isLeftOut(cell &* Self.side), Self.around(cell, 1).allSatisfy({ !known.contains($0) }) else { return false }
      let (x, y) = (Double(cell.x * Self.side) + 0.5, Double(cell.y * Self.side) + 0.5)
      return !GridRings.contain(fine, x: x, y: y)
    }
    let cells = inland.reduce(into: Set<GridPoint>()) { $0.formUnion(Self.around($1, Self.reach)) }
    let near = coarse.filter { ring in ring.contains { cells.contains(Self.cell($0)) } }
    return Self.rows(cells).compactMap { row in
      let low = row.first &* Self.side
      let high = GridPoint((row.last + 1) * Self.side, (row.first.y + 1) * Self.side)
      let area = RegionClipper(low: low, high: high).clipped(near)
      return area.isEmpty ? nil : area
    }
  }

  private static func cell(_ point: GridPoint) -> GridPoint {
    GridPoint(floor(point.x), floor(point.y))
  }

  private static func floor(_ place: Int64) -> Int64 { place >= 0 ? place / side : (place + 1) / side - 1 }

  /// The cells that lines go through.
  private static func cells(along rings: [[GridPoint]]) -> Set<GridPoint> {
    var cells: Set<GridPoint> = []
    for ring in rings {
      guard var from = ring.last else { continue }
      for to in ring {
        let way = to &- from
        let steps = max(abs(way.x), abs(way.y)) / (side / 2) + 1
        for step in 0...steps { cells.insert(cell(from &+ GridPoint(way.x * step / steps, way.y * step / steps))) }
        from = to
      }
    }
    return cells
  }

  private static func around(_ cell: GridPoint, _ reach: Int64) -> [GridPoint] {
    (-reach...reach).flatMap { y in (-reach...reach).map { cell &+ GridPoint($0, y) } }
  }

  /// Cells beside each other, row by row.
  private static func rows(_ cells: Set<GridPoint>) -> [(first: GridPoint, last: Int64)] {
    var rows: [(first: GridPoint, last: Int64)] = []
    for cell in cells.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
      if let row = rows.last, row.first.y == cell.y, row.last + 1 == cell.x {
        rows[rows.count - 1].last = cell.x
      } else {
        rows.append((cell, cell.x))
      }
    }
    return rows
  }
}
