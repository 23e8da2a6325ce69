package import OverlookGeometry
package import OverlookStyle
import OverlookText

/// What a layer draws of a tile, as features: for those who draw it otherwise than from buckets.
package struct TileFeatures: Sendable {
  package var features: FeatureLayer
  /// In the order of drawing.
  package var rows: [Int32]
  package var tile: OverscaledTile
  package var worldCopy: Int
  /// The square that it is drawn in, where its kind is cut to it.
  package var clip: TileID
  /// Ground that the layer leaves clear.
  package var clearing: TileClearing?
  /// The symbols, with what their texts are made from; nil for other kinds.
  package var symbols: SymbolTexts?

  /// The features of a drawn tile that a layer lets through; nil when it has none.
  package init?(_ draw: StyleTileDraw, of layer: StyleLayer, in tile: FeatureTile, _ context: LayoutContext) {
    guard let features = tile.layer(of: layer) else { return nil }
    self.features = features
    self.tile = draw.tile
    (worldCopy, clip) = (draw.worldCopy, draw.clip)
    if case .symbol(let bucket) = draw.bucket {
      rows = []
      symbols = SymbolTexts(bucket, layer, features, context)
      return
    }
    let selected = FeatureSelection.rows(of: features, layer, context)
    let properties = LayerProperties(layer, context)
    let key: StylePropertyName? =
      switch layer.kind {
      case .fill: .fillSortKey
      case .line: .lineSortKey
      case .circle: .circleSortKey
      default: nil
      }
    rows = key.map { FeatureOrder.sorted(selected, by: $0, properties, features, context) } ?? selected
    if layer.kind == .fillExtrusion { clearing = TileClearing(layer, context) }
  }
}

/// The texts of the symbols of a bucket.
package struct SymbolTexts: Sendable {
  package let bucket: BucketID
  private let symbols: SymbolBucket
  private let source: SymbolFeatures

  init(_ bucket: SymbolBucket, _ layer: StyleLayer, _ features: FeatureLayer, _ context: LayoutContext) {
    self.bucket = bucket.id
    symbols = bucket
    let properties = LayerProperties(layer, context)
    source = SymbolFeatures(properties, SymbolOptions(properties, zoom: context.zoom), features, context)
  }

  /// The letters of a symbol's text as they were laid out, by the places that `PlacedQuad.character` counts; pictures within it are
  /// U+FFFC.
  package func scalars(ofSymbol symbol: Int) -> [Unicode.Scalar] {
    guard symbols.symbols.indices.contains(symbol) else { return [] }
    let row = symbols.symbols[symbol].feature
    guard source.layer.features.indices.contains(Int(row)),
      let text = source.text(source.layer.expressionFeature(row, in: source.context.tile.canonical))
    else { return [] }
    var scalars: [Unicode.Scalar] = []
    for section in text.sections {
      if let name = section.image?.name {
        if source.context.images[name] != nil { scalars.append("\u{FFFC}") }
        continue
      }
      scalars.append(contentsOf: section.text.unicodeScalars.prefix(LabelCharacters.maximumUnits))
    }
    return Array(scalars.prefix(LabelCharacters.maximumUnits))
  }
}
