package import OverlookGeometry
package import OverlookLayout
import OverlookStyle

/// What a layer draws of a tile, with all that a thread needs for it.
package struct GroundDraw {
  package enum Shape {
    case fill(FillBucket, GroundFill)
    case line(LineBucket, GroundLine)
  }

  var shape: Shape
  var projection: TileProjection
  var window: TileWindow
  /// What is drawn of the same square after it; -1: nothing.
  package var next: Int32 = -1

  package init(shape: Shape, projection: TileProjection, window: TileWindow) {
    self.shape = shape
    self.projection = projection
    self.window = window
  }
}

/// A square, and the first and the last that is drawn in it.
package struct GroundSquare {
  package let tile: TileID
  package let worldCopy: Int
  package let first: Int32
  package var last: Int32

  package init(tile: TileID, worldCopy: Int, first: Int32, last: Int32) {
    (self.tile, self.worldCopy, self.first, self.last) = (tile, worldCopy, first, last)
  }

  /// Whether it is another square that covers a part of it.
  package func overlaps(_ other: TileID, worldCopy: Int) -> Bool {
    guard worldCopy == self.worldCopy, tile.z != other.z else { return false }
    let (upper, lower) = tile.z < other.z ? (tile, other) : (other, tile)
    let levels = lower.z - upper.z
    return lower.x >> levels == upper.x && lower.y >> levels == upper.y
  }
}

/// How the fills of a tile look.
package struct GroundFill {
  var color: FeatureValues
  /// Nil where edges have the colour of the inside.
  var outlineColor: FeatureValues?
  var opacity: FeatureValues
  var hasEdges: Bool
  /// Whether the inner half of the edges lies below the inside.
  var hidesEdges: Bool

  package init(_ paint: FillPaint, _ bucket: FillBucket, _ properties: LayerProperties, _ context: FeatureValues.Context) {
    let columns = bucket.columns
    color = FeatureValues(.fillColor, columns, properties, context, else: paint.color)
    outlineColor =
      paint.hasOutlineColor ? FeatureValues(.fillOutlineColor, columns, properties, context, else: paint.outlineColor) : nil
    opacity = FeatureValues(.fillOpacity, columns, properties, context, else: paint.opacity)
    hasEdges = paint.hasEdges
    hidesEdges = paint.isOpaque && !paint.hasOutlineColor
  }
}

/// How the lines of a tile look.
package struct GroundLine {
  var color: FeatureValues
  var opacity: FeatureValues
  var width: FeatureValues
  var gapWidth: FeatureValues
  var offset: FeatureValues
  var blur: FeatureValues
  /// Half a pixel, in points.
  var antialias: Float
  var unitsPerPoint: Float
  var isTilted: Bool

  package init(
    _ paint: LinePaint, _ bucket: LineBucket, _ properties: LayerProperties, _ context: FeatureValues.Context,
    antialias: Float, unitsPerPoint: Float, isTilted: Bool
  ) {
    let columns = bucket.columns
    color = FeatureValues(.lineColor, columns, properties, context, else: paint.color)
    opacity = FeatureValues(.lineOpacity, columns, properties, context, else: paint.opacity)
    width = FeatureValues(.lineWidth, columns, properties, context, else: paint.width)
    gapWidth = FeatureValues(.lineGapWidth, columns, properties, context, else: paint.gapWidth)
    offset = FeatureValues(.lineOffset, columns, properties, context, else: paint.offset)
    blur = FeatureValues(.lineBlur, columns, properties, context, else: paint.blur)
    self.antialias = antialias
    self.unitsPerPoint = unitsPerPoint
    self.isTilted = isTilted
  }

  /// What the shaders make of a feature; `values` are those of its row.
  func look(_ values: ArraySlice<Float>) -> StrokeLook {
    let edges = LinePaint.edges(width: width.number(values), gapWidth: gapWidth.number(values), antialias: antialias)
    return StrokeLook(
      color: Pixel.packed(color.color(values) * opacity.number(values)), outer: edges.x, inner: edges.y,
      blur: blur.number(values) + 2 * antialias, offset: offset.number(values))
  }
}
