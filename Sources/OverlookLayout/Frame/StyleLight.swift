package import OverlookFormats
package import OverlookStyle

/// A property of a style that belongs to no layer: it may depend on the zoom and on the global state.
struct SurroundingsProperty: Sendable {
  private var property: StyleProperty
  private let fallback: StyleValue
  private var globalState: [String: StyleValue] = [:]

  init(_ fallback: StyleValue) {
    property = .constant(fallback)
    self.fallback = fallback
  }

  /// Takes what a document says; what cannot be used is as if it said nothing.
  mutating func read(
    _ json: JSONValue?, _ type: StyleType, isInterpolated: Bool = true, _ globalState: [String: StyleValue]
  ) {
    let specification = PropertySpecification(
      type: type, scope: .dataConstant, isInterpolated: isInterpolated, parameters: ["zoom"])
    guard let json, let read = StyleProperty(json, for: specification) else { return }
    property = read
    self.globalState = globalState
  }

  func value(zoom: Double) -> StyleValue {
    switch property {
    case .constant(let value): return value
    case .expression(let program):
      var context = ExpressionContext()
      context.zoom = zoom
      context.globalState = globalState
      return (try? program.evaluate(context)) ?? fallback
    }
  }
}

/// The light on extrusions: where it comes from, its colour and strength.
package struct StyleLight: Sendable {
  /// Whether the light turns with the view.
  package enum Anchor: String, Sendable {
    case map, viewport
  }

  private var anchorProperty = SurroundingsProperty(.string("viewport"))
  private var positionProperty = SurroundingsProperty(StyleLight.usualPosition)
  private var colorProperty = SurroundingsProperty(.color(StyleColor(red: 1, green: 1, blue: 1)))
  private var intensityProperty = SurroundingsProperty(.number(0.5))

  /// Kept, so that no array is made for each frame.
  private static let usualPosition = StyleValue.array([.number(1.15), .number(210), .number(30)])

  /// The specification's own.
  package init() {}

  /// From one direction of the sky, whichever way the view is turned: degrees clockwise from north and above the horizon; sRGB.
  package init(azimuth: Double, altitude: Double, color: SIMD3<Float>, intensity: Double) {
    anchorProperty = SurroundingsProperty(.string(Anchor.map.rawValue))
    positionProperty = SurroundingsProperty(.array([.number(1), .number(azimuth), .number(90 - altitude)]))
    colorProperty = SurroundingsProperty(.color(StyleColor(red: Double(color.x), green: Double(color.y), blue: Double(color.z))))
    intensityProperty = SurroundingsProperty(.number(intensity))
  }

  /// Of a document's `light`; what cannot be used has its default.
  package init(_ json: JSONObject?, globalState: [String: StyleValue] = [:]) {
    guard let json else { return }
    anchorProperty.read(json["anchor"], .string, isInterpolated: false, globalState)
    positionProperty.read(json["position"], .array(of: .number, count: 3), globalState)
    colorProperty.read(json["color"], .color, globalState)
    intensityProperty.read(json["intensity"], .number, globalState)
  }

  package func anchor(zoom: Double) -> Anchor {
    // Asked in each frame: to make an `Anchor` of the text would take memory in an unoptimised build.
    anchorProperty.value(zoom: zoom).string == Anchor.map.rawValue ? .map : .viewport
  }

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

/// What is seen above the horizon: one colour that goes over to another towards the ground.
package struct StyleSky: Sendable {
  private var skyProperty = SurroundingsProperty(.color(StyleColor(red: 136 / 255, green: 198 / 255, blue: 252 / 255)))
  private var horizonProperty = SurroundingsProperty(.color(StyleColor(red: 1, green: 1, blue: 1)))
  private var blendProperty = SurroundingsProperty(.number(0.8))
  private var fogProperty = SurroundingsProperty(.color(StyleColor(red: 1, green: 1, blue: 1)))
  private var groundBlendProperty = SurroundingsProperty(.number(0.5))
  private var fogBlendProperty = SurroundingsProperty(.number(0.8))
  /// Whether far ground fades into haze: where the document names its colour.
  package let hasHaze: Bool

  /// Of a document's `sky`; what cannot be used has its default.
  package init(_ json: JSONObject, globalState: [String: StyleValue] = [:]) {
    skyProperty.read(json["sky-color"], .color, globalState)
    horizonProperty.read(json["horizon-color"], .color, globalState)
    blendProperty.read(json["sky-horizon-blend"], .number, globalState)
    fogProperty.read(json["fog-color"], .color, globalState)
    groundBlendProperty.read(json["fog-ground-blend"], .number, globalState)
    fogBlendProperty.read(json["horizon-fog-blend"], .number, globalState)
    hasHaze = json["fog-color"] != nil
  }

  /// Of the haze.
  package func fogColor(zoom: Double) -> StyleColor { fogProperty.value(zoom: zoom).color ?? .transparent }

  /// 0 ... 1: where between the middle of the view and the horizon the haze begins.
  package func groundBlend(zoom: Double) -> Double { Self.share(groundBlendProperty.value(zoom: zoom).number, 0.5) }

  /// 0 ... 1: how much of the haze at the horizon has its own colour and not that of the horizon.
  package func fogBlend(zoom: Double) -> Double { Self.share(fogBlendProperty.value(zoom: zoom).number, 0.8) }

  private static func share(_ number: Double?, _ standard: Double) -> Double { min(max(number ?? standard, 0), 1) }

  package func color(zoom: Double) -> StyleColor { skyProperty.value(zoom: zoom).color ?? .transparent }

  package func horizonColor(zoom: Double) -> StyleColor { horizonProperty.value(zoom: zoom).color ?? .transparent }

  /// 0 ... 1: how far up the colour of the horizon reaches, of half the view's height.
  package func blend(zoom: Double) -> Double { Self.share(blendProperty.value(zoom: zoom).number, 0.8) }
}
