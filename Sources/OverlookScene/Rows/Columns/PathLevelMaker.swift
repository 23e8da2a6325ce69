import OverlookGeometry

/// Leaves out of the paths of a layer the places that no pixel of a level of detail shows, some paths at a time. Of a ring that is smaller
/// than a pixel a second place stays, so that its outline is still seen, as a dot; of several in one pixel that of the topmost, where all
/// are drawn.
struct PathLevelMaker {
  let level: PathLevel
  /// What is drawn where `level` is wanted.
  private let power: Int
  /// The last ring of each pixel in which there are any that are smaller.
  private var topmost: [UInt64: UInt32] = [:]
  private var builder = PlaceBuilder()
  /// Paths whose dots are known, and those that are made.
  private var (lookedCount, madeCount) = (0, 0)

  init(_ level: PathLevel, power: Int) {
    (self.level, self.power) = (level, power)
  }

  /// Goes on with the paths of `sequences`, which have these weights, until it has looked at `placeCount` more places or a few more than
  /// that; true when it has looked at all.
  mutating func step(_ sequences: borrowing PlaceSequences, _ powers: ContiguousArray<UInt8>, placeCount: Int) -> Bool {
    let places = sequences.places.elements
    var rest = placeCount
    while level.isThinned, lookedCount < sequences.count {
      guard rest > 0 else { return false }
      let range = sequences.range(of: lookedCount)
      if isDot(range, places, powers) { topmost[cell(places[range.lowerBound])] = UInt32(lookedCount) }
      lookedCount += 1
      rest -= range.count + 1
    }
    while madeCount < sequences.count {
      guard rest > 0 else { return false }
      let range = sequences.range(of: madeCount)
      add(range, places, powers)
      builder.endPath()
      madeCount += 1
      rest -= range.count + 1
    }
    return true
  }

  /// What was made.
  func sequences() -> PlaceSequences {
    var fewer = PlaceSequences()
    fewer.append(builder)
    return fewer
  }

  private mutating func add(_ range: Range<Int>, _ places: ContiguousArray<FixedPlace>, _ powers: ContiguousArray<UInt8>) {
    guard isDot(range, places, powers) else {
      for index in range where Int(powers[index]) > power { builder.add(places[index]) }
      return
    }
    guard !level.isThinned || topmost[cell(places[range.lowerBound])] == UInt32(madeCount) else { return }
    for index in [range.lowerBound, Self.farther(range, places), range.upperBound - 1] { builder.add(places[index]) }
  }

  // MARK: Rings smaller than a pixel

  /// Whether a path ends where it begins, and nothing between is a pixel away.
  private func isDot(_ range: Range<Int>, _ places: ContiguousArray<FixedPlace>, _ powers: ContiguousArray<UInt8>) -> Bool {
    guard range.count > 2, places[range.lowerBound] == places[range.upperBound - 1] else { return false }
    return !powers[range.lowerBound + 1..<range.upperBound - 1].contains { Int($0) > power }
  }

  /// The pixel in which a ring begins.
  private func cell(_ place: FixedPlace) -> UInt64 {
    UInt64(place.x >> UInt32(power)) << 32 | UInt64(place.y >> UInt32(max(power - 1, 0)))
  }

  /// A place of a ring other than its first: two neighbours are never the same.
  private static func farther(_ range: Range<Int>, _ places: ContiguousArray<FixedPlace>) -> Int {
    let middle = (range.lowerBound + range.upperBound) / 2
    return places[middle] == places[range.lowerBound] ? range.lowerBound + 1 : middle
  }
}
