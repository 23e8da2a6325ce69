package import OverlookStyle

/// Lays out the polygons of a fill layer.
package enum FillLayout {
  static let columnNames: [StylePropertyName] = [.fillColor, .fillOutlineColor, .fillOpacity, .fillPattern]

  /// The polygons among the `selected` features; nil when there are none.
  package static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> FillBucket? {
    let properties = LayerProperties(layer, context)
    var paint = PaintRows(properties, names: columnNames, pattern: .fillPattern, context)
    var builder = FillBuilder(hasRows: !paint.isEmpty)
    for index in order(selected, properties, paint.columns, features, context) {
      let feature = features.features[Int(index)]
      guard feature.kind == .polygon else { continue }
      builder.add(features, feature, row: paint.append(index, of: features))
    }
    builder.finish()
    return builder.vertices.isEmpty ? nil : FillBucket(builder, paint)
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
