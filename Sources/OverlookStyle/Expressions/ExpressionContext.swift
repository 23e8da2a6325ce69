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
  }

  package var type: GeometryType
  package var id: StyleValue
  package var properties: [String: StyleValue]
  /// In degrees; points of a multi-point are each a part. Asked for by `within` and `distance` only.
  package var parts: [[LocationCoordinate]]

  package init(
    type: GeometryType = .unknown, id: StyleValue = .null, properties: [String: StyleValue] = [:],
    parts: [[LocationCoordinate]] = []
  ) {
    self.type = type
    self.id = id
    self.properties = properties
    self.parts = parts
  }
}
