/// Which blocks stand within others, as the parts of a building within its outline do: their walls and roofs may lie in one plane,
/// and what lies within is to be seen above what is around it from everywhere.
struct RoofLevels {
  /// A block with what says whether it lies in another.
  struct Block {
    /// A place within it, in tile units.
    var inside: SIMD2<Double>
    /// Twice its size.
    var area: Int64
    /// Of everything that is drawn of it.
    var vertices: Range<Int>
  }

  static let highest: UInt8 = 7
  /// More tests of corners are not made: bad data must not hold up a worker.
  private static let budget = 2_000_000

  /// For each block how many lie around it, one in the other. Of two with the same outline the later one lies within.
  static func levels(_ blocks: [Block], _ grid: BuildingGrid, _ vertices: [ExtrusionVertex]) -> [UInt8] {
    var levels = [UInt8](repeating: 0, count: blocks.count)
    var numbers: [Int32: Int] = [:]
    for (number, block) in grid.blocks.enumerated() { numbers[block.outline.lowerBound] = number }
    var budget = Self.budget
    let order = blocks.indices.sorted { (-blocks[$0].area, $0) < (-blocks[$1].area, $1) }
    var isDone = [Bool](repeating: false, count: blocks.count)
    for number in order {
      let place = blocks[number].inside
      _ = grid.contains(from: place, to: place) { other in
        guard let around = numbers[other.outline.lowerBound], isDone.indices.contains(around), isDone[around] else {
          return false
        }
        budget -= other.outline.count
        if budget > 0, other.contains(place, vertices) {
          levels[number] = max(levels[number], min(levels[around] + 1, highest))
        }
        return budget <= 0
      }
      isDone[number] = true
    }
    return levels
  }
}
