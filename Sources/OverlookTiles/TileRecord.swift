package import OverlookGeometry
package import OverlookSupport

/// What is known of one tile, whatever it holds.
package struct TileRecord: Sendable {
  enum Load: Sendable {
    case idle
    /// Waits for the arrival of this number.
    case loading(UInt64, WorkTicket)
  }

  package let tile: TileID
  /// Whether something of it is on the screen, or could be.
  package internal(set) var isShown = false
  /// Whether something came that the screen does not have yet, and that replaces what is shown when it does.
  package internal(set) var isIncoming = false
  /// No tile exists here.
  package internal(set) var isMissing = false
  /// Out of date: shown, but to be loaded again.
  package internal(set) var isStale = false
  /// Whether what came is being worked on.
  package internal(set) var isInWork = false
  var load = Load.idle
  /// Of its loads, until one goes well.
  package internal(set) var retry = RetryState()
  /// When what is shown appeared; its fade starts there.
  package internal(set) var shownAt = -Double.infinity
  /// The plan that last wanted it, by its running number.
  var lastUsed = 0
  /// Of all that it holds.
  package internal(set) var byteCount = 0

  init(tile: TileID) {
    self.tile = tile
  }

  package var hasContent: Bool { isMissing || isShown || isIncoming }

  package var isLoading: Bool {
    if case .loading = load { true } else { false }
  }

  /// Whether there is something to draw, or known to be nothing, that is not out of date.
  package var isSettled: Bool { hasContent && !isStale }

  /// Whether it should be asked for now. `view`: the running number of the view.
  func needsLoad(now: Double, view: Int) -> Bool { !isSettled && !isLoading && retry.isDue(now: now, view: view) }

  /// How far it is. What came and waits for the screen is no reason to wait for more to come.
  package var progress: LoadProgress {
    if isInWork { return .loading }
    guard isSettled else { return retry.progress(isLoading: isLoading) }
    return isIncoming ? LoadProgress(.loading) : .ready
  }

  mutating func succeeded() {
    load = .idle
    retry = RetryState()
    isStale = false
  }
}
