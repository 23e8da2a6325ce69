import OverlookFormats
import OverlookRender
public import OverlookSupport

// What a map keeps only to be quick later.
extension MapView {
  /// What each cache of the map takes, those of components first; caches of the same name count together.
  public var memoryUse: [MemoryUse] {
    var uses: [MemoryUse] = []
    var told: [MemoryUse] = []
    forEachComponent { told += $0.memoryUse }
    for use in told + (graphics?.renderer.memoryUse ?? []) {
      if let index = uses.firstIndex(where: { $0.name == use.name }) {
        uses[index] = MemoryUse(use.name, byteCount: uses[index].byteCount + use.byteCount)
      } else {
        uses.append(use)
      }
    }
    return uses
  }

  /// Gives back the memory of what the present view does without. A window does that by itself when nothing was drawn for a minute,
  /// or nobody has seen it for half of one; what is wanted again is made or loaded again.
  public func trimMemory() {
    useContext? { self.releaseMemory(isSeen: true) }
  }

  /// As `trimMemory`, with the context current. `isSeen` false: everything in the driver's memory goes too, until the next frame.
  package func releaseMemory(isSeen: Bool) {
    forEachComponent { $0.trimMemory() }
    if !isSeen {
      releaseGraphics()
    } else {
      graphics?.trimMemory(of: self)
    }
    services.decoders.pixels.removeAll()
    FreedMemory.giveBack()
  }
}
