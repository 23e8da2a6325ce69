/// The places between the characters of a line as they are seen from left to right, where text runs both ways.
///
/// Where two directions meet, a place is seen at two edges. It is taken to lie at the edge of that neighbour which is nested less
/// (UAX 9), the ends of the line counting as the line's own direction: so each edge belongs to one place, and whoever goes from
/// edge to edge comes by each place once.
package struct VisualPlaces: Hashable, Sendable {
  /// The characters from left to right.
  package let order: [Int]
  /// Whether the line as a whole is read from right to left.
  package let isRightToLeft: Bool
  /// Of each place, 0 for the left end of the line.
  private let edges: [Int]
  /// The other way round.
  private let places: [Int]

  /// A line of characters, as people see them.
  package init(_ characters: [Character]) {
    let count = characters.count
    let codePoints = characters.flatMap { $0.unicodeScalars.map(\.value) }
    guard Bidi.isNeeded(codePoints) else {
      order = Array(0..<count)
      isRightToLeft = false
      edges = Array(0...count)
      places = edges
      return
    }
    let all = Bidi.levels(codePoints)
    var levels: [UInt8] = []
    var start = 0
    for character in characters {
      levels.append(start < all.count ? all[start] : 0)
      start += character.unicodeScalars.count
    }
    isRightToLeft = Bidi.isRightToLeft(codePoints)
    order = Bidi.visualOrder(levels[...])
    (edges, places) = Self.edges(levels, order, base: isRightToLeft ? 1 : 0)
  }

  private static func edges(_ levels: [UInt8], _ order: [Int], base: UInt8) -> (edges: [Int], places: [Int]) {
    let count = levels.count
    var seen = [Int](repeating: 0, count: count)
    for (place, character) in order.enumerated() { seen[character] = place }
    let edges = (0...count).map { place -> Int in
      let before = place > 0 ? levels[place - 1] : base
      let after = place < count ? levels[place] : base
      if before <= after {
        // The end of what stands before it.
        guard place > 0 else { return base & 1 == 1 ? count : 0 }
        return before & 1 == 1 ? seen[place - 1] : seen[place - 1] + 1
      }
      guard place < count else { return base & 1 == 1 ? 0 : count }
      return after & 1 == 1 ? seen[place] + 1 : seen[place]
    }
    var places = [Int](repeating: 0, count: count + 1)
    for (place, edge) in edges.enumerated() { places[edge] = place }
    return (edges, places)
  }

  /// Where a place is seen, 0 for the left end of the line.
  package func edge(of place: Int) -> Int { edges[min(max(place, 0), edges.count - 1)] }

  /// The place that is seen at an edge.
  package func place(atEdge edge: Int) -> Int { places[min(max(edge, 0), places.count - 1)] }

  /// Runs of characters of a range that are seen side by side, as ranges of edges from left to right.
  package func edges(of range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (edge, character) in order.enumerated() where range.contains(character) {
      if let last = runs.last, last.upperBound == edge {
        runs[runs.count - 1] = last.lowerBound..<edge + 1
      } else {
        runs.append(edge..<edge + 1)
      }
    }
    return runs
  }
}
