import OverlookScene

/// What the paths of a layer look like, path by path.
struct PathStrokes {
  private let colors: ContiguousArray<UInt32>
  private let widths: ContiguousArray<Float>
  private let values: ContiguousArray<Float>
  private let color: UInt32
  private let width: Float
  private let shown: ClosedRange<Float>?
  private let pixelsPerPoint: Float
  private let opacity: Float

  @MainActor init(_ columns: PathColumns, _ style: PathStyle, pixelsPerPoint: Float) {
    (colors, widths, values) = (columns.colors.elements, columns.widths.elements, columns.filterValues.elements)
    color = style.color ?? 0
    width = style.width ?? 0
    shown = style.shownValues
    opacity = style.opacity
    self.pixelsPerPoint = pixelsPerPoint
  }

  private func widthPixels(_ path: Int) -> Float { (widths.isEmpty ? width : widths[path]) * pixelsPerPoint }

  /// Whether a path is drawn; one without a width is not, whose width is no number.
  func isShown(_ path: Int) -> Bool {
    guard widthPixels(path) > 0 else { return false }
    guard let shown else { return true }
    return shown.contains(values[path])
  }

  /// Half the width and half a pixel. A line thinner than a pixel is a pixel wide and paler.
  func reach(_ path: Int) -> Float { max(widthPixels(path) / 2, 0.5) + 0.5 }

  /// Premultiplied BGRA.
  func color(_ path: Int) -> UInt32 {
    let strength = min(max(min(widthPixels(path), 1) * opacity, 0), 1)
    let own = PixelQuad.exchangingRedAndBlue(colors.isEmpty ? color : colors[path])
    return PixelQuad.scaled(SIMD4(repeating: own), by: SIMD4(repeating: UInt32(strength * 255 + 0.5))).x
  }
}
