package import OverlookStyle

/// Lays out the lines of a line layer.
package enum LineLayout {
  static let columnNames: [StylePropertyName] = [
    .lineColor, .lineOpacity, .lineWidth, .lineGapWidth, .lineOffset, .lineBlur, .linePattern, .lineDasharray,
  ]
  /// Attributes of a line that was cut out of a longer one, with the part of it that it is (0 ... 1).
  static let clipKeys = (start: "mapbox_clip_start", end: "mapbox_clip_end")

  /// The lines and the edges of the polygons among the `selected` features; nil when there are none.
  package static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> LineBucket? {
    let properties = LayerProperties(layer, context)
    var paint = PaintRows(properties, names: columnNames, pattern: .linePattern, context)
    let hasGradient = properties.isSet(.lineGradient)
    var extras: LineBuilder.Extras = paint.isEmpty ? [] : .rows
    if properties.isSet(.lineDasharray) || properties.isSet(.linePattern) { extras.insert(.distances) }
    if hasGradient { extras.insert(.progress) }
    var builder = LineBuilder(
      extras: extras, overscaleFactor: context.tile.overscaleFactor, pointCount: features.pointCount(of: selected))
    var dashes = DashRows(paint.columns)
    let isShapeFixed = !LineShape.names.contains { properties.isDataDriven($0) }
    var shape = LineShape { properties.isDataDriven($0) ? .null : properties.value($0, zoom: context.zoom) }
    for index in FeatureOrder.sorted(selected, by: .lineSortKey, properties, features, context) {
      let feature = features.features[Int(index)]
      guard feature.kind != .point else { continue }
      let row = paint.append(index, of: features)
      if dashes != nil || !isShapeFixed {
        let seen = features.expressionFeature(index, in: context.tile.canonical)
        if !isShapeFixed { shape = LineShape { properties.value($0, zoom: context.zoom, feature: seen) } }
        dashes?.write(row, &paint.columns, properties, seen, isRound: shape.cap == .round, context)
      }
      let clip = hasGradient ? clip(of: index, features) : nil
      builder.add(features, feature, row: row, shape: shape, clip: clip)
    }
    guard !builder.vertices.isEmpty else { return nil }
    let keepsOrder = !paint.isEmpty || hasGradient || properties.isSet(.linePattern)
    return LineBucket(builder, paint, dashes: dashes?.atlas, keepsOrder: keepsOrder)
  }

  /// The whole line where nothing is said.
  private static func clip(of index: Int32, _ features: FeatureLayer) -> SIMD2<Double> {
    guard let start = features.value(clipKeys.start, of: index)?.number,
      let end = features.value(clipKeys.end, of: index)?.number, start.isFinite, end.isFinite
    else { return SIMD2(0, 1) }
    return SIMD2(start, end)
  }
}

extension LineShape {
  /// What it is made of.
  static let names: [StylePropertyName] = [.lineJoin, .lineCap, .lineMiterLimit, .lineRoundLimit]

  /// - Parameter value: Of one of `names`; null for the default.
  init(_ value: (StylePropertyName) -> StyleValue) {
    switch value(.lineJoin).string {
    case "bevel": join = .bevel
    case "round": join = .round
    default: join = .miter
    }
    switch value(.lineCap).string {
    case "round": cap = .round
    case "square": cap = .square
    default: cap = .butt
    }
    miterLimit = value(.lineMiterLimit).number ?? miterLimit
    roundLimit = value(.lineRoundLimit).number ?? roundLimit
  }
}

/// Dash arrays that depend on features.
struct DashRows {
  private(set) var atlas: DashAtlas

  /// Nil when they depend on none.
  init?(_ columns: PaintColumns) {
    guard columns.column(.lineDasharray) != nil else { return nil }
    atlas = DashAtlas()
  }

  /// Writes the places of a feature's dashes for the tile's zoom and the ones before and after it.
  mutating func write(
    _ row: UInt32, _ columns: inout PaintColumns, _ properties: LayerProperties, _ feature: ExpressionFeature, isRound: Bool,
    _ context: LayoutContext
  ) {
    for (group, offset) in [0.0, -1, 1].enumerated() {
      let value = properties.value(.lineDasharray, zoom: context.zoom + offset, feature: feature)
      // Without dashes the line is drawn in one.
      guard let place = atlas.place(value.numbers ?? [1, 0], isRound: isRound) ?? atlas.place([1, 0], isRound: false) else {
        continue
      }
      columns.setGroup(group, place.vector, of: .lineDasharray, row: row)
    }
  }
}
