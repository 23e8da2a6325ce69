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
    /// May be tried again from then on, in monotonic seconds; infinite when it was given up.
    case failed(retry: Double)
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
  var failures = FailureRun()
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
    (dataVersion, status) = (version, .ready)
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
    case .loading: return false
    case .missing: return true
    case .failed(let retry): return retry == .infinity
    case .ready:
      if case .picture = content { return true }
      return layoutVersion == version && pendingVersion == nil
    }
  }

  /// Whether nothing more will come before `end`, as far as one can know.
  func isInVain(_ version: Int, before end: Double) -> Bool {
    if case .failed(let retry) = status { return RetrySchedule.isInVain(retry, after: failures, before: end) }
    return isSettled(version)
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
  /// Why there is no tile.
  struct Fault: Sendable {
    var message: String
    /// What the server asked for.
    var afterSeconds: Double?
    /// Whether nobody was there.
    var isUnreachable = false
    /// Whether it will be so the next time.
    var isFinal = false
    /// Whether it is so for all tiles.
    var stopsSource = false
  }

  /// Of the opening with that number.
  case described(opening: Int, Result<SourceReady, StyleSourceFault>)
  case features(OverscaledTile, number: UInt64, FeatureTile)
  case picture(OverscaledTile, number: UInt64, StyleRaster)
  case missing(OverscaledTile, number: UInt64)
  case failed(OverscaledTile, number: UInt64, Fault)
  case laidOut(OverscaledTile, number: UInt64, version: Int, TileLayout)
}

/// A source that is known, and can be asked for tiles.
enum SourceReady: Sendable {
  case tiles(StyleTileSet)
  /// Makes tiles of features on a worker.
  case features(maximumZoom: Int, fault: String?, @Sendable (TileID) -> FeatureTile)
  case picture(StyleRaster)
}
