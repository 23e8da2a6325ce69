internal import Foundation
internal import OverlookGeometry

/// When one is at the corners of square cells, going on from the roads on foot.
struct CostField {
  let columns: Int
  let rows: Int
  /// Milliseconds; more than the limit where nobody comes.
  private(set) var values: [Double]
  let limit: Double
  private let origin: LocationCoordinate
  private let cell: Double
  private let narrowing: Double
  private static let metersPerDegree = SphericalGeometry.earthRadiusMeters * .pi / 180

  /// Nil where no road is reached.
  init?(_ roads: ReachedRoads, cells: Double, leastCell: Double, limit: Double, speed: Double) {
    guard let first = roads.stretches.first?.points.first else { return nil }
    let narrowing = max(cos(first.latitude * .pi / 180), 1e-3)
    func plane(_ place: LocationCoordinate) -> SIMD2<Double> {
      let east = Angle.shortestTurn(fromDegrees: first.longitude, toDegrees: place.longitude) * narrowing
      return SIMD2(east, place.latitude - first.latitude) * Self.metersPerDegree
    }
    var (low, high) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for stretch in roads.stretches {
      for point in stretch.points.map(plane) {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
    }
    let extent = high - low
    let cell = max(max(extent.x, extent.y) / cells, leastCell)
    let corner = low - 4 * cell
    columns = Int(min(extent.x / cell, 4 * cells)) + 9
    rows = Int(min(extent.y / cell, 4 * cells)) + 9
    self.limit = limit
    self.cell = cell
    self.narrowing = narrowing
    origin = LocationCoordinate(
      latitude: first.latitude + corner.y / Self.metersPerDegree,
      longitude: first.longitude + corner.x / Self.metersPerDegree / narrowing)
    // So much later is one at the corners of cells around that no road comes near.
    values = [Double](repeating: limit + 2 * cell / speed * 1000, count: columns * rows)
    for stretch in roads.stretches { add(stretch, points: stretch.points.map { (plane($0) - corner) / cell }, speed) }
  }

  /// Sets what lies within a cell and a half of a stretch.
  private mutating func add(_ stretch: ReachedRoads.Stretch, points: [SIMD2<Double>], _ speed: Double) {
    let lengths = zip(points, points.dropFirst()).map { (($1 - $0) * ($1 - $0)).sum().squareRoot() }
    let total = max(lengths.reduce(0, +), 1e-9)
    var before = 0.0
    for (number, length) in lengths.enumerated() {
      let steps = Int(min(length * 2, 10_000)) + 1
      for step in 0...steps {
        let fraction = Double(step) / Double(steps)
        let time = stretch.start + (stretch.end - stretch.start) * (before + length * fraction) / total
        spread(points[number] + (points[number + 1] - points[number]) * fraction, time, speed)
      }
      before += length
    }
  }

  private mutating func spread(_ point: SIMD2<Double>, _ time: Double, _ speed: Double) {
    let (column, row) = (Int(point.x), Int(point.y))
    for y in max(row - 1, 1)...max(min(row + 2, rows - 2), 1) {
      for x in max(column - 1, 1)...max(min(column + 2, columns - 2), 1) {
        let away = point - SIMD2(Double(x), Double(y))
        let distance = (away * away).sum().squareRoot()
        if distance > 1.5 { continue }
        // Near a road counts as on it, or a contour would leave roads out.
        let value = min(time, limit - 1) + max(distance - 0.8, 0) * cell / speed * 1000
        values[y * columns + x] = min(values[y * columns + x], value)
      }
    }
  }

  func coordinate(_ point: SIMD2<Double>) -> LocationCoordinate {
    LocationCoordinate(
      latitude: origin.latitude + point.y * cell / Self.metersPerDegree,
      longitude: Angle.wrappedDegrees(origin.longitude + point.x * cell / Self.metersPerDegree / narrowing))
  }
}

/// Marching squares (Maple 2003).
enum ContourLines {
  /// Closed rings around what lies below the field's limit, which is to their left.
  static func rings(_ field: CostField) -> [[SIMD2<Double>]] {
    var next: [Int: Int] = [:]
    for row in 0..<field.rows - 1 {
      for column in 0..<field.columns - 1 { addLines(field, row, column, &next) }
    }
    var rings: [[SIMD2<Double>]] = []
    for start in next.keys.sorted() {
      var ring: [SIMD2<Double>] = []
      var edge = start
      while let following = next.removeValue(forKey: edge) {
        ring.append(point(field, edge))
        edge = following
      }
      if ring.count > 2 { rings.append(ring + [ring[0]]) }
    }
    return rings
  }

  /// Edges are numbered by their lower left corner: twice its number for the one to the right, and one more for the one upward.
  private static func addLines(_ field: CostField, _ row: Int, _ column: Int, _ next: inout [Int: Int]) {
    let corner = row * field.columns + column
    func isIn(_ place: Int) -> Bool { field.values[place] < field.limit }
    let (a, b, c, d) = (isIn(corner), isIn(corner + 1), isIn(corner + field.columns + 1), isIn(corner + field.columns))
    let (bottom, left, right, top) = (2 * corner, 2 * corner + 1, 2 * (corner + 1) + 1, 2 * (corner + field.columns))
    // Round the cell counter-clockwise: where one leaves what is in a line starts, and it ends where one comes into it again.
    let sides = [(a, b, bottom), (b, c, right), (c, d, top), (d, a, left)]
    for (number, side) in sides.enumerated() where side.0 && !side.1 {
      for step in 1...4 {
        let other = sides[(number + 4 - step) % 4]
        if !other.0, other.1 {
          next[side.2] = other.2
          break
        }
      }
    }
  }

  private static func point(_ field: CostField, _ edge: Int) -> SIMD2<Double> {
    let corner = edge / 2
    let other = edge % 2 == 0 ? corner + 1 : corner + field.columns
    let (a, b) = (field.values[corner], field.values[other])
    let part = a == b ? 0.5 : min(max((field.limit - a) / (b - a), 0), 1)
    let start = SIMD2(Double(corner % field.columns), Double(corner / field.columns))
    return start + (edge % 2 == 0 ? SIMD2(part, 0) : SIMD2(0, part))
  }
}
