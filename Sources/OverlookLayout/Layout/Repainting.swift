package import OverlookStyle

extension TileLayout {
  /// With the paint of features computed anew whose state has changed; nil when no layer shows any of them, so that all stays as
  /// it is.
  ///
  /// Costs the rows of the layers whose paint asks for states: nothing is laid out. `changed` are ids by source layer, nil for
  /// GeoJSON.
  package func repainted(
    _ layers: [StyleLayer], changed: (_ sourceLayer: String?) -> Set<StyleValue>, _ context: LayoutContext
  ) -> TileLayout? {
    guard let tile = features else { return nil }
    var replaced: [String: StyleBucket?] = [:]
    for layer in layers {
      let ids = changed(layer.sourceLayer)
      guard !ids.isEmpty, let bucket = buckets[layer.id], let features = tile.layer(of: layer) else { continue }
      let properties = LayerProperties(layer, context)
      guard properties.usesFeatureState, let paint = bucket.paintRows else { continue }
      var columns = paint.columns
      var isChanged = false
      for (row, index) in paint.features.enumerated() where ids.contains(features.id(of: index)) {
        let feature = features.expressionFeature(index, in: context.tile.canonical)
        columns.update(UInt32(clamping: row), properties, zoom: context.zoom, feature: feature)
        isChanged = true
      }
      if isChanged { replaced[layer.id] = bucket.repainted(columns) }
    }
    return replaced.isEmpty ? nil : replacing(replaced)
  }
}

extension FeatureTile {
  /// The features that a style layer draws from; nil when the tile has none of them.
  package func layer(of layer: StyleLayer) -> FeatureLayer? {
    layer.sourceLayer.flatMap { self.layer($0) } ?? self.layer(Self.geoJSONLayer)
  }
}

extension StyleBucket {
  /// What depends on features, with the feature of each row; nil for nothing.
  fileprivate var paintRows: (columns: PaintColumns, features: [Int32])? {
    switch self {
    case .fill(let bucket): (bucket.columns, bucket.rowFeatures)
    case .line(let bucket): (bucket.columns, bucket.rowFeatures)
    case .circle(let bucket): (bucket.points.columns, bucket.points.rowFeatures)
    case .fillExtrusion(let bucket): (bucket.columns, bucket.rowFeatures)
    case .heatmap(let bucket): (bucket.points.columns, bucket.points.rowFeatures)
    case .symbol(let bucket): (bucket.paint, bucket.rowFeatures)
    }
  }

  /// The same bucket, known by the same id, in other paint.
  fileprivate func repainted(_ columns: PaintColumns) -> StyleBucket {
    switch self {
    case .fill(let bucket): .fill(FillBucket(bucket, columns: columns))
    case .line(let bucket): .line(LineBucket(bucket, columns: columns))
    case .circle(let bucket): .circle(CircleBucket(bucket, columns: columns))
    case .fillExtrusion(let bucket): .fillExtrusion(ExtrusionBucket(bucket, columns: columns))
    case .heatmap(let bucket): .heatmap(HeatmapBucket(bucket, columns: columns))
    case .symbol(let bucket): .symbol(SymbolBucket(bucket, paint: columns))
    }
  }
}
