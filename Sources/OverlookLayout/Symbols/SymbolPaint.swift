import OverlookStyle

/// The paint of the texts or icons of a layer in a frame.
struct SymbolPaint {
  /// A number or colour that is the same for all features, or a column of the bucket's rows.
  private enum Source {
    case constant(SIMD4<Float>)
    case column(PaintColumns.Column, t: Float)
  }

  private let color: Source
  private let haloColor: Source
  private let opacity: Source
  private let haloWidth: Source
  private let haloBlur: Source
  private let paint: PaintColumns
  /// Whether a halo is drawn at all.
  let hasHalo: Bool
  let isVisible: Bool

  struct Values {
    var color: SIMD4<Float>
    var haloColor: SIMD4<Float>
    var opacity: Float
    var haloWidth: Float
    var haloBlur: Float
  }

  init(_ properties: LayerProperties, _ bucket: SymbolBucket, isText: Bool, zoom: Double) {
    func source(_ name: StylePropertyName) -> Source {
      if let column = bucket.paint.column(name) {
        let tileZoom = Double(bucket.tile.overscaledZ)
        return .column(column, t: Float(properties.zoomFraction(name, zoom: zoom, from: tileZoom, to: tileZoom + 1)))
      }
      switch properties.value(name, zoom: zoom) {
      case .color(let color): return .constant(color.premultiplied)
      case let value: return .constant(SIMD4(repeating: Float(value.number ?? 0)))
      }
    }
    paint = bucket.paint
    color = source(isText ? .textColor : .iconColor)
    haloColor = source(isText ? .textHaloColor : .iconHaloColor)
    opacity = source(isText ? .textOpacity : .iconOpacity)
    haloWidth = source(isText ? .textHaloWidth : .iconHaloWidth)
    haloBlur = source(isText ? .textHaloBlur : .iconHaloBlur)
    hasHalo = Self.constant(haloWidth) != 0
    isVisible = Self.constant(opacity) != 0
  }

  private static func constant(_ source: Source) -> Float? {
    if case .constant(let value) = source { return value.x }
    return nil
  }

  func values(row: UInt32) -> Values {
    Values(
      color: value(color, row), haloColor: value(haloColor, row), opacity: value(opacity, row).x,
      haloWidth: value(haloWidth, row).x, haloBlur: value(haloBlur, row).x)
  }

  private func value(_ source: Source, _ row: UInt32) -> SIMD4<Float> {
    switch source {
    case .constant(let value): return value
    case .column(let column, let t):
      let start = Int(row) * paint.floatsPerRow + column.offset
      guard start + column.floatCount <= paint.values.count else { return .zero }
      func at(_ offset: Int) -> SIMD4<Float> {
        guard column.kind == .color else { return SIMD4(repeating: paint.values[start + offset]) }
        return SIMD4(
          paint.values[start + offset], paint.values[start + offset + 1], paint.values[start + offset + 2],
          paint.values[start + offset + 3])
      }
      guard column.isComposite else { return at(0) }
      let (first, next) = (at(0), at(column.kind == .color ? 4 : 1))
      return first + (next - first) * t
    }
  }
}
