package import OverlookStyle

/// What the paint of a bucket's features depends on the features for: a table with a row for each feature, which shaders read by
/// the row number that every vertex carries. What is the same for all features is no column but a uniform of the frame.
///
/// A property that depends on the zoom as well has its values at the tile's zoom and at the next one, and shaders mix them.
package struct PaintColumns: Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// One number.
    case number
    /// Red, green, blue, alpha: premultiplied.
    case color
    /// Three groups of `left, top, right, bottom` (pixels of the atlas) and a texel with their pixels per point: of the image at
    /// the tile's zoom, the one before and the one after.
    case image
    /// Three groups of `y, height, width, 0` of a row in the line atlas: at the tile's zoom, the one before and the one after.
    case dash
  }

  package struct Column: Hashable, Sendable {
    package var name: StylePropertyName
    package var kind: Kind
    /// Two values, of two zooms.
    package var isComposite: Bool
    /// Floats from the start of the row.
    package var offset: Int

    package var floatCount: Int {
      switch kind {
      case .number: isComposite ? 2 : 1
      case .color: isComposite ? 8 : 4
      case .image: 16
      case .dash: 12
      }
    }
  }

  package private(set) var columns: [Column]
  /// A multiple of four: rows are whole texels.
  package private(set) var floatsPerRow: Int
  package var values: [Float] = []
  package private(set) var rowCount = 0
  /// Another one after each change, so that the GPU's copy is known to be old.
  package private(set) var version = BucketID()

  /// Columns for those of `names` that depend on features; `images` and `dashes` are among them where the property is of that
  /// kind.
  package init(_ properties: LayerProperties, names: [StylePropertyName]) {
    columns = []
    var wide: [Column] = []
    var narrow: [Column] = []
    for name in names where properties.isDataDriven(name) {
      let kind = Self.kind(of: name)
      let isZoomConstant = properties.program(name)?.isZoomConstant ?? true
      let isComposite = !isZoomConstant && (kind == .number || kind == .color)
      let column = Column(name: name, kind: kind, isComposite: isComposite, offset: 0)
      if kind == .number { narrow.append(column) } else { wide.append(column) }
    }
    // Whole texels first; pairs before single numbers, so that no pair lies across two texels.
    var offset = 0
    for var column in wide + narrow.filter(\.isComposite) + narrow.filter({ !$0.isComposite }) {
      column.offset = offset
      offset += column.floatCount
      columns.append(column)
    }
    floatsPerRow = (offset + 3) / 4 * 4
  }

  package var isEmpty: Bool { columns.isEmpty }

  package func column(_ name: StylePropertyName) -> Column? { columns.first { $0.name == name } }

  package var byteCount: Int { values.count * 4 }

  /// The largest number of a column, whatever its sign; 0 where there is no such column.
  package func largestMagnitude(of name: StylePropertyName) -> Double {
    guard let column = column(name), column.kind == .number else { return 0 }
    var largest: Float = 0
    for row in 0..<rowCount {
      for part in 0..<column.floatCount { largest = max(largest, abs(values[row * floatsPerRow + column.offset + part])) }
    }
    return Double(largest)
  }

  private static func kind(of name: StylePropertyName) -> Kind {
    switch name {
    case .fillPattern, .linePattern, .fillExtrusionPattern, .backgroundPattern: .image
    case .lineDasharray: .dash
    case .fillColor, .fillOutlineColor, .lineColor, .fillExtrusionColor, .circleColor, .circleStrokeColor, .iconColor,
      .iconHaloColor, .textColor, .textHaloColor:
      .color
    default: .number
    }
  }

  // MARK: Rows

  /// Adds a row of zeros and says its number.
  mutating func appendRow() -> UInt32 {
    values.append(contentsOf: repeatElement(0, count: floatsPerRow))
    rowCount += 1
    return UInt32(clamping: rowCount - 1)
  }

  /// Writes a number or a colour of the row; a composite column has a second one, of the next zoom.
  mutating func set(_ value: StyleValue, isOfNextZoom: Bool, of column: Int, row: UInt32) {
    let column = columns[column]
    let start = Int(row) * floatsPerRow + column.offset
    set(value, column.kind, at: start + (isOfNextZoom ? column.floatCount / 2 : 0))
  }

  /// Computes the numbers and colours of a row anew, as after a change of the feature's state.
  mutating func update(_ row: UInt32, _ properties: LayerProperties, zoom: Double, feature: ExpressionFeature) {
    for (index, column) in columns.enumerated() where column.kind == .number || column.kind == .color {
      for isNext in column.isComposite ? [false, true] : [false] {
        let value = properties.value(column.name, zoom: zoom + (isNext ? 1 : 0), feature: feature)
        set(value, isOfNextZoom: isNext, of: index, row: row)
      }
    }
    version = BucketID()
  }

  private mutating func set(_ value: StyleValue, _ kind: Kind, at start: Int) {
    guard kind == .color else {
      values[start] = Float(value.number ?? 0)
      return
    }
    let color = (value.color ?? .transparent).premultiplied
    for component in 0..<4 { values[start + component] = color[component] }
  }

  /// Writes numbers of the image or the dash of a row: `group` 0 for the tile's zoom, 1 for the one before, 2 for the one after,
  /// and of images 3 for their pixels per point.
  package mutating func setGroup(_ group: Int, _ four: SIMD4<Float>, of name: StylePropertyName, row: UInt32) {
    guard let column = column(name), column.kind == .image || column.kind == .dash, group >= 0, 4 * group < column.floatCount,
      row < rowCount
    else { return }
    let start = Int(row) * floatsPerRow + column.offset + 4 * group
    for component in 0..<4 { values[start + component] = four[component] }
  }
}

extension PaintColumns {
  /// What stands before the text of a shader whose vertices carry a row: `u_rows` and, for each column, a macro with the value.
  ///
  /// The row is `a_row`; the value of `fill-color` is `COLUMN_fill_color`, mixed by `u_t_fill_color` where there are two, or
  /// `MIXED_fill_color(t)`; images and dashes are `COLUMN_fill_pattern(group)`. Shaders take a uniform where the macro is not
  /// defined.
  package var shaderText: String {
    guard !isEmpty else { return "" }
    var text = "#define HAS_ROWS\nuniform samplerBuffer u_rows;\n"
    func texel(_ offset: Int) -> String { "texelFetch(u_rows, int(a_row) * \(floatsPerRow / 4) + \(offset / 4))" }
    for column in columns {
      let name = Self.shaderName(column.name)
      switch column.kind {
      case .image, .dash:
        text +=
          "#define COLUMN_\(name)(group) texelFetch(u_rows, int(a_row) * \(floatsPerRow / 4) + \(column.offset / 4) + (group))\n"
      case .number, .color:
        func part(_ offset: Int) -> String {
          column.kind == .color ? texel(offset) : texel(offset) + "." + ["x", "y", "z", "w"][offset % 4]
        }
        guard column.isComposite else {
          text += "#define COLUMN_\(name) \(part(column.offset))\n#define MIXED_\(name)(t) \(part(column.offset))\n"
          continue
        }
        let next = column.offset + (column.kind == .color ? 4 : 1)
        text += "uniform float u_t_\(name);\n"
        text += "#define COLUMN_\(name) mix(\(part(column.offset)), \(part(next)), u_t_\(name))\n"
        text += "#define MIXED_\(name)(t) mix(\(part(column.offset)), \(part(next)), t)\n"
      }
    }
    return text
  }

  /// As names in shaders are written: `fill_color`.
  package static func shaderName(_ name: StylePropertyName) -> String {
    name.rawValue.split(separator: "-").joined(separator: "_")
  }
}

extension StyleColor {
  /// Red, green and blue multiplied by alpha.
  package var premultiplied: SIMD4<Float> {
    SIMD4(Float(red * alpha), Float(green * alpha), Float(blue * alpha), Float(alpha))
  }
}
