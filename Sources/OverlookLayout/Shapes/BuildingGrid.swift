/// An extruded polygon as a block that hides what lies behind it.
struct BuildingFootprint: Hashable, Sendable {
  /// The corners of its roof without holes, among the vertices of the bucket.
  var outline: Range<Int32>
  /// Its feature's, in the columns of the bucket.
  var row: UInt32
  /// The corners of the triangles of a roof that is not flat, three each, among the vertices.
  var slopes: Range<Int32> = 0..<0
  /// The same for blocks that share corners or lie in each other, as the parts of a building and the houses of a closed row do.
  var group: Int32 = 0

  /// Whether a place lies within the outline: a ray to the right crosses it an odd number of times.
  func contains(_ place: SIMD2<Double>, _ vertices: [ExtrusionVertex]) -> Bool {
    guard let last = outline.last else { return false }
    var isInside = false
    var before = SIMD2<Double>(vertices[Int(last)].position)
    for index in outline {
      let corner = SIMD2<Double>(vertices[Int(index)].position)
      if (corner.y > place.y) != (before.y > place.y),
        place.x < corner.x + (place.y - corner.y) / (before.y - corner.y) * (before.x - corner.x)
      {
        isInside.toggle()
      }
      before = corner
    }
    return isInside
  }

  /// Of the height between foot and top, where the roof lies at a place within the outline. `roofs`: of the vertices; empty where all are flat.
  func roofShare(at place: SIMD2<Double>, _ vertices: [ExtrusionVertex], _ roofs: [RoofVertex]) -> Double {
    func share(_ index: Int32) -> Double { roofs[safe: index].map { Double($0.share) / 65_535 } ?? 1 }
    guard let corner = outline.first, !roofs.isEmpty else { return 1 }
    for first in stride(from: slopes.lowerBound, to: slopes.upperBound - 2, by: 3) {
      func way(_ number: Int32) -> SIMD2<Double> { SIMD2<Double>(vertices[Int(first + number)].position) - place }
      let (a, b, c) = (way(0), way(1), way(2))
      let (opposite, next, last) = (b.x * c.y - b.y * c.x, c.x * a.y - c.y * a.x, a.x * b.y - a.y * b.x)
      let size = opposite + next + last
      guard size != 0, opposite / size >= 0, next / size >= 0, last / size >= 0 else { continue }
      return (opposite * share(first) + next * share(first + 1) + last * share(first + 2)) / size
    }
    return slopes.isEmpty ? share(corner) : 1
  }
}

/// Which blocks belong together.
private struct BlockGroups {
  /// Each points to an earlier one of its group, the first to itself.
  private var links: [Int32]

  init(count: Int) {
    links = (0..<count).map { Int32(clamping: $0) }
  }

  mutating func first(_ number: Int32) -> Int32 {
    var number = number
    while links[Int(number)] != number {
      links[Int(number)] = links[Int(links[Int(number)])]
      number = links[Int(number)]
    }
    return number
  }

  mutating func areJoined(_ a: Int, _ b: Int) -> Bool { first(Int32(clamping: a)) == first(Int32(clamping: b)) }

  mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (first(Int32(clamping: a)), first(Int32(clamping: b)))
    links[Int(max(a, b))] = min(a, b)
  }

  mutating func joinNeighbours(_ blocks: [BuildingFootprint], _ vertices: [ExtrusionVertex]) {
    var owners: [SIMD2<Int16>: Int] = [:]
    for (number, block) in blocks.enumerated() {
      for index in block.outline {
        if let owner = owners.updateValue(number, forKey: vertices[Int(index)].position) { join(owner, number) }
      }
    }
  }
}

/// The blocks of a tile, found by the square cells that they touch.
struct BuildingGrid: Sendable {
  let blocks: [BuildingFootprint]
  /// The first of `items` of each cell, row by row, then their number.
  private let starts: [Int32]
  /// Numbers of blocks.
  private let items: [Int32]

  private static let cellsPerSide = 32
  private static let cellUnits = Double(FeatureLayer.extent) / Double(cellsPerSide)

  /// More tests of corners against walls than these are not made: bad data must not hold up a worker.
  private static let groupingBudget = 2_000_000

  init(_ blocks: [BuildingFootprint], _ vertices: [ExtrusionVertex]) {
    var counts = [Int32](repeating: 0, count: Self.cellsPerSide * Self.cellsPerSide + 1)
    for block in blocks { Self.forEachCell(of: block, vertices) { counts[$0 + 1] += 1 } }
    for cell in counts.indices.dropFirst() { counts[cell] += counts[cell - 1] }
    var items = [Int32](repeating: 0, count: Int(counts[counts.count - 1]))
    var next = counts
    for (number, block) in blocks.enumerated() {
      Self.forEachCell(of: block, vertices) { cell in
        items[Int(next[cell])] = Int32(clamping: number)
        next[cell] += 1
      }
    }
    starts = counts
    self.items = items
    var groups = BlockGroups(count: blocks.count)
    groups.joinNeighbours(blocks, vertices)
    var budget = Self.groupingBudget
    for (number, block) in blocks.enumerated() {
      for index in block.outline {
        let corner = SIMD2<Double>(vertices[Int(index)].position)
        let cell = Self.cell(corner.y) * Self.cellsPerSide + Self.cell(corner.x)
        for item in items[Int(counts[cell])..<Int(counts[cell + 1])] where budget > 0 && !groups.areJoined(number, Int(item)) {
          budget -= blocks[Int(item)].outline.count
          if blocks[Int(item)].contains(corner, vertices) { groups.join(number, Int(item)) }
        }
      }
    }
    self.blocks = blocks.enumerated().map { number, block in
      var block = block
      block.group = groups.first(Int32(clamping: number))
      return block
    }
  }

  var byteCount: Int { MemoryLayout<BuildingFootprint>.stride * blocks.count + 4 * (starts.count + items.count) }

  /// What lies beyond the tile belongs to the cells at its edge.
  private static func forEachCell(of block: BuildingFootprint, _ vertices: [ExtrusionVertex], _ body: (Int) -> Void) {
    var low = SIMD2<Int16>(repeating: .max)
    var high = SIMD2<Int16>(repeating: .min)
    for index in block.outline {
      low = pointwiseMin(low, vertices[Int(index)].position)
      high = pointwiseMax(high, vertices[Int(index)].position)
    }
    guard low.x <= high.x else { return }
    for row in cell(Double(low.y))...cell(Double(high.y)) {
      for column in cell(Double(low.x))...cell(Double(high.x)) { body(row * cellsPerSide + column) }
    }
  }

  private static func cell(_ units: Double) -> Int { Int(min(max(units / cellUnits, 0), Double(cellsPerSide - 1))) }

  /// Whether `test` holds for a block of the cells that a way within the tile (tile units) leads through. May ask for one more
  /// than once.
  func contains(from start: SIMD2<Double>, to end: SIMD2<Double>, where test: (BuildingFootprint) -> Bool) -> Bool {
    let (low, high) = (pointwiseMin(start, end), pointwiseMax(start, end))
    let extent = Double(FeatureLayer.extent)
    guard high.x >= 0, high.y >= 0, low.x <= extent, low.y <= extent else { return false }
    let way = end - start
    for row in Self.cell(low.y)...Self.cell(high.y) {
      // Where the way is between the upper and the lower edge of the row.
      var (left, right) = (low.x, high.x)
      if way.y != 0 {
        let upper = start.x + (Double(row) * Self.cellUnits - start.y) / way.y * way.x
        let lower = start.x + (Double(row + 1) * Self.cellUnits - start.y) / way.y * way.x
        left = max(left, min(upper, lower))
        right = min(right, max(upper, lower))
      }
      guard left <= right else { continue }
      for column in Self.cell(left)...Self.cell(right) {
        let cell = row * Self.cellsPerSide + column
        for item in starts[cell]..<starts[cell + 1] where test(blocks[Int(items[Int(item)])]) { return true }
      }
    }
    return false
  }
}
