package import OverlookGeometry

/// What one layer should load, drop, bring to the GPU and draw for one view.
package struct TilePlan: Sendable {
  package struct Wanted: Hashable, Sendable {
    package var tile: TileID
    /// Lower ones first: for tiles in view the distance from the camera's target in points.
    package var priority: Double

    /// Whether nobody sees it yet.
    var isAhead: Bool { priority >= TilePlanner.aheadPriority }
  }

  /// Tiles in view, nearest first, then their safety nets: tiles two levels above, of which a few stand in for many. Then those
  /// around the view.
  package var wanted: [Wanted] = []
  /// How many of `wanted` are in view.
  package var visibleCount = 0
  /// To be asked for now, in this order.
  package var loads: [Wanted] = []
  /// Loads of tiles that are not wanted any more.
  package var cancels: [TileID] = []
  package var draws: [TileDraw] = []
  /// Pictures that the renderer should take, the most needed first.
  package var uploads: [TileUpload] = []
  /// Pictures of tiles around the view, for when the renderer has time.
  package var aheadUploads: [TileUpload] = []
  package var counts = TileCounts()
  /// Whether the next frame looks different though nothing happens.
  package var isFading = false
  /// When the next failed tile may be tried again, in seconds of the clock that `now` was of.
  package var nextRetry: Double?
  /// Whether tiles in view have not come yet.
  package var isAwaiting = false
  /// Whether everything in view is shown, known to be missing, or given up.
  package var isComplete = false
  /// The same, but that what failed and is not worth waiting for counts as given up though it is asked for again.
  package var isLoadingOver = false
  /// Whether tiles in view are missing because of a fault.
  package var hasFaults = false

  package init() {}

  mutating func removeAll() {
    wanted.removeAll(keepingCapacity: true)
    visibleCount = 0
    loads.removeAll(keepingCapacity: true)
    cancels.removeAll(keepingCapacity: true)
    draws.removeAll(keepingCapacity: true)
    uploads.removeAll(keepingCapacity: true)
    aheadUploads.removeAll(keepingCapacity: true)
    counts = TileCounts()
    isFading = false
    nextRetry = nil
    isAwaiting = false
    isComplete = true
    isLoadingOver = true
    hasFaults = false
  }
}
