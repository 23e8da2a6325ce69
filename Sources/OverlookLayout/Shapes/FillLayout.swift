package import OverlookStyle

/// Lays out the polygons of a fill layer.
package enum FillLayout {
  static let columnNames: [StylePropertyName] = [.fillColor, .fillOutlineColor, .fillOpacity, .fillPattern]

  /// The polygons among the `selected` features; nil when there are none.
  package static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> FillBucket? {
    var properties = LayerProperties(layer, globalState: context.globalState)
    properties.availableImages = context.images.names
    properties.featureStates = context.featureStates.states(ofLayer: layer.sourceLayer)
    var columns = PaintColumns(properties, names: columnNames)
    var builder = FillBuilder(hasRows: !columns.isEmpty)
    var rowFeatures: [Int32] = []
    for index in order(selected, properties, columns, features, context) {
      let feature = features.features[Int(index)]
      guard feature.kind == .polygon else { continue }
      var row: UInt32 = 0
      if !columns.isEmpty {
        let seen = features.expressionFeature(index, in: context.tile.canonical)
        row = columns.append(properties, zoom: context.zoom, feature: seen, tile: context.tile)
        PatternRows.write(.fillPattern, row, &columns, properties, seen, context)
        rowFeatures.append(index)
      }
      builder.add(features, feature, row: row)
    }
    builder.finish()
    guard !builder.vertices.isEmpty else { return nil }
    return FillBucket(builder, columns: columns, rowFeatures: rowFeatures)
  }

  private static func order(
    _ selected: [Int32], _ properties: LayerProperties, _ columns: PaintColumns, _ features: FeatureLayer,
    _ context: LayoutContext
  ) -> [Int32] {
    if properties.isSet(.fillSortKey) {
      return FeatureOrder.sorted(selected, by: .fillSortKey, properties, features, context)
    }
    // Edges of a colour of their own are all above the insides whatever the order.
    return columns.isEmpty && !properties.isSet(.fillPattern) ? FeatureOrder.byPlace(selected, features) : selected
  }
}

/// Patterns that depend on features.
enum PatternRows {
  /// Writes the places of a feature's image for the tile's zoom and the ones before and after it.
  static func write(
    _ name: StylePropertyName, _ row: UInt32, _ columns: inout PaintColumns, _ properties: LayerProperties,
    _ feature: ExpressionFeature, _ context: LayoutContext
  ) {
    guard columns.column(name) != nil else { return }
    var ratios = SIMD4<Float>(repeating: 1)
    for (group, offset) in [0.0, -1, 1].enumerated() {
      let value = properties.value(name, zoom: context.zoom + offset, feature: feature, tile: context.tile)
      guard case .image(let image) = value, let placed = context.images.placement(image.name),
        let picture = context.images[image.name]
      else { continue }
      let rect = placed.pattern
      let (x, y) = (Float(rect.x), Float(rect.y))
      columns.setGroup(group, SIMD4(x, y, x + Float(rect.width), y + Float(rect.height)), of: name, row: row)
      ratios[group] = Float(picture.pixelRatio)
    }
    columns.setGroup(3, ratios, of: name, row: row)
  }
}
