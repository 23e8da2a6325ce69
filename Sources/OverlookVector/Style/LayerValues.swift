import OverlookGeometry
import OverlookLayout
import OverlookStyle

/// The properties of a layer for its features; what is the same for all of them is computed once.
struct LayerValues {
  let zoom: Double
  private let properties: LayerProperties
  private var constants: [StylePropertyName: StyleValue] = [:]
  private var isByFeature: [StylePropertyName: Bool] = [:]

  init(_ properties: LayerProperties, zoom: Double) {
    self.properties = properties
    self.zoom = zoom
  }

  mutating func value(_ name: StylePropertyName, _ feature: @autoclosure () -> ExpressionFeature) -> StyleValue {
    if let known = constants[name] { return known }
    let depends = isByFeature[name] ?? properties.isDataDriven(name)
    isByFeature[name] = depends
    if depends { return properties.value(name, zoom: zoom, feature: feature()) }
    let value = properties.value(name, zoom: zoom)
    constants[name] = value
    return value
  }

  mutating func number(_ name: StylePropertyName, _ feature: @autoclosure () -> ExpressionFeature) -> Double {
    let number = value(name, feature()).number ?? 0
    return number.isFinite ? number : 0
  }

  func isSet(_ name: StylePropertyName) -> Bool { properties.isSet(name) }
  func number(_ name: StylePropertyName) -> Double { properties.number(name, zoom: zoom) }
  func choice(_ name: StylePropertyName) -> String { properties.choice(name, zoom: zoom) }
  func pair(_ name: StylePropertyName) -> SIMD2<Double> { properties.pair(name, zoom: zoom) }
  func bool(_ name: StylePropertyName) -> Bool { properties.bool(name, zoom: zoom) }
}
