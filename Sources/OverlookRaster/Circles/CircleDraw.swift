package import OverlookLayout
import OverlookStyle

/// The circles of a tile in one frame, with all that a thread needs for them.
package struct CircleDraw {
  let points: PointPlaces
  let projection: TileProjection
  /// In points, without the stroke.
  let radius: FeatureValues
  let color: FeatureValues
  let opacity: FeatureValues

  /// `radius`, `color` and `opacity` are those of features whose own do not depend on them.
  package init(
    _ points: PointPlaces, _ projection: TileProjection, _ properties: LayerProperties, _ context: FeatureValues.Context,
    radius: Float, color: SIMD4<Float>, opacity: Float
  ) {
    (self.points, self.projection) = (points, projection)
    let columns = points.columns
    self.radius = FeatureValues(.circleRadius, columns, properties, context, else: radius)
    self.color = FeatureValues(.circleColor, columns, properties, context, else: color)
    self.opacity = FeatureValues(.circleOpacity, columns, properties, context, else: opacity)
  }

  /// In points, of any circle; what is not a number is none.
  var largestRadius: Float {
    var largest: Float = 0
    for row in 0..<points.columns.lookCount {
      let value = radius.number(points.columns.numbers(ofRow: row))
      if value > largest { largest = value }
    }
    return largest
  }
}

/// The circles of a layer that face the eye, tile by tile.
package struct CircleContent {
  package var draws: [CircleDraw] = []
  /// In points, of all circles.
  let strokeWidth: Float
  /// Premultiplied BGRA.
  let strokeColor: UInt32
  /// The depth at which a circle has the size that it has from above; nil for circles of one size at every depth.
  let fullSizeDepth: Float?

  package init(strokeWidth: Float, strokeColor: SIMD4<Float>, fullSizeDepth: Float?) {
    self.strokeWidth = max(strokeWidth, 0)
    self.strokeColor = Pixel.packed(strokeColor)
    self.fullSizeDepth = fullSizeDepth
  }

  package var count: Int { draws.reduce(0) { $0 + $1.points.places.count } }
}
