package import OverlookGeometry
package import OverlookSupport

/// What one source should load and drop for one view, and how far it is.
package struct TilePlan: Sendable {
  package struct Wanted: Hashable, Sendable {
    package var tile: TileID
    /// Lower ones first: for tiles in view the distance from the camera's target in points.
    package var priority: Double

    /// Whether nobody sees it yet.
    package var isAhead: Bool { priority >= TilePlanner.aheadPriority }
  }

  /// Tiles in view, nearest first, then what stands in for them: safety nets, and tiles above those that cannot be had. Then those
  /// around the view.
  package var wanted: [Wanted] = []
  /// How many of `wanted` are in view.
  package var visibleCount = 0
  /// To be asked for now, in this order.
  package var loads: [Wanted] = []
  /// Loads of tiles that are not wanted any more.
  package var cancels: [TileID] = []
  /// Tiles of which something came that the screen does not have yet, the most needed first.
  package var incoming: [TileID] = []
  /// The same of tiles around the view, for when there is time.
  package var aheadIncoming: [TileID] = []
  package var counts = TileCounts()
  /// When the next failed tile may be tried again, in seconds of the clock that `now` was of.
  package var nextRetry: Double?
  /// Whether tiles in view have not come yet.
  package var isAwaiting = false
  /// How far everything in view is.
  package var progress = LoadProgress.ready
  /// Whether tiles in view are missing because of a fault.
  package var hasFaults = false

  package init() {}

  mutating func removeAll() {
    wanted.removeAll(keepingCapacity: true)
    visibleCount = 0
    loads.removeAll(keepingCapacity: true)
    cancels.removeAll(keepingCapacity: true)
    incoming.removeAll(keepingCapacity: true)
    aheadIncoming.removeAll(keepingCapacity: true)
    counts = TileCounts()
    nextRetry = nil
    isAwaiting = false
    progress = .ready
    hasFaults = false
  }
}
