package import OverlookFormats
package import OverlookGeometry

/// Where the layers of a style get their data from.
package struct StyleSource: Sendable {
  package enum Kind: Sendable {
    case vector(Tiles)
    case raster(Tiles)
    case rasterDEM(Tiles, DEMEncoding)
    case geoJSON(GeoJSONOptions)
    /// A picture at four corners: top left, top right, bottom right, bottom left.
    case image(url: String, corners: [LocationCoordinate])
  }

  /// A tiled source: either the address of a TileJSON document or what one would say.
  package struct Tiles: Hashable, Sendable {
    package var url: String?
    package var templates: [String] = []
    package var minimumZoom = 0
    package var maximumZoom = 22
    /// Points of a tile's side, 512 unless the document says otherwise.
    package var tileSize = 512
    package var isTMS = false
    /// Degrees: west, south, east, north.
    package var bounds: [Double]?
    /// Names of the properties that are the features' ids.
    package var promotedIDs = PromotedIDs()

    package init() {}
  }

  /// Which property of a feature is its id, where it is not the one that the tile says.
  package struct PromotedIDs: Hashable, Sendable {
    /// Of source layers that are not in `byLayer`; nil: as the tile says.
    package var ofAll: String?
    package var byLayer: [String: String] = [:]

    package init(ofAll: String? = nil, byLayer: [String: String] = [:]) {
      self.ofAll = ofAll
      self.byLayer = byLayer
    }

    package var isEmpty: Bool { ofAll == nil && byLayer.isEmpty }

    package subscript(sourceLayer: String) -> String? { byLayer[sourceLayer] ?? ofAll }
  }

  package enum DEMEncoding: Hashable, Sendable {
    case mapbox, terrarium
    case custom(red: Double, green: Double, blue: Double, base: Double)
  }

  package struct GeoJSONOptions: Sendable {
    package enum Content: Sendable {
      case inline(JSONValue)
      case url(String)
    }

    package var content: Content
    package var maximumZoom = 18.0
    /// Units of a tile's 512 beyond its edge.
    package var buffer = 128.0
    package var tolerance = 0.375
    package var isClustered = false
    package var clusterRadius = 50.0
    package var clusterMaximumZoom: Double?
    package var clusterMinimumPoints = 2
    package var clusterProperties = ClusterProperties()
    /// Of the features that are tiled; nil: all.
    package var filter: ExpressionProgram?
    package var hasLineMetrics = false
    package var generatesIDs = false
    /// Name of the property that is the feature's id.
    package var promotedID: String?
  }

  package var id: String
  package var kind: Kind
  package var attribution: String?
}
