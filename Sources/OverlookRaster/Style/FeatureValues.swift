import OverlookLayout
import OverlookStyle

/// A property of a bucket's features in one frame: a column of its table, or the same for all of them.
package struct FeatureValues {
  /// Where it stands in a row; nil where it is the same for all.
  private let offset: Int?
  /// The same of the tile's next zoom.
  private let nextOffset: Int
  /// How far the frame's zoom is on the way there.
  private let fraction: Float
  private let constant: SIMD4<Float>

  init(
    _ name: StylePropertyName, _ columns: PaintColumns, _ properties: LayerProperties, _ context: Context,
    else constant: SIMD4<Float>
  ) {
    self.constant = constant
    guard let column = columns.column(name) else {
      (offset, nextOffset, fraction) = (nil, 0, 0)
      return
    }
    offset = column.offset
    nextOffset = column.offset + (column.isComposite ? column.floatCount / 2 : 0)
    fraction =
      column.isComposite
      ? Float(properties.zoomFraction(name, zoom: context.zoom, from: context.tileZoom, to: context.tileZoom + 1)) : 0
  }

  init(
    _ name: StylePropertyName, _ columns: PaintColumns, _ properties: LayerProperties, _ context: Context, else constant: Float
  ) {
    self.init(name, columns, properties, context, else: SIMD4(constant, 0, 0, 0))
  }

  /// Zooms of the style.
  package struct Context {
    var zoom: Double
    var tileZoom: Double

    package init(zoom: Double, tileZoom: Double) { (self.zoom, self.tileZoom) = (zoom, tileZoom) }
  }

  /// `row` is that of a feature in `values`, which are those of its table.
  func number(_ values: ArraySlice<Float>) -> Float {
    guard let offset else { return constant.x }
    let (value, next) = (values[values.startIndex + offset], values[values.startIndex + nextOffset])
    return value + (next - value) * fraction
  }

  func color(_ values: ArraySlice<Float>) -> SIMD4<Float> {
    guard let offset else { return constant }
    func four(_ offset: Int) -> SIMD4<Float> {
      let first = values.startIndex + offset
      return SIMD4(values[first], values[first + 1], values[first + 2], values[first + 3])
    }
    let (value, next) = (four(offset), four(nextOffset))
    return value + (next - value) * fraction
  }
}

extension PaintColumns {
  /// The numbers of a row; none where there are no columns.
  func numbers(ofRow row: Int) -> ArraySlice<Float> {
    isEmpty ? [] : values[row * floatsPerRow..<(row + 1) * floatsPerRow]
  }

  /// Rows, one at least: that of all features where nothing depends on them.
  var lookCount: Int { max(rowCount, 1) }
}
