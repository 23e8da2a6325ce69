import OverlookGeometry

/// Lines that go on where others end, made one: fewer, and simplified as a whole.
enum JoinedLines {
  /// At a place where exactly two lines end these two become one. The order of the result is that of the first pieces.
  static func joined(_ lines: [[WorldPoint]]) -> [[WorldPoint]] {
    var ends: [Place: [Int]] = [:]
    for (number, line) in lines.enumerated() {
      guard let first = line.first, let last = line.last else { continue }
      ends[Place(first), default: []].append(number)
      ends[Place(last), default: []].append(number)
    }
    var isUsed = [Bool](repeating: false, count: lines.count)
    func extend(_ line: inout [WorldPoint]) {
      while let last = line.last, let here = ends[Place(last)], here.count == 2,
        let next = here.first(where: { !isUsed[$0] })
      {
        isUsed[next] = true
        let points = lines[next]
        line += Place(points[0]) == Place(last) ? points.dropFirst() : points.reversed().dropFirst()
      }
    }
    var result: [[WorldPoint]] = []
    for (number, line) in lines.enumerated() where !isUsed[number] && line.count > 1 {
      isUsed[number] = true
      var whole = line
      extend(&whole)
      whole.reverse()
      extend(&whole)
      result.append(whole)
    }
    return result
  }

  private struct Place: Hashable {
    var x: Double
    var y: Double

    init(_ point: WorldPoint) {
      (x, y) = (point.x, point.y)
    }
  }
}
