/// Joins lines end to end.
package enum LineJoiner {
  /// Chains of points as long as they get. `keepsDirection`: a line may only go on where another one of the same direction ends.
  package static func joined<Point: Hashable>(_ lines: [[Point]], keepsDirection: Bool = false) -> [[Point]] {
    var starts: [Point: [Int]] = [:]
    for (index, line) in lines.enumerated() {
      guard let first = line.first, let last = line.last, line.count > 1 else { continue }
      starts[first, default: []].append(index)
      if !keepsDirection && first != last { starts[last, default: []].append(index) }
    }
    var isUsed = lines.map { $0.count < 2 }
    var chains: [[Point]] = []
    // With a direction, a chain begins at a line that no other leads to, so that it is whole.
    let ends = keepsDirection ? Set(lines.compactMap(\.last)) : []
    func isLedTo(_ line: Int) -> Bool { lines[line].first.map(ends.contains) ?? false }
    let order = lines.indices.sorted { !isLedTo($0) && isLedTo($1) }
    // Where each point's list goes on: what was used is not looked at again, however many lines meet there.
    var places: [Point: Int] = [:]
    func next(at point: Point) -> Int? {
      guard let candidates = starts[point] else { return nil }
      var place = places[point] ?? 0
      while place < candidates.count, isUsed[candidates[place]] { place += 1 }
      places[point] = place
      return place < candidates.count ? candidates[place] : nil
    }
    for index in order where !isUsed[index] {
      isUsed[index] = true
      var chain = lines[index]
      while let last = chain.last, chain.first != last, let next = next(at: last) {
        isUsed[next] = true
        chain += lines[next].first == last ? lines[next].dropFirst() : lines[next].reversed().dropFirst()
      }
      chains.append(chain)
    }
    return chains
  }
}
