/// A heap of four children a place, cheapest first; what is equally cheap comes out by its number. Belongs to one thread at a time.
final class CostQueue {
  // Invariant: `items` has room for `capacity` values, of which the first `count` are set; places are compared with `count` before use.
  private var items: UnsafeMutablePointer<UInt64>
  private var capacity = 1024
  private(set) var count = 0

  init() {
    items = .allocate(capacity: capacity)
  }

  deinit {
    items.deallocate()
  }

  @inline(__always) var least: UInt32? { count == 0 ? nil : UInt32(truncatingIfNeeded: items[0] >> 32) }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * capacity)
    larger.update(from: items, count: count)
    items.deallocate()
    (items, capacity) = (larger, 2 * capacity)
  }

  @inline(__always) func push(_ cost: UInt32, _ value: UInt32) {
    if count == capacity { grow() }
    let item = UInt64(cost) << 32 | UInt64(value)
    let items = items
    var place = count
    count += 1
    while place > 0 {
      let parent = (place - 1) >> 2
      if items[parent] <= item { break }
      items[place] = items[parent]
      place = parent
    }
    items[place] = item
  }

  @inline(__always) func pop() -> (cost: UInt32, value: UInt32)? {
    guard count > 0 else { return nil }
    let items = items
    let top = items[0]
    count -= 1
    let count = count
    let item = items[count]
    var place = 0
    while true {
      let first = place * 4 + 1
      if first >= count { break }
      var least = first
      var child = first + 1
      let end = min(first + 4, count)
      while child < end {
        if items[child] < items[least] { least = child }
        child += 1
      }
      if items[least] >= item { break }
      items[place] = items[least]
      place = least
    }
    items[place] = item
    return (UInt32(truncatingIfNeeded: top >> 32), UInt32(truncatingIfNeeded: top))
  }
}
