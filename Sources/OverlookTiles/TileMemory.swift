/// What keeps tiles in memory.
@MainActor package protocol TileMemoryHolder: AnyObject {
  /// Bytes that it holds.
  var byteCount: Int { get }
  /// Bytes that it may hold besides what is in view.
  var memoryBudget: Int { get set }
}

/// The memory that the tile layers and style sources of one map share for tiles that are kept besides those in view.
@MainActor package final class TileMemory {
  /// Bytes, of all together.
  package let budget: Int
  private var holders: [any TileMemoryHolder] = []

  package init(budget: Int = 256 << 20) { self.budget = budget }

  package func add(_ holder: any TileMemoryHolder) { holders.append(holder) }

  package func remove(_ holder: any TileMemoryHolder) { holders.removeAll { $0 === holder } }

  /// Sets the budget of each: as long as all fit, what is free is everybody's; when they do not, those that hold more than the
  /// others have to give. Allocates nothing.
  package func share() {
    var sum = 0
    for holder in holders { sum += holder.byteCount }
    if sum <= budget {
      for holder in holders { holder.memoryBudget = holder.byteCount + budget - sum }
      return
    }
    let level = level
    for holder in holders { holder.memoryBudget = level }
  }

  /// The height at which all that is held above it is too much: who holds less keeps what it has.
  private var level: Int {
    var level = budget / max(holders.count, 1)
    // Each round gives what the small ones leave to the large ones; it settles after at most one round each.
    for _ in holders.indices {
      var left = budget
      var large = 0
      for holder in holders {
        if holder.byteCount > level { large += 1 } else { left -= holder.byteCount }
      }
      let next = large > 0 ? left / large : level
      if next <= level { break }
      level = next
    }
    return level
  }
}
