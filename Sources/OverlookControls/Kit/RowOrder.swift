/// Where the rows of a list lie while one of them is dragged, and where that one would land. A value.
package struct RowOrder: Hashable, Sendable {
  /// Of the rows, from above, in points.
  package let heights: [Double]
  /// The row that is dragged.
  package let dragged: Int
  /// How far it was dragged down, in points.
  package var distance = 0.0

  /// Nil when there is no such row.
  package init?(heights: [Double], dragged: Int) {
    guard heights.indices.contains(dragged) else { return nil }
    self.heights = heights.map { $0.isFinite ? max($0, 0) : 0 }
    self.dragged = dragged
  }

  private func top(_ row: Int) -> Double { heights[..<row].reduce(0, +) }

  /// The upper end of the dragged row, kept within the list.
  package var draggedTop: Double {
    let total = heights.reduce(0, +)
    let wanted = top(dragged) + (distance.isFinite ? distance : 0)
    return min(max(wanted, 0), max(total - heights[dragged], 0))
  }

  /// The place that the row would take when it were let go: it changes places with a neighbour once it covers more than half of it.
  package var target: Int {
    let (upper, lower) = (draggedTop, draggedTop + heights[dragged])
    var target = dragged
    while target > 0, upper < top(target - 1) + heights[target - 1] / 2 { target -= 1 }
    if target < dragged { return target }
    while target + 1 < heights.count, lower > top(target + 1) + heights[target + 1] / 2 { target += 1 }
    return target
  }

  /// The upper ends of all rows, from the list's own, as they are shown now.
  package var tops: [Double] {
    let target = target
    return heights.indices.map { row in
      if row == dragged { return draggedTop }
      if row > dragged, row <= target { return top(row) - heights[dragged] }
      if row < dragged, row >= target { return top(row) + heights[dragged] }
      return top(row)
    }
  }
}
