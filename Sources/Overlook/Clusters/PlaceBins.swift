package import OverlookGeometry

/// The places of a map counted by the cells of a regular pattern.
package struct PlaceBins: Sendable {
  package enum Shape: Hashable, Sendable {
    /// With a corner in the north; the size is the distance from the middle to a corner.
    case hexagons
    /// The size is that of a side.
    case squares
  }

  package struct Bin: Sendable {
    /// The middle of the cell; x in 0 ..< 1.
    package let center: WorldPoint
    package var count: Int
    /// Of the weights of its places.
    package var sum: Double
    /// The largest weight of a place.
    package var largest: Double
  }

  /// Cells that have a place, in the order of the first one.
  package private(set) var bins: [Bin] = []
  /// The cell of each place; -1 for those that are not counted.
  package private(set) var cells: [Int32] = []

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  /// Counts `places`. `size` in widths of the world; without a positive one there are no cells. Places and weights that are not
  /// finite are not counted. `weights` are 1 where there are none.
  ///
  /// The pattern has a middle at the first place, and the world is laid out around it: no cell is cut at the antimeridian.
  package init(_ places: [WorldPoint], weights: [Double] = [], shape: Shape, size: Double) {
    cells = [Int32](repeating: -1, count: places.count)
    guard size > 0, size.isFinite, let origin = places.first(where: { $0.x.isFinite && $0.y.isFinite }) else { return }
    var known: [Cell: Int32] = [:]
    for (index, place) in places.enumerated() {
      let weight = weights.indices.contains(index) ? weights[index] : 1
      let offset = (x: (place.x - origin.x).remainder(dividingBy: 1), y: place.y - origin.y)
      guard weight.isFinite, let cell = Self.cell(at: offset, shape, size) else { continue }
      if let bin = known[cell] {
        bins[Int(bin)].count += 1
        bins[Int(bin)].sum += weight
        bins[Int(bin)].largest = max(bins[Int(bin)].largest, weight)
        cells[index] = bin
      } else {
        let center = Self.center(of: cell, shape, size)
        cells[index] = Int32(clamping: bins.count)
        known[cell] = cells[index]
        bins.append(
          Bin(
            center: WorldPoint(x: origin.x + center.x, y: origin.y + center.y).wrapped, count: 1, sum: weight, largest: weight))
      }
    }
  }

  private static func cell(at offset: (x: Double, y: Double), _ shape: Shape, _ size: Double) -> Cell? {
    switch shape {
    case .squares: return cell((offset.x / size).rounded(), (offset.y / size).rounded())
    case .hexagons:
      // Axial coordinates, rounded to the nearest middle: of the three numbers that add up to 0, the one that was rounded most
      // follows from the others.
      let (q, r) = ((offset.x / 3.0.squareRoot() - offset.y / 3) / size, offset.y * 2 / 3 / size)
      var (roundedQ, roundedR, roundedS) = (q.rounded(), r.rounded(), (-q - r).rounded())
      let (awayQ, awayR, awayS) = (abs(roundedQ - q), abs(roundedR - r), abs(roundedS + q + r))
      if awayQ > awayR && awayQ > awayS {
        roundedQ = -roundedR - roundedS
      } else if awayR > awayS {
        roundedR = -roundedQ - roundedS
      }
      return cell(roundedQ, roundedR)
    }
  }

  private static func cell(_ column: Double, _ row: Double) -> Cell? {
    guard let column = Int(exactly: column), let row = Int(exactly: row) else { return nil }
    return Cell(column: column, row: row)
  }

  private static func center(of cell: Cell, _ shape: Shape, _ size: Double) -> (x: Double, y: Double) {
    let (column, row) = (Double(cell.column), Double(cell.row))
    return switch shape {
    case .squares: (column * size, row * size)
    case .hexagons: ((column + row / 2) * 3.0.squareRoot() * size, row * 1.5 * size)
    }
  }
}
