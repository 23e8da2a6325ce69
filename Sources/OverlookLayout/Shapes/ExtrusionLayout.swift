package import OverlookStyle

/// Lays out the polygons of a fill-extrusion layer.
package enum ExtrusionLayout {
  static let columnNames: [StylePropertyName] = [
    .fillExtrusionColor, .fillExtrusionHeight, .fillExtrusionBase, .fillExtrusionPattern,
  ]

  /// The polygons and lines among the `selected` features; nil when there are none.
  package static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> ExtrusionBucket? {
    let properties = LayerProperties(layer, context)
    var paint = PaintRows(properties, names: columnNames, pattern: .fillExtrusionPattern, context)
    var roofs = RoofLayout(layer, properties, features, context)
    var builder = ExtrusionBuilder(
      hasRows: !paint.isEmpty, clearing: TileClearing(layer, context), roofMetersPerUnit: roofs?.metersPerUnit)
    for index in selected {
      let feature = features.features[Int(index)]
      guard feature.kind != .point else { continue }
      if let look = roofs?.look(of: index) { builder.roofLook = look }
      builder.add(features, feature, row: paint.append(index, of: features))
    }
    return builder.triangles.isEmpty ? nil : ExtrusionBucket(builder, paint)
  }
}
