import OverlookGeometry

/// The part of a box that data cover. Extracts are often cut along a border, and say nothing of what their box holds beyond it.
struct DataFootprint {
  /// World units.
  private let box: TileClipper
  /// Cells a side.
  private let side: Int
  /// Row by row from the north-west.
  private var isCovered: [Bool]

  /// Cells a side at most, and points for each.
  private static let mostCells = 96
  private static let pointsPerCell = 8
  /// A box of which so much is covered is covered as a whole: the rest is a lake, or a wood.
  private static let whole = 0.85

  /// - Parameters:
  ///   - points: Places of the data, some of each part.
  ///   - sea: What else is known to be covered.
  init(box: TileClipper, points: [WorldPoint], sea: [[WorldPoint]]) {
    self.box = box
    let cells = Double(points.count / Self.pointsPerCell).squareRoot()
    side = min(max(Int(cells), 1), Self.mostCells)
    isCovered = [Bool](repeating: false, count: side * side)
    for point in points where box.contains(point) {
      let (x, y) = (column(point), row(point))
      // What lies between places is covered as well.
      for y in max(y - 1, 0)...min(y + 1, side - 1) {
        for x in max(x - 1, 0)...min(x + 1, side - 1) { isCovered[y * side + x] = true }
      }
    }
    for index in isCovered.indices where !isCovered[index] {
      let middle = corner(Double(index % side) + 0.5, Double(index / side) + 0.5)
      isCovered[index] = sea.count { RingGeometry.contains($0, middle) } % 2 == 1
    }
    fillHoles()
  }

  /// Places at each side that may lie far from all others: ways that lead out of an extract are often whole.
  private static let outliers = 0.01
  /// Of fewer places nothing is said of what lies around them.
  private static let leastPlaces = 100
  /// How far beyond the places that are not outliers the box goes, as a share of its size.
  private static let margin = 0.05

  /// The box that data cover which name none; nil for so few places that they cover nothing.
  static func box(around points: [WorldPoint]) -> TileClipper? {
    guard points.count >= leastPlaces, let x = side(points.map(\.x)), let y = side(points.map(\.y)) else { return nil }
    return TileClipper(minX: x.lowerBound, minY: y.lowerBound, maxX: x.upperBound, maxY: y.upperBound)
  }

  private static func side(_ places: [Double]) -> ClosedRange<Double>? {
    let sorted = places.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let left = Int(exactly: (outliers * Double(sorted.count)).rounded(.down)) ?? 0
    let (low, high) = (sorted[left], sorted[sorted.count - 1 - left])
    let beyond = margin * (high - low)
    return low < high ? max(low - beyond, first)...min(high + beyond, last) : nil
  }

  /// Outer rings; that of the box alone where most of it is covered.
  var rings: [[WorldPoint]] {
    let share = Double(isCovered.count { $0 }) / Double(isCovered.count)
    guard share < Self.whole, share > 0 else { return [[corner(0, 0), corner(side, 0), corner(side, side), corner(0, side)]] }
    let cell = max(box.maxX - box.minX, box.maxY - box.minY) / Double(side)
    return outlines().map { outline in
      LineSimplifier.simplified(ring: outline.map { corner($0.x, $0.y) }, tolerance: 0.8 * cell)
    }.filter { $0.count > 2 }
  }

  // MARK: Cells

  private func column(_ point: WorldPoint) -> Int { index((point.x - box.minX) / (box.maxX - box.minX)) }
  private func row(_ point: WorldPoint) -> Int { index((point.y - box.minY) / (box.maxY - box.minY)) }

  private func index(_ part: Double) -> Int {
    min(max(Int(exactly: (part * Double(side)).rounded(.down)) ?? 0, 0), side - 1)
  }

  private func corner(_ x: Int, _ y: Int) -> WorldPoint { corner(Double(x), Double(y)) }

  private func corner(_ x: Double, _ y: Double) -> WorldPoint {
    WorldPoint(
      x: box.minX + (box.maxX - box.minX) * x / Double(side), y: box.minY + (box.maxY - box.minY) * y / Double(side))
  }

  /// What cannot be reached from the edge of the box lies inside.
  private mutating func fillHoles() {
    var isOutside = [Bool](repeating: false, count: isCovered.count)
    var open = isCovered.indices.filter { index in
      let (x, y) = (index % side, index / side)
      return !isCovered[index] && (x == 0 || y == 0 || x == side - 1 || y == side - 1)
    }
    for index in open { isOutside[index] = true }
    while let index = open.popLast() {
      let (x, y) = (index % side, index / side)
      for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] where isIn(x, y) {
        let next = y * side + x
        if isCovered[next] || isOutside[next] { continue }
        isOutside[next] = true
        open.append(next)
      }
    }
    isCovered = isOutside.map { !$0 }
  }

  private func isIn(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < side && y < side }
  private func covers(_ x: Int, _ y: Int) -> Bool { isIn(x, y) && isCovered[y * side + x] }

  // MARK: Outlines

  /// Corners of cells along the edge of what is covered, which lies on the right.
  private func outlines() -> [[SIMD2<Int>]] {
    var edges: [SIMD2<Int>: [SIMD2<Int>]] = [:]
    for y in 0..<side {
      for x in 0..<side where covers(x, y) {
        if !covers(x, y - 1) { edges[SIMD2(x, y), default: []].append(SIMD2(x + 1, y)) }
        if !covers(x + 1, y) { edges[SIMD2(x + 1, y), default: []].append(SIMD2(x + 1, y + 1)) }
        if !covers(x, y + 1) { edges[SIMD2(x + 1, y + 1), default: []].append(SIMD2(x, y + 1)) }
        if !covers(x - 1, y) { edges[SIMD2(x, y + 1), default: []].append(SIMD2(x, y)) }
      }
    }
    var outlines: [[SIMD2<Int>]] = []
    for start in edges.keys.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
      while let first = edges[start]?.popLast() {
        var outline = [start]
        var (last, place) = (start, first)
        while place != start {
          outline.append(place)
          // Where two cells meet at a corner each keeps to its own.
          let way = place &- last
          let right = place &+ SIMD2(-way.y, way.x)
          let options = edges[place] ?? []
          guard let next = options.contains(right) ? right : options.last else { break }
          edges[place] = options.filter { $0 != next }
          (last, place) = (place, next)
        }
        outlines.append(outline)
      }
    }
    return outlines
  }
}
