internal import Synchronization

/// Leaf directories of one archive by their offset; the ones not used for longest go first.
package struct PMTilesLeafCache: Sendable {
  private struct Slot: Sendable {
    var directory: PMTilesDirectory
    var lastUse: UInt64
  }

  private var slots: [UInt64: Slot] = [:]
  private var byteCount = 0
  private var clock: UInt64 = 0
  private let capacityBytes: Int

  /// Keeps at most `capacityBytes`, but always the directory that came last.
  package init(capacityBytes: Int) {
    self.capacityBytes = capacityBytes
  }

  package mutating func directory(at offset: UInt64) -> PMTilesDirectory? {
    clock += 1
    slots[offset]?.lastUse = clock
    return slots[offset]?.directory
  }

  package mutating func insert(_ directory: PMTilesDirectory, at offset: UInt64) {
    guard slots[offset] == nil else { return }
    clock += 1
    slots[offset] = Slot(directory: directory, lastUse: clock)
    byteCount += directory.byteCount
    while byteCount > capacityBytes, slots.count > 1, let oldest = slots.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      byteCount -= oldest.value.directory.byteCount
      slots[oldest.key] = nil
    }
  }
}

/// Leaf directories for several threads at once, in parts with a lock each so that they seldom meet.
final class PMTilesSharedLeaves: Sendable {
  private final class Part: Sendable {
    let cache = Mutex(PMTilesLeafCache(capacityBytes: 2 << 20))
  }

  private let parts = (0..<8).map { _ in Part() }

  func directory(at offset: UInt64) -> PMTilesDirectory? {
    part(offset).cache.withLock { $0.directory(at: offset) }
  }

  func insert(_ directory: PMTilesDirectory, at offset: UInt64) {
    part(offset).cache.withLock { $0.insert(directory, at: offset) }
  }

  private func part(_ offset: UInt64) -> Part {
    // The upper bits of a multiplication by the golden ratio (Knuth, TAOCP 3, 6.4).
    parts[Int(truncatingIfNeeded: (offset &* 0x9E37_79B9_7F4A_7C15) >> 61)]
  }
}
