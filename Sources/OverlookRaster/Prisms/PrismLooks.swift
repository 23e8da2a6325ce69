import Glibc
import OverlookScene
import OverlookSupport

/// What the polygons of a layer with walls look like, polygon by polygon.
struct PrismLooks {
  let light: ExtrusionLight
  private let fills: PolygonFills
  private let heights: ContiguousArray<Float>
  private let bases: ContiguousArray<Float>
  private let style: PolygonStyle

  @MainActor init(_ columns: PolygonColumns, _ style: PolygonStyle, _ light: ExtrusionLight) {
    self.light = light
    self.style = style
    fills = PolygonFills(columns, style)
    (heights, bases) = (columns.heights.elements, columns.bases.elements)
  }

  /// Nil for a polygon that is not drawn.
  func look(_ polygon: Int) -> PrismLook? {
    guard fills.isShown(polygon) else { return nil }
    let height = style.height ?? heights[polygon]
    let base = min(style.base ?? bases[polygon], height)
    let color = SIMD4(packedColor: fills.packedColor(polygon))
    guard height >= 0, base >= 0, color.w > 0 else { return nil }
    return PrismLook(
      color: color, roof: style.roofColor.map(SIMD4.init(packedColor:)) ?? color, base: base, height: height,
      hasVerticalGradient: style.hasVerticalGradient)
  }
}

/// What a prism looks like. Heights in metres, colours premultiplied, 0 ... 1.
struct PrismLook: BitwiseCopyable {
  let color: SIMD4<Float>
  let roof: SIMD4<Float>
  let base: Float
  let height: Float
  let hasVerticalGradient: Bool

  /// Blue, green, red and alpha, 0 ... 255.
  func roofColor(_ light: ExtrusionLight) -> SIMD4<Float> {
    Self.lit(roof, light, facing: light.facing(SIMD3(0, 0, 1)), shade: 1)
  }

  /// The same of a wall, at its foot and at its top.
  @inline(__always)
  func wallColors(_ light: ExtrusionLight, facing: Float, hasGradient: Bool) -> (foot: SIMD4<Float>, top: SIMD4<Float>) {
    guard hasGradient, hasVerticalGradient else {
      let color = Self.lit(color, light, facing: facing, shade: 1)
      return (color, color)
    }
    return (
      Self.lit(color, light, facing: facing, shade: light.shade(top: 0, base: base, height: height)),
      Self.lit(color, light, facing: facing, shade: light.shade(top: 1, base: base, height: height))
    )
  }

  @inline(__always)
  private static func lit(_ color: SIMD4<Float>, _ light: ExtrusionLight, facing: Float, shade: Float) -> SIMD4<Float> {
    guard color.w > 0 else { return .zero }
    let rgb = light.lit(SIMD3(color.x, color.y, color.z) / color.w, facing: facing, shade: shade) * color.w
    return SIMD4(rgb.z, rgb.y, rgb.x, color.w) * 255
  }
}

// The same as in `extrusion_light.glsl`.
extension ExtrusionLight {
  /// How directly the light falls on a surface, 0 ... 1.
  func facing(_ normal: SIMD3<Float>) -> Float { min(max((normal * direction).sum(), 0), 1) }

  /// How much of the light is left at the upper edge of a wall (`top` is 1) or at its foot (0): walls are darker towards the
  /// ground.
  func shade(top: Float, base: Float, height: Float) -> Float {
    let least = 0.7 + (0.98 - 0.7) * (1 - intensity)
    return min(max((top + base) * (height / 150).squareRoot(), least), 1)
  }

  func lit(_ color: SIMD3<Float>, facing: Float, shade: Float) -> SIMD3<Float> {
    // Bright surfaces are shaded less.
    let luminance = Color.luminance(color)
    let (dark, bright) = (1 - intensity, max(1 - luminance + intensity, 1))
    let strength = (dark + (bright - dark) * facing) * shade
    return ((color + 0.03) * self.color * strength).clamped(lowerBound: (1 - self.color) * 0.3, upperBound: SIMD3(repeating: 1))
  }
}
