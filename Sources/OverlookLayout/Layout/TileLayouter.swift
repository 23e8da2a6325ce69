package import OverlookStyle
package import OverlookText

/// Lays out the features of a tile: finds those that each layer draws, and has them made into buckets. Pure; any thread.
package enum TileLayouter {
  /// The layers that are drawn at the zoom of `context`, each with its bucket. Layers of other sources must not be among
  /// `layers`.
  package static func layout(_ features: FeatureTile, layers: [StyleLayer], _ context: LayoutContext) -> TileLayout {
    var buckets: [String: StyleBucket] = [:]
    forEachSelection(of: features, layers: layers, context) { layer, featureLayer, selected in
      buckets[layer.id] = bucket(layer, featureLayer, selected, context)
    }
    return TileLayout(tile: context.tile, buckets: buckets, features: features, faultCount: features.faultCount)
  }

  /// The glyphs that `layout` will ask for.
  package static func glyphNeeds(_ features: FeatureTile, layers: [StyleLayer], _ context: LayoutContext) -> GlyphNeeds {
    var needs = GlyphNeeds()
    let symbols = layers.filter { $0.kind == .symbol }
    forEachSelection(of: features, layers: symbols, context) { layer, featureLayer, selected in
      needs.formUnion(SymbolLayout.needs(layer, featureLayer, selected: selected, context))
    }
    return needs
  }

  /// Calls `body` with each layer that draws something of the tile, and the rows of the features that its filter lets through.
  static func forEachSelection(
    of features: FeatureTile, layers: [StyleLayer], _ context: LayoutContext,
    _ body: (StyleLayer, FeatureLayer, [Int32]) -> Void
  ) {
    for layer in layers where layer.isLaidOut(atZoom: context.zoom) {
      guard let featureLayer = features.layer(of: layer) else { continue }
      let selected = FeatureSelection.rows(of: featureLayer, layer, context)
      if !selected.isEmpty { body(layer, featureLayer, selected) }
    }
  }

  /// What the layer makes of one shape as large as the tile, whatever its filter says: drawn with the programs that tiles will be
  /// drawn with. Nil for kinds that are drawn by more than such a shape.
  package static func sample(of layer: StyleLayer, _ context: LayoutContext) -> StyleBucket? {
    guard layer.kind == .fill || layer.kind == .line || layer.kind == .circle || layer.kind == .fillExtrusion else { return nil }
    var builder = FeatureLayerBuilder(name: layer.sourceLayer ?? FeatureTile.geoJSONLayer)
    let side = Double(FeatureLayer.extent)
    for corner in [SIMD2(0, 0), SIMD2(side, 0), SIMD2(side, side), SIMD2(0, side)] { builder.append(corner) }
    builder.endPart()
    builder.endFeature(layer.kind == .circle ? .point : .polygon, id: .null)
    return bucket(layer, FeatureLayer(builder), [0], context)
  }

  private static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, _ selected: [Int32], _ context: LayoutContext
  ) -> StyleBucket? {
    switch layer.kind {
    case .symbol: SymbolLayout.bucket(layer, features, selected: selected, context).map(StyleBucket.symbol)
    case .fill: FillLayout.bucket(layer, features, selected: selected, context).map(StyleBucket.fill)
    case .circle: CircleLayout.bucket(layer, features, selected: selected, context).map(StyleBucket.circle)
    case .heatmap: HeatmapLayout.bucket(layer, features, selected: selected, context).map(StyleBucket.heatmap)
    case .line: LineLayout.bucket(layer, features, selected: selected, context).map(StyleBucket.line)
    case .fillExtrusion: ExtrusionLayout.bucket(layer, features, selected: selected, context).map(StyleBucket.fillExtrusion)
    case .background, .raster, .hillshade, .colorRelief: nil
    }
  }
}

extension StyleLayer {
  /// Whether a tile of a whole style zoom is laid out for the layer.
  package func isLaidOut(atZoom zoom: Double) -> Bool {
    isVisible && kind.drawsFeatures && begins(atOrBelow: zoom, minimumZoom.rounded(.down)) && zoom < maximumZoom
  }

  /// Whether the layer is drawn at a style zoom.
  package func isShown(atZoom zoom: Double) -> Bool {
    isVisible && begins(atOrBelow: zoom, minimumZoom) && zoom < maximumZoom
  }

  /// Documents count zooms from 0, where the world is 512 points wide; views show it smaller too. A layer that begins at 0 has
  /// no beginning.
  private func begins(atOrBelow zoom: Double, _ start: Double) -> Bool { start <= 0 || zoom >= start }
}
