import OverlookGeometry

/// Finds which of many lines a place lies at.
struct NearestLines<Line> {
  private struct Segment {
    var line: Int
    var a: WorldPoint
    var b: WorldPoint
  }

  private let lines: [Line]
  private var cells: [SIMD2<Int32>: [Segment]] = [:]
  /// Cells of a side of the world.
  private static var cellCount: Double { 1024 }

  init(_ lines: [Line], points: (Line) -> [WorldPoint]) {
    self.lines = lines
    for (number, line) in lines.enumerated() {
      let points = points(line)
      for (a, b) in zip(points, points.dropFirst()) {
        for cell in Self.cells(around: a, b, margin: 0) {
          cells[cell, default: []].append(Segment(line: number, a: a, b: b))
        }
      }
    }
  }

  /// - Parameter reach: In widths of the world.
  func nearest(to place: WorldPoint, within reach: Double) -> Line? {
    var best: (line: Int, square: Double)?
    for cell in Self.cells(around: place, place, margin: reach) {
      for segment in cells[cell] ?? [] {
        let square = Self.square(place, segment.a, segment.b)
        if square < reach * reach, square < best?.square ?? .infinity { best = (segment.line, square) }
      }
    }
    return best.map { lines[$0.line] }
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
