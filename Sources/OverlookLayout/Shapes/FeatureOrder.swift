import OverlookStyle

/// The order in which the features of a tile are drawn.
enum FeatureOrder {
  /// By sort key, if the layer has one; equal keys keep their order.
  static func sorted(
    _ selected: [Int32], by name: StylePropertyName, _ properties: LayerProperties, _ features: FeatureLayer,
    _ context: LayoutContext
  ) -> [Int32] {
    guard properties.isSet(name) else { return selected }
    let keyed = selected.map { index in
      let feature = features.expressionFeature(index, in: context.tile.canonical)
      return properties.value(name, zoom: context.zoom, feature: feature).number ?? 0
    }
    return keyed.indices.sorted { (keyed[$0], $0) < (keyed[$1], $1) }.map { selected[$0] }
  }
}
