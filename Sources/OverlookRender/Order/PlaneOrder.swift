package import OverlookOverlayPasses
package import OverlookScene

/// One step of drawing a frame above the base plane.
package enum PlaneStep: Hashable, Sendable {
  /// The tile layer of this number in drawing order.
  case tiles(Int)
  /// Neighbouring overlays of one kind.
  case overlays(OverlayRun)
  /// What is translucent of overlays that stand, whose opaque surfaces an earlier step drew.
  case translucent(OverlayRun)
  /// The overlay item of this number in drawing order.
  case item(Int)
}

/// The order of everything on a map but markers, which lie above it all: tile layers, overlays and overlay items by zIndex; of
/// one zIndex tile layers lie lowest and items highest, and within a kind the order of adding decides.
///
/// The base plane is the tile layers that lie below every overlay and item, and, where nothing but the labels of a style lies between,
/// the overlays below those: what can be kept from frame to frame when only other overlays change. Made anew only when something of the
/// order changed.
package struct PlaneOrder: Sendable {
  /// What is drawn above the base plane, the lowest first.
  package private(set) var steps = ContiguousArray<PlaneStep>()
  /// How many tile layers make the base plane.
  package private(set) var baseLayerCount = 0
  /// Overlays of the base plane, between the map and its labels.
  package private(set) var belowLabels = ContiguousArray<OverlayRun>()
  /// How many steps draw what is translucent.
  private(set) var translucentCount = 0

  private var runs = ContiguousArray<OverlayRun>()
  private var guests: [Guest] = []
  private var guestZIndices: [Int] = []
  private var seenVersion = -1
  private var seenTileZIndices: [Int] = []
  private var seenItemZIndices: [Int] = []
  private var seenLayersBelowLabels = -1

  /// A tile layer or an item among the overlays.
  private struct Guest {
    let step: PlaneStep
    /// It lies above the overlays of this zIndex.
    let zIndex: Int

    /// Items before tile layers, each in their own order.
    var rank: (Int, Int) {
      switch step {
      case .item(let index): (0, index)
      case .tiles(let index): (1, index)
      case .overlays, .translucent: (2, 0)
      }
    }
  }

  package init() {}

  /// Brings the order up to date; true when it was made anew. `tileZIndices` and `itemZIndices` ascend; `version` is that of
  /// `entries`; `layersBelowLabels`: how many of the tile layers, from the lowest on, lie below the labels of a style, -1 without labels.
  package mutating func update(
    entries: ContiguousArray<DrawOrder.Entry>, version: Int, tileZIndices: [Int], itemZIndices: [Int], layersBelowLabels: Int = -1
  ) -> Bool {
    if version == seenVersion, tileZIndices == seenTileZIndices, itemZIndices == seenItemZIndices,
      layersBelowLabels == seenLayersBelowLabels
    {
      return false
    }
    seenLayersBelowLabels = layersBelowLabels
    seenVersion = version
    seenTileZIndices = tileZIndices
    seenItemZIndices = itemZIndices
    collectGuests()
    OverlayRun.merge(entries, customZIndices: guestZIndices, into: &runs)
    steps.removeAll(keepingCapacity: true)
    var firstStanding = 0
    for (number, run) in runs.enumerated() {
      if !run.knowsDepths {
        appendTranslucent(firstStanding..<number)
        firstStanding = number + 1
      }
      guard run.kind == .custom else {
        steps.append(.overlays(run))
        continue
      }
      for index in run.first..<run.first + run.count { steps.append(guests[index].step) }
    }
    appendTranslucent(firstStanding..<runs.count)
    translucentCount = steps.count { if case .translucent = $0 { true } else { false } }
    takeBase(layersBelowLabels: layersBelowLabels)
    return true
  }

  /// Moves what makes the base plane out of the steps.
  private mutating func takeBase(layersBelowLabels: Int) {
    belowLabels.removeAll(keepingCapacity: true)
    for case .overlays(let run) in steps where run.isBelowLabels { belowLabels.append(run) }
    steps.removeAll { if case .overlays(let run) = $0 { run.isBelowLabels } else { false } }
    baseLayerCount = steps.prefix { if case .tiles = $0 { true } else { false } }.count
    steps.removeFirst(baseLayerCount)
    // Layers with names of their own hide the map's, and what lies below those.
    guard layersBelowLabels < baseLayerCount else { return }
    for (number, run) in belowLabels.enumerated() { steps.insert(.overlays(run), at: number) }
    belowLabels.removeAll(keepingCapacity: true)
  }

  /// After all opaque ones of neighbours that know their depths, and after what lies on the ground, which they never hide by
  /// their order.
  private mutating func appendTranslucent(_ neighbours: Range<Int>) {
    for run in runs[neighbours] where run.hasDepth {
      // Layers are drawn one by one, and each has its place among those that are seen through each other.
      let size = run.kind == .overlays(.dataLayer) ? 1 : run.count
      for offset in stride(from: 0, to: run.count, by: size) { steps.append(.translucent(run.part(offset, size: size))) }
    }
  }

  private mutating func collectGuests() {
    guests.removeAll(keepingCapacity: true)
    for (index, zIndex) in seenTileZIndices.enumerated() {
      // Below the overlays of its own zIndex is above those of the one before.
      guests.append(Guest(step: .tiles(index), zIndex: zIndex == .min ? .min : zIndex - 1))
    }
    for (index, zIndex) in seenItemZIndices.enumerated() {
      guests.append(Guest(step: .item(index), zIndex: zIndex))
    }
    // Between the overlays of two neighbouring zIndices: the items of the lower one, then the tile layers of the higher one.
    guests.sort { a, b in
      if a.zIndex != b.zIndex { return a.zIndex < b.zIndex }
      return a.rank < b.rank
    }
    guestZIndices.removeAll(keepingCapacity: true)
    for guest in guests { guestZIndices.append(guest.zIndex) }
  }
}
