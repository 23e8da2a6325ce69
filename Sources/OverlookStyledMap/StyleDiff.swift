import OverlookFormats
import OverlookStyle

/// What two styles have in common.
enum StyleDiff {
  static func isSame(_ a: StyleSource, _ b: StyleSource) -> Bool {
    switch (a.kind, b.kind) {
    case (.vector(let a), .vector(let b)), (.raster(let a), .raster(let b)): a == b
    case (.rasterDEM(let a, let encoding), .rasterDEM(let b, let other)): a == b && encoding == other
    case (.geoJSON(let a), .geoJSON(let b)): isSame(a, b)
    case (.image(let a, let corners), .image(let b, let others)): a == b && corners == others
    default: false
    }
  }

  private static func isSame(_ a: StyleSource.GeoJSONOptions, _ b: StyleSource.GeoJSONOptions) -> Bool {
    switch (a.content, b.content) {
    case (.inline(let a), .inline(let b)): if a != b { return false }
    case (.url(let a), .url(let b)): if a != b { return false }
    default: return false
    }
    return a.maximumZoom == b.maximumZoom && a.buffer == b.buffer && a.tolerance == b.tolerance && a.isClustered == b.isClustered
      && a.clusterRadius == b.clusterRadius && a.clusterMaximumZoom == b.clusterMaximumZoom
      && a.clusterMinimumPoints == b.clusterMinimumPoints && a.clusterProperties == b.clusterProperties
      && a.hasLineMetrics == b.hasLineMetrics && a.generatesIDs == b.generatesIDs && a.promotedID == b.promotedID
  }

  static func hasSameResources(_ a: StyleDocument, _ b: StyleDocument) -> Bool {
    a.glyphs == b.glyphs && a.sprites.map(\.id) == b.sprites.map(\.id) && a.sprites.map(\.url) == b.sprites.map(\.url)
  }

  /// Whether tiles must be laid out anew: for everything but another order of the layers.
  static func needsLayout(_ a: StyleDocument, _ b: StyleDocument) -> Bool { true }
}
