package import OverlookCamera
package import OverlookGeometry
package import OverlookRaster
package import OverlookScene
package import OverlookSupport

/// The markers in and near the view as instances in drawing order: the CPU's copy of what the GPU draws.
///
/// Most frames change nothing here: the instances hold world coordinates and cover a region larger than the view. A change of one
/// marker rewrites one instance.
@MainActor
package struct MarkerGather {
  /// Neighbouring instances whose icons lie in the same texture.
  package struct Run: Equatable, Sendable {
    package let texture: Int
    package let first: Int
    package var count: Int
  }

  package private(set) var instances = ContiguousArray<MarkerInstance>()
  package private(set) var runs = ContiguousArray<Run>()
  /// The slots behind the instances; `instances[i]` shows `slots[i]`.
  package private(set) var slots = ContiguousArray<Int32>()
  /// Instances that were rewritten by the last update; without meaning when it made all anew.
  package private(set) var dirtyInstances = DirtyRows()
  package private(set) var order = DrawOrder.forMarkers()
  /// For each instance the number of its look.
  package private(set) var lookNumbers = ContiguousArray<Int32>()
  package private(set) var looks = MarkerLooks()
  /// Another number whenever an instance changed.
  package private(set) var version = 0

  /// Markers of the order for whose icon there is no room.
  package var leftOutCount: Int { order.entries.count - instances.count }

  private var instanceOfSlot = ContiguousArray<Int32>()
  private var seenLayoutVersion = -1
  /// Of no meaning: what is read and never used would not be read at all.
  private var broughtNear = 0

  /// The look of the last marker that was asked for, which most others share.
  private struct FoundLook {
    let icon: IconID
    let instance: MarkerInstance
    let number: Int32

    func fits(_ row: MarkerRow, _ other: MarkerInstance) -> Bool {
      icon == row.icon && instance.boxX == other.boxX && instance.boxY == other.boxY && instance.boxWidth == other.boxWidth
        && instance.boxHeight == other.boxHeight && (instance.flags ^ other.flags) & MarkerInstance.coarse == 0
    }
  }

  package init() {}

  /// Brings the instances up to date; true when all were made anew. `layout` must know the store's icons. Call before
  /// `OverlayStore.clearChanges`.
  package mutating func update(_ store: OverlayStore, view: ViewTransform, layout: IconLayout) -> Bool {
    dirtyInstances.removeAll()
    let isNewOrder = order.update(store, visibleRect: Self.reachedRect(view, reachPoints: store.markerReachPoints))
    if isNewOrder || layout.version != seenLayoutVersion {
      seenLayoutVersion = layout.version
      rebuild(store, layout)
      return true
    }
    // Taken out of the store once: asking it for each row costs more than the row.
    let (rows, changed, images) = (store.markerRows, store.dirtyMarkers, store.icons)
    var found: FoundLook?
    var (slot, end) = (0, 0)
    while let dirty = changed.next(atLeast: slot) {
      if dirty >= end { end = bringNear(changed, rows, from: dirty) }
      slot = dirty + 1
      guard order.contains(.marker, slot: dirty), let row = rows[dirty] else { continue }
      let index = Int(instanceOfSlot[dirty])
      let placement = layout[row.icon]
      guard index >= 0, let placement, placement.texture == texture(ofInstance: index) else {
        // It was left out for want of a place, or goes to another texture: the runs change.
        rebuild(store, layout)
        return true
      }
      instances[index] = MarkerInstance(row, placement)
      lookNumbers[index] = lookNumber(row, instances[index], placement, images, &found)
      dirtyInstances.insert(index)
    }
    if !dirtyInstances.isEmpty { version += 1 }
    return false
  }

  /// Looks at what some changes from a slot on lead to, and says before which slot it ended. Among many markers each lies in memory of its
  /// own, which the processor fetches for several at once where it does not have to do anything with it yet.
  private mutating func bringNear(_ changed: DirtyRows, _ rows: ContiguousArray<MarkerRow?>, from first: Int) -> Int {
    var (slot, sum) = (first, 0)
    for _ in 0..<Self.changesAtOnce {
      guard let dirty = changed.next(atLeast: slot) else { break }
      slot = dirty + 1
      guard dirty < min(rows.count, instanceOfSlot.count), rows[dirty] != nil else { continue }
      let index = Int(instanceOfSlot[dirty])
      if instances.indices.contains(index) { sum &+= Int(instances[index].opacity) &+ Int(lookNumbers[index]) }
    }
    broughtNear = sum
    return slot
  }

  private static let changesAtOnce = 256

  /// What the view shows of the ground, and from where an icon could reach into it.
  package static func reachedRect(_ view: ViewTransform, reachPoints: Double) -> WorldRect {
    var rect = view.visibleRect
    let reach = reachPoints / view.pointsPerWorld
    rect.minX -= reach
    rect.minY -= reach
    rect.maxX += reach
    rect.maxY += reach
    return rect
  }

  private func texture(ofInstance index: Int) -> Int {
    for run in runs where index < run.first + run.count { return run.texture }
    return -1
  }

  private mutating func rebuild(_ store: OverlayStore, _ layout: IconLayout) {
    version += 1
    instances.removeAll(keepingCapacity: true)
    lookNumbers.removeAll(keepingCapacity: true)
    looks.removeUnused(by: order.entries.count)
    slots.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    dirtyInstances.removeAll()
    dirtyInstances.reserve(order.entries.count)
    let (rows, images) = (store.markerRows, store.icons)
    var found: FoundLook?
    instanceOfSlot.append(contentsOf: repeatElement(-1, count: max(rows.count - instanceOfSlot.count, 0)))
    for entry in order.entries {
      let slot = Int(entry.slot)
      instanceOfSlot[slot] = -1
      guard let row = rows[slot], let placement = layout[row.icon] else { continue }
      instanceOfSlot[slot] = Int32(instances.count)
      if let last = runs.last, last.texture == placement.texture {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(texture: placement.texture, first: instances.count, count: 1))
      }
      let instance = MarkerInstance(row, placement)
      instances.append(instance)
      lookNumbers.append(lookNumber(row, instance, placement, images, &found))
      slots.append(entry.slot)
    }
  }

  private mutating func lookNumber(
    _ row: MarkerRow, _ instance: MarkerInstance, _ placement: IconPlacement, _ images: IconTable, _ found: inout FoundLook?
  ) -> Int32 {
    if let found, found.fits(row, instance) { return found.number }
    guard let image = images[row.icon]?.image else { return -1 }
    let number = looks.number(of: MarkerLook(image, instance, hasBorder: placement.borderPoints > 0))
    found = FoundLook(icon: row.icon, instance: instance, number: number)
    return number
  }
}
