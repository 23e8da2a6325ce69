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
    var builder = FillBuilder(hasRows: !paint.isEmpty, pointCount: features.pointCount(of: selected))
    for index in FeatureOrder.sorted(selected, by: .fillSortKey, properties, features, context) {
      let feature = features.features[Int(index)]
      guard feature.kind == .polygon else { continue }
      builder.add(features, feature, row: paint.append(index, of: features))
    }
    return builder.vertices.isEmpty ? nil : FillBucket(builder, paint)
  }
}
