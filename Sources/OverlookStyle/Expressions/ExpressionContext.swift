package import OverlookGeometry

/// What an expression is evaluated with.
package struct ExpressionContext: Sendable {
  /// Of the style: one less than ours. Nil where it makes no sense.
  package var zoom: Double?
  package var heatmapDensity: Double?
  package var elevation: Double?
  package var lineProgress: Double?
  package var accumulated: StyleValue?
  package var feature: ExpressionFeature?
  package var featureState: [String: StyleValue] = [:]
  package var globalState: [String: StyleValue] = [:]
  package var availableImages: Set<String>?
  /// Whether text of this script can be drawn.
  package var isSupportedScript: @Sendable (String) -> Bool = { _ in true }
  /// BCP 47 tag of the person's language.
  package var locale = "en-US"

  package init() {}
}

/// A feature as expressions see it.
package struct ExpressionFeature: Sendable {
  package enum GeometryType: String, Sendable {
    case unknown = "Unknown", point = "Point", lineString = "LineString", polygon = "Polygon"
    case multiPoint = "MultiPoint", multiLineString = "MultiLineString", multiPolygon = "MultiPolygon"

    /// The type that features of tiles have: they do not tell many from one.
    var inTiles: GeometryType {
      switch self {
      case .multiPoint: .point
      case .multiLineString: .lineString
      case .multiPolygon: .polygon
      case .unknown, .point, .lineString, .polygon: self
      }
    }
  }

  /// Where the feature lies, in the form in which it is known. Asked for by `within` and `distance` only.
  package enum Places: Sendable {
    /// Points of a multi-point are each a part. `tileZoom`: level of the tile to whose units they were rounded, nil for none.
    case degrees([[LocationCoordinate]], tileZoom: Int?)
    /// A feature of a tile, by its row.
    case row(Int32, any ExpressionGeometry, tile: TileID)
  }

  package var type: GeometryType
  package var id: StyleValue
  package var properties: ExpressionProperties
  package var places: Places

  package init(
    type: GeometryType = .unknown, id: StyleValue = .null, properties: ExpressionProperties = [:],
    parts: [[LocationCoordinate]] = [], tileZoom: Int? = nil
  ) {
    self.init(type: type, id: id, properties: properties, places: .degrees(parts, tileZoom: tileZoom))
  }

  package init(type: GeometryType, id: StyleValue, properties: ExpressionProperties, places: Places) {
    self.type = type
    self.id = id
    self.properties = properties
    self.places = places
  }

  /// The feature's lines, rings or points in degrees.
  var parts: [[LocationCoordinate]] {
    switch places {
    case .degrees(let parts, _): parts
    case .row(let row, let geometry, let tile): geometry.parts(ofRow: row, in: tile)
    }
  }

  /// Level of the tile in whose units the parts are whole; nil where they are as exact as their document.
  var tileZoom: Int? {
    switch places {
    case .degrees(_, let zoom): zoom
    case .row(_, _, let tile): tile.z
    }
  }
}

/// A layer of a tile, which knows where its features lie.
package protocol ExpressionGeometry: AnyObject, Sendable {
  /// In degrees: lines, rings (the first place again at the end), or all points as one part.
  func parts(ofRow row: Int32, in tile: TileID) -> [[LocationCoordinate]]
}
