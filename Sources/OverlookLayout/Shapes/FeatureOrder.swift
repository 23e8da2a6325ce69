import OverlookStyle

/// The order in which the features of a tile are drawn.
enum FeatureOrder {
  /// By sort key; equal keys keep their order.
  static func sorted(
    _ selected: [Int32], by name: StylePropertyName, _ properties: LayerProperties, _ features: FeatureLayer,
    _ context: LayoutContext
  ) -> [Int32] {
    let keyed = selected.map { index in
      let feature = features.expressionFeature(index, in: context.tile.canonical)
      return properties.value(name, zoom: context.zoom, feature: feature).number ?? 0
    }
    return keyed.indices.sorted { (keyed[$0], $0) < (keyed[$1], $1) }.map { selected[$0] }
  }

  /// Neighbours after one another, so that few runs of them lie in a small view. For features of one colour: whichever of two is above
  /// the other, the picture is the same.
  static func byPlace(_ selected: [Int32], _ features: FeatureLayer) -> [Int32] {
    guard selected.count > minimumCount else { return selected }
    let keyed = selected.map { placeKey($0, features) }
    return keyed.indices.sorted { (keyed[$0], $0) < (keyed[$1], $1) }.map { selected[$0] }
  }

  private static let minimumCount = 64
  /// Cells along a side of the tile.
  private static let cells: Int32 = 16

  /// The place of a feature's cell on a curve through all cells; what is large comes before everything.
  private static func placeKey(_ index: Int32, _ features: FeatureLayer) -> Int32 {
    let feature = features.features[Int(index)]
    guard let first = feature.parts.first, let last = feature.parts.last else { return 0 }
    var low = SIMD2<Int32>(repeating: .max)
    var high = SIMD2<Int32>(repeating: .min)
    for point in features.points(ofPart: first).lowerBound..<features.points(ofPart: last).upperBound {
      low = pointwiseMin(low, features.point(point))
      high = pointwiseMax(high, features.point(point))
    }
    let size = high &- low
    guard size.x < FeatureLayer.extent / 2, size.y < FeatureLayer.extent / 2 else { return -1 }
    let middle = (low &+ high) / 2
    let cell = (middle &* cells / FeatureLayer.extent).clamped(lowerBound: .zero, upperBound: SIMD2(repeating: cells - 1))
    return spread(cell.x) | spread(cell.y) << 1
  }

  /// The four lowest bits with a gap after each.
  private static func spread(_ value: Int32) -> Int32 {
    (value & 1) | (value & 2) << 1 | (value & 4) << 2 | (value & 8) << 3
  }
}
