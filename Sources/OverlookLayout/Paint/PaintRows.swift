import OverlookStyle

/// The paint of a bucket's features, a row each, in the order in which they are laid out.
struct PaintRows {
  var columns: PaintColumns
  /// The feature of each row, for changes of its state.
  private(set) var features: [Int32] = []

  private let properties: LayerProperties
  private let context: LayoutContext
  /// The column of images, if there is one.
  private let pattern: StylePropertyName?
  /// The numbers and colours among the columns, at the tile's zoom and, where a column has two values, at the next one.
  private var values: [ColumnValue] = []

  private struct ColumnValue {
    var column: Int
    var isOfNextZoom: Bool
    var property: FeatureProperty
  }

  init(
    _ properties: LayerProperties, names: [StylePropertyName], pattern: StylePropertyName? = nil, _ context: LayoutContext
  ) {
    self.properties = properties
    self.context = context
    let columns = PaintColumns(properties, names: names)
    self.columns = columns
    self.pattern = pattern.flatMap { columns.column($0)?.name }
    for (index, column) in columns.columns.enumerated() where column.kind == .number || column.kind == .color {
      for isNext in column.isComposite ? [false, true] : [false] {
        let property = FeatureProperty(column.name, properties, zoom: context.zoom + (isNext ? 1 : 0))
        values.append(ColumnValue(column: index, isOfNextZoom: isNext, property: property))
      }
    }
  }

  /// No column, and so no rows.
  var isEmpty: Bool { columns.isEmpty }

  /// Adds the row of a feature and says its number; 0, and nothing added, where there are no columns.
  mutating func append(_ index: Int32, of layer: FeatureLayer) -> UInt32 {
    guard !isEmpty else { return 0 }
    var feature = RowFeature(index, of: layer, context)
    let row = columns.appendRow()
    for index in values.indices {
      let value = values[index].property.value(for: &feature)
      columns.set(value, isOfNextZoom: values[index].isOfNextZoom, of: values[index].column, row: row)
    }
    if let pattern { writeImages(of: pattern, row, feature.expression) }
    features.append(index)
    return row
  }

  /// Writes the places of a feature's image for the tile's zoom and the ones before and after it.
  private mutating func writeImages(of name: StylePropertyName, _ row: UInt32, _ feature: ExpressionFeature) {
    var ratios = SIMD4<Float>(repeating: 1)
    for (group, offset) in [0.0, -1, 1].enumerated() {
      let value = properties.value(name, zoom: context.zoom + offset, feature: feature)
      guard case .image(let image) = value else { continue }
      guard let placed = context.images.placement(image.name), let picture = context.images[image.name] else {
        context.missingImages?.note(image.name)
        continue
      }
      let rect = placed.pattern
      let (x, y) = (Float(rect.x), Float(rect.y))
      columns.setGroup(group, SIMD4(x, y, x + Float(rect.width), y + Float(rect.height)), of: name, row: row)
      ratios[group] = Float(picture.pixelRatio)
    }
    columns.setGroup(3, ratios, of: name, row: row)
  }
}
