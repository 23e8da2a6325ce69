import OverlookGeometry

/// Finds which of the borders of a coarser map a place lies at.
struct NearestBorders {
  private struct Segment {
    var border: Int
    var a: WorldPoint
    var b: WorldPoint
  }

  private let borders: [BorderNetwork.Border]
  private var cells: [SIMD2<Int32>: [Segment]] = [:]
  /// Cells of a side of the world.
  private static let cellCount = 1024.0

  init(_ borders: [BorderNetwork.Border]) {
    self.borders = borders
    for (number, border) in borders.enumerated() {
      for (a, b) in zip(border.points, border.points.dropFirst()) {
        for cell in Self.cells(around: a, b, margin: 0) {
          cells[cell, default: []].append(Segment(border: number, a: a, b: b))
        }
      }
    }
  }

  /// - Parameter reach: In widths of the world.
  func nearest(to place: WorldPoint, within reach: Double) -> BorderNetwork.Border? {
    var best: (border: Int, square: Double)?
    for cell in Self.cells(around: place, place, margin: reach) {
      for segment in cells[cell] ?? [] {
        let square = Self.square(place, segment.a, segment.b)
        if square < reach * reach, square < best?.square ?? .infinity { best = (segment.border, square) }
      }
    }
    return best.map { borders[$0.border] }
  }

  private static func cells(around a: WorldPoint, _ b: WorldPoint, margin: Double) -> [SIMD2<Int32>] {
    let index = { (value: Double) in Int32((value * cellCount).rounded(.down)) }
    let columns = index(min(a.x, b.x) - margin)...index(max(a.x, b.x) + margin)
    let rows = index(min(a.y, b.y) - margin)...index(max(a.y, b.y) + margin)
    return rows.flatMap { row in columns.map { SIMD2($0, row) } }
  }

  private static func square(_ place: WorldPoint, _ a: WorldPoint, _ b: WorldPoint) -> Double {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let length = dx * dx + dy * dy
    let t = length > 0 ? min(max(((place.x - a.x) * dx + (place.y - a.y) * dy) / length, 0), 1) : 0
    let x = a.x + t * dx - place.x
    let y = a.y + t * dy - place.y
    return x * x + y * y
  }
}
