package import OverlookFormats
package import OverlookStyle

/// The light on extrusions: where it comes from, its colour and strength.
package struct StyleLight: Sendable {
  /// Whether the light turns with the view.
  package enum Anchor: String, Sendable {
    case map, viewport
  }

  private var anchorProperty = StyleProperty.constant(.string("viewport"))
  private var positionProperty = StyleProperty.constant(.array([.number(1.15), .number(210), .number(30)]))
  private var colorProperty = StyleProperty.constant(.color(StyleColor(red: 1, green: 1, blue: 1)))
  private var intensityProperty = StyleProperty.constant(.number(0.5))

  /// The specification's own.
  package init() {}

  /// Of a document's `light`; what cannot be used has its default.
  package init(_ json: JSONObject?) {
    guard let json else { return }
    func read(_ key: String, _ type: StyleType, isInterpolated: Bool, into property: inout StyleProperty) {
      guard let value = json[key] else { return }
      let specification = PropertySpecification(
        type: type, scope: .dataConstant, isInterpolated: isInterpolated, parameters: ["zoom"])
      if let read = StyleProperty(value, for: specification) { property = read }
    }
    read("anchor", .string, isInterpolated: false, into: &anchorProperty)
    read("position", .array(of: .number, count: 3), isInterpolated: true, into: &positionProperty)
    read("color", .color, isInterpolated: true, into: &colorProperty)
    read("intensity", .number, isInterpolated: true, into: &intensityProperty)
  }

  package func anchor(zoom: Double) -> Anchor { anchorProperty.value(zoom: zoom).string.flatMap(Anchor.init) ?? .viewport }

  /// Radial distance, then azimuth (0: north, clockwise) and polar angle (0: above), in degrees.
  package func position(zoom: Double) -> SIMD3<Double> {
    guard case .array(let items) = positionProperty.value(zoom: zoom), items.count == 3 else { return SIMD3(1.15, 210, 30) }
    return SIMD3(items[0].number ?? 1.15, items[1].number ?? 210, items[2].number ?? 30)
  }

  package func color(zoom: Double) -> StyleColor {
    colorProperty.value(zoom: zoom).color ?? StyleColor(red: 1, green: 1, blue: 1)
  }

  /// 0 ... 1.
  package func intensity(zoom: Double) -> Double { min(max(intensityProperty.value(zoom: zoom).number ?? 0.5, 0), 1) }
}

extension StyleProperty {
  /// What depends on the zoom alone.
  func value(zoom: Double) -> StyleValue {
    switch self {
    case .constant(let value): return value
    case .expression(let program):
      var context = ExpressionContext()
      context.zoom = zoom
      return (try? program.evaluate(context)) ?? .null
    }
  }
}
