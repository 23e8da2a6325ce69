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

  package init(capacityBytes: Int) {
    self.capacityBytes = capacityBytes
  }

  package mutating func directory(at offset: UInt64) -> PMTilesDirectory? {
    clock += 1
    slots[offset]?.lastUse = clock
    return slots[offset]?.directory
  }

  package mutating func insert(_ directory: PMTilesDirectory, at offset: UInt64) {
    guard directory.byteCount <= capacityBytes, slots[offset] == nil else { return }
    clock += 1
    slots[offset] = Slot(directory: directory, lastUse: clock)
    byteCount += directory.byteCount
    while byteCount > capacityBytes, let oldest = slots.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      byteCount -= oldest.value.directory.byteCount
      slots[oldest.key] = nil
    }
  }
}
