package import OverlookFormats
package import OverlookGeometry
package import OverlookStyle

/// GeoJSON ready to give tiles of any zoom: projected, with the weight of every point for simplification, and clustered where
/// that was asked for. Immutable; any thread may ask it for tiles.
package final class GeoJSONIndex: Sendable {
  /// The deepest zoom of its tiles; deeper ones are overscaled.
  package let maximumZoom: Int
  /// Parts of the document that were left out, and what is wrong with the first of them.
  package let faultCount: Int
  package let firstFault: String?

  private enum Content: Sendable {
    case features(GeoJSONTiler)
    case clusters(PointClusters)
  }

  private let content: Content

  package init(_ document: GeoJSONDocument, _ options: StyleSource.GeoJSONOptions) {
    maximumZoom = Int(options.maximumZoom.rounded(.down))
    let document = options.filter.map { Self.filtered(document, $0) } ?? document
    let attributes = GeoJSONAttributes(document, options)
    faultCount = document.faultCount
    firstFault = document.firstFault
    if options.isClustered {
      content = .clusters(PointClusters(document, attributes, options))
    } else {
      content = .features(GeoJSONTiler(document, attributes, options))
    }
  }

  private static func filtered(_ document: GeoJSONDocument, _ filter: ExpressionProgram) -> GeoJSONDocument {
    let table = PropertyTable(keys: document.keys, values: document.values.map(StyleValue.init), tags: document.tags)
    var context = ExpressionContext()
    context.zoom = 0
    return document.filtered { feature in
      let type: ExpressionFeature.GeometryType =
        switch feature.kind {
        case .points: .point
        case .lines: .lineString
        case .polygons: .polygon
        }
      context.feature = ExpressionFeature(
        type: type, id: feature.id.map(StyleValue.init) ?? .null, properties: ExpressionProperties(table, tags: feature.tags),
        places: .degrees([], tileZoom: nil))
      return (try? filter.evaluate(context)) == .bool(true)
    }
  }

  /// The features of a tile, all in the layer `FeatureTile.geoJSONLayer`; nil when there are none.
  package func tile(_ tile: TileID) -> FeatureTile? {
    guard tile.isValid else { return nil }
    let layer =
      switch content {
      case .features(let tiler): tiler.layer(tile)
      case .clusters(let clusters): clusters.layer(tile)
      }
    return layer.features.isEmpty ? nil : FeatureTile(layers: [layer])
  }
}

/// What the features of a document are called and what they hold, as the style asks for it.
struct GeoJSONAttributes: Sendable {
  let keys: [String]
  let values: [StyleValue]
  /// Of the features of the document.
  let ids: [StyleValue]

  init(_ document: GeoJSONDocument, _ options: StyleSource.GeoJSONOptions) {
    keys = document.keys
    values = document.values.map(StyleValue.init)
    let promoted = options.promotedID.map { name in document.keys.firstIndex(of: name).map { Int32(clamping: $0) } ?? -1 }
    ids = document.features.map { feature in
      if let promoted { return Self.value(of: promoted, feature, document) }
      if options.generatesIDs { return .number(Double(feature.index)) }
      return Self.id(feature.id)
    }
  }

  private static func value(
    of key: Int32, _ feature: GeoJSONDocument.Feature, _ document: GeoJSONDocument
  ) -> StyleValue {
    for pair in stride(from: Int(feature.tags.lowerBound), to: Int(feature.tags.upperBound), by: 2)
    where document.tags[pair] == key {
      return StyleValue(document.values[Int(document.tags[pair + 1])])
    }
    return .null
  }

  /// Whole numbers alone, also where they are written as text, because the features of other tiles have no other ids.
  private static func id(_ id: JSONValue?) -> StyleValue {
    switch id {
    case .number(let number)?: .number(number.rounded(.towardZero))
    case .string(let text)?: Double(text).flatMap { $0.isFinite ? .number($0.rounded(.towardZero)) : nil } ?? .null
    case nil, .null?, .bool?, .array?, .object?: .null
    }
  }
}
