import OverlookGeometry
import OverlookSupport

/// A decoded picture with its name.
struct NamedTileImage {
  var id: TileImageID
  var image: Image
}

/// What a store knows of one tile: what it shows, and, apart from that, what is going on to change it.
struct TileEntry {
  enum Load {
    case idle
    /// Waits for the arrival of this number.
    case loading(UInt64, WorkTicket)
  }

  let tile: TileID
  /// The picture on the screen: the renderer holds it.
  var shown: NamedTileImage?
  /// A picture that the renderer does not hold yet, which replaces `shown` when it does.
  var incoming: NamedTileImage?
  /// No tile exists here.
  var isMissing = false
  /// From before the cache was cleared: shown, but to be loaded again.
  var isStale = false
  var load = Load.idle
  /// Of its loads, until one goes well.
  var retry = RetryState()
  /// When `shown` appeared; its fade starts there.
  var shownAt = -Double.infinity
  /// The plan that last wanted it, by its running number.
  var lastUsed = 0

  init(tile: TileID) {
    self.tile = tile
  }

  var hasContent: Bool { isMissing || shown != nil || incoming != nil }

  var isLoading: Bool {
    if case .loading = load { return true }
    return false
  }

  /// Bytes of both pictures.
  var byteCount: Int { (shown?.image.byteCount ?? 0) + (incoming?.image.byteCount ?? 0) }

  /// Whether there is something to draw, or known to be nothing, that is not out of date.
  var isSettled: Bool { hasContent && !isStale }

  /// Whether nothing will come before `end`, as far as one can know.
  func isInVain(before end: Double) -> Bool { isSettled || !isLoading && retry.isInVain(before: end) }

  /// Whether it should be asked for now. `view`: the running number of the view.
  func needsLoad(now: Double, view: Int) -> Bool { !isSettled && !isLoading && retry.isDue(now: now, view: view) }
}
