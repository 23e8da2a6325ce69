import OverlookGeometry
import OverlookLayout
import OverlookSupport

/// One tile of a source on its way from its address to what is drawn.
struct SourceTile {
  enum Content {
    /// Decoded, and waits to be laid out for the first time.
    case features(FeatureTile)
    case layout(TileLayout)
    case picture(StyleRaster)
  }

  enum Status: Equatable {
    case loading
    /// There is no such tile, or it holds nothing of what the style wants.
    case missing
    /// The last try failed, or what there is is out of date; `retry` says when it is asked for again.
    case failed
    case ready
  }

  var status = Status.loading
  var content: Content?
  /// Of newer data than `content`, which is drawn until these are laid out.
  var newerFeatures: FeatureTile?
  /// The data that the newest of both is from, as its source counts them.
  var dataVersion = 0
  /// Tells answers of this load from those of earlier ones.
  var number: UInt64
  var ticket: WorkTicket
  var retry = RetryState()
  /// The style that it was laid out for, as `StyledMap` counts them.
  var layoutVersion = -1
  /// The version that is being laid out on a worker.
  var pendingVersion: Int?
  /// The states of features that its paint shows, and will show then: versions of `FeatureStates`.
  var stateVersion = 0
  var pendingStateVersion = 0
  /// The last view that wanted it.
  var lastUse = 0
  /// When a picture came, for fading it in.
  var arrival = -Double.infinity

  var isDrawable: Bool {
    switch content {
    case .layout, .picture: true
    case .features, nil: false
    }
  }

  /// Whether all that is drawn of it is from that version of the data.
  func isDrawn(from version: Int) -> Bool { isDrawable && newerFeatures == nil && dataVersion == version }

  /// Features of a version of the data, to be laid out.
  mutating func take(_ features: FeatureTile, dataVersion version: Int) {
    if case .layout? = content { newerFeatures = features } else { content = .features(features) }
    (dataVersion, status, retry) = (version, .ready, RetryState())
    (layoutVersion, pendingVersion) = (-1, nil)
  }

  /// What its newest features were laid out to, for a version of the style.
  mutating func take(_ layout: TileLayout, version: Int) {
    content = .layout(layout)
    newerFeatures = nil
    (layoutVersion, pendingVersion) = (version, nil)
    stateVersion = pendingStateVersion
  }

  /// Whether nothing more will come for now.
  func isSettled(_ version: Int) -> Bool {
    switch status {
    case .loading, .failed: return retry.isGivenUp
    case .missing: return true
    case .ready:
      if case .picture = content { return true }
      return layoutVersion == version && pendingVersion == nil
    }
  }

  /// Whether nothing more will come before `end`, as far as one can know.
  func isInVain(_ version: Int, before end: Double) -> Bool {
    if status == .failed { return retry.isInVain(before: end) }
    return status != .loading && isSettled(version)
  }

  /// As `isSettled`, but that what failed counts as given up as soon as it is not worth waiting for.
  func isLoadingOver(_ version: Int) -> Bool {
    switch status {
    case .loading, .failed: retry.isHopeless
    case .missing, .ready: isSettled(version)
    }
  }

  var byteCount: Int {
    let newer = newerFeatures?.byteCount ?? 0
    switch content {
    case .features(let tile): return newer + tile.byteCount
    case .layout(let layout): return newer + layout.byteCount
    case .picture(let raster): return newer + raster.image.byteCount
    case nil: return newer
    }
  }
}

/// What other threads tell a source.
enum SourceNews: Sendable {
  /// Of the opening with that number.
  case described(opening: Int, Result<SourceReady, LoadFault>)
  case features(OverscaledTile, number: UInt64, FeatureTile)
  case picture(OverscaledTile, number: UInt64, StyleRaster)
  case missing(OverscaledTile, number: UInt64)
  case failed(OverscaledTile, number: UInt64, LoadFault)
  case laidOut(OverscaledTile, number: UInt64, version: Int, TileLayout)
}

/// A source that is known, and can be asked for tiles.
enum SourceReady: Sendable {
  case tiles(StyleTileSet)
  /// Makes tiles of features on a worker.
  case features(maximumZoom: Int, fault: String?, @Sendable (TileID) -> FeatureTile)
  case picture(StyleRaster)
}
