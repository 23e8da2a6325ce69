import OverlookStyle

/// The order in which the features of a tile are drawn.
enum FeatureOrder {
  /// By sort key, if the layer has one; equal keys keep their order.
  static func sorted(
    _ selected: [Int32], by name: StylePropertyName, _ properties: LayerProperties, _ features: FeatureLayer,
    _ context: LayoutContext
  ) -> [Int32] {
    guard properties.isSet(name) else { return selected }
    var key = FeatureProperty(name, properties, zoom: context.zoom)
    let keyed = selected.map { row in
      var feature = RowFeature(row, of: features, context)
      return key.value(for: &feature).number ?? 0
    }
    return keyed.indices.sorted { (keyed[$0], $0) < (keyed[$1], $1) }.map { selected[$0] }
  }
}
