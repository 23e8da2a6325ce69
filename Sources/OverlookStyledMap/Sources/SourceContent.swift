import OverlookGeometry
import OverlookLayout
import OverlookSupport
import OverlookTiles

/// What a tile of a style's source holds on its way from its bytes to what is drawn of it.
struct SourceContent: TileHolding {
  enum Kind {
    /// Decoded, and not laid out yet.
    case features(FeatureTile)
    case layout(TileLayout)
    case picture(StyleRaster)
  }

  var kind: Kind
  /// The data that it is from, as its source counts them.
  var dataVersion: Int
  /// The style zoom that it is laid out for.
  var zoom = 0
  /// The style that it was laid out for, as `StyledMap` counts them.
  var layoutVersion = -1
  /// The states of features that its paint shows: a version of `FeatureStates`.
  var stateVersion = 0

  /// Whether it can be drawn.
  var isDrawable: Bool {
    if case .features = kind { false } else { true }
  }

  /// What it can be laid out from again.
  var features: FeatureTile? {
    switch kind {
    case .features(let features): features
    case .layout(let layout): layout.features
    case .picture: nil
    }
  }

  var layout: TileLayout? {
    if case .layout(let layout) = kind { layout } else { nil }
  }

  var raster: StyleRaster? {
    if case .picture(let raster) = kind { raster } else { nil }
  }

  var byteCount: Int {
    switch kind {
    case .features(let tile): tile.byteCount
    case .layout(let layout): layout.byteCount
    case .picture(let raster): raster.image.byteCount
    }
  }
}

/// What other threads tell a source.
enum SourceNews: Sendable {
  /// Of the opening with that number.
  case described(opening: Int, Result<SourceReady, LoadFault>)
  case features(TileID, number: UInt64, FeatureTile)
  case picture(TileID, number: UInt64, StyleRaster)
  case missing(TileID, number: UInt64)
  case failed(TileID, number: UInt64, LoadFault)
  /// Of the layout work with that number.
  case laidOut(TileID, work: Int, TileLayout)
}

/// A source that is known, and can be asked for tiles.
enum SourceReady: Sendable {
  case tiles(StyleTileSet)
  /// Makes tiles of features on a worker.
  case features(maximumZoom: Int, fault: String?, @Sendable (TileID) -> FeatureTile)
  case picture(StyleRaster)
}
