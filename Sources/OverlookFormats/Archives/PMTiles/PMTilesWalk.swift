/// Steps through all entries of a PMTiles file in the order of their numbers.
///
/// Numbers must rise from entry to entry over the whole file, so directories that lead to themselves, or lie in one another many
/// times over, end the walk instead of making it endless.
struct PMTilesWalk {
  /// Reads the leaf directory that an entry names.
  typealias Leaf = (PMTilesDirectory.Entry) throws(FormatError) -> PMTilesDirectory

  private var open: [(entries: [PMTilesDirectory.Entry], next: Int)]
  private var nextNumber: UInt64 = 0
  private let thing: String

  init(root: PMTilesDirectory, thing: String) {
    open = [(root.entries, 0)]
    self.thing = thing
  }

  /// The next entry of a tile, nil behind the last one.
  mutating func next(_ leaf: Leaf) throws(FormatError) -> PMTilesDirectory.Entry? {
    while let top = open.last {
      guard top.next < top.entries.count else {
        open.removeLast()
        continue
      }
      let entry = top.entries[top.next]
      open[open.count - 1].next += 1
      guard entry.number >= nextNumber else { throw .malformed(thing, fault: "its entries are not in order") }
      if !entry.isLeaf {
        let (end, overflow) = entry.number.addingReportingOverflow(UInt64(entry.runLength))
        guard !overflow else { throw .malformed(thing, fault: "a run beyond 64 bits") }
        nextNumber = end
        return entry
      }
      guard open.count < PMTilesDirectory.maximumDepth else { throw .malformed(thing, fault: "directories that lie too deep") }
      let directory = try leaf(entry)
      guard !directory.entries.isEmpty else { throw .malformed(thing, fault: "an empty leaf directory") }
      open.append((directory.entries, 0))
    }
    return nil
  }
}
