/// What a heatmap looks like where that is the same for all of its places.
package struct HeatStyle: Hashable, Sendable {
  /// Nil: `PlaceColumns.sizes`.
  package var weight: Float?
  /// Three standard deviations.
  package var radiusPoints: Float
  package var intensity: Float
  package var gradient: HeatmapGradient
  /// 0 ... 1, of the layer.
  package var opacity: Float
  /// Only places with such a value in `PlaceColumns.filterValues` count; nil: all.
  package var shownValues: ClosedRange<Float>?
}
