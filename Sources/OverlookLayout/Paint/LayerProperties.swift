import OverlookFormats
package import OverlookStyle

/// The properties of a style layer, with the defaults of the specification where the document says nothing.
///
/// What depends on no feature is asked for once a frame; what does, once a feature, when a tile is laid out. A value that cannot
/// be computed, or that the specification does not allow, counts as the default.
package struct LayerProperties: Sendable {
  /// One property: its value or how it is computed.
  struct Entry: Sendable {
    var property: StyleProperty
    var fallback: StyleValue
    var row: StylePropertyTable.Row
    var isPaint: Bool
  }

  package let kind: StyleLayer.Kind
  /// Of the layer's expressions.
  package var globalState: [String: StyleValue]
  /// When the values that are asked for are shown; what goes over to a new value has its value of this moment.
  package var timeSeconds = 0.0
  /// Names of images that can be used, for `image` expressions.
  package var availableImages: Set<String>?
  /// BCP 47 tag of the language that expressions take to be the person's; nil for their own default.
  package var language: String?
  /// Whether text can be drawn, as expressions ask; nil for all text.
  var isSupportedScript: (@Sendable (String) -> Bool)?
  /// What was set on features of the layer's source layer, by id.
  package var featureStates: [StyleValue: [String: StyleValue]]?
  private(set) var entries: [StylePropertyName: Entry] = [:]
  private let given: Set<StylePropertyName>
  var transitions: [StylePropertyName: PaintTransition] = [:]
  let ownTransitions: [StylePropertyName: StyleTransition]

  package init(_ layer: StyleLayer, globalState: [String: StyleValue] = [:]) {
    kind = layer.kind
    self.globalState = globalState
    ownTransitions = layer.transitions
    given = Set(layer.properties.keys)
    let defaults = PropertyDefaults.of(layer.kind)
    for (name, known) in defaults {
      var entry = known
      if let property = layer.properties[name] { entry.property = property }
      entries[name] = entry
    }
  }

  /// Whether the document names the property, be it with the value that it has anyway.
  package func isGiven(_ name: StylePropertyName) -> Bool { given.contains(name) }

  /// Whether there is a value, of the document or by default.
  package func isSet(_ name: StylePropertyName) -> Bool {
    guard let entry = entries[name] else { return false }
    if case .constant(.null) = entry.property { return false }
    return true
  }

  /// Neither the zoom nor the feature matters.
  package func isConstant(_ name: StylePropertyName) -> Bool {
    guard let program = program(name) else { return true }
    return program.isFeatureConstant && program.isZoomConstant
  }

  /// The zoom matters, the feature does not.
  package func isZoomOnly(_ name: StylePropertyName) -> Bool {
    guard let program = program(name) else { return false }
    return program.isFeatureConstant && !program.isZoomConstant
  }

  /// The feature matters, or its state does.
  package func isDataDriven(_ name: StylePropertyName) -> Bool {
    program(name).map { !$0.isFeatureConstant } ?? false
  }

  /// Whether the state of features matters for any property.
  package var usesFeatureState: Bool {
    entries.values.contains { $0.program?.dependencies.contains(.featureState) ?? false }
  }

  /// The expression of a property; nil for a constant.
  package func program(_ name: StylePropertyName) -> ExpressionProgram? { entries[name]?.program }

  // MARK: For all features alike

  /// The value at a zoom (of the style) of what depends on no feature.
  package func value(_ name: StylePropertyName, zoom: Double) -> StyleValue {
    if let moving = transitionValue(name, zoom: zoom) { return moving }
    return settledValue(name, zoom: zoom)
  }

  /// As `value`; 0 for what is no number.
  package func number(_ name: StylePropertyName, zoom: Double) -> Double { value(name, zoom: zoom).number ?? 0 }

  /// As `value`; nil where there is none, as for an outline of its own.
  package func color(_ name: StylePropertyName, zoom: Double) -> StyleColor? { value(name, zoom: zoom).color }

  package func bool(_ name: StylePropertyName, zoom: Double) -> Bool { value(name, zoom: zoom).bool ?? false }

  /// A choice of the property; empty for none.
  package func choice(_ name: StylePropertyName, zoom: Double) -> String { value(name, zoom: zoom).string ?? "" }

  /// Two numbers, as translations are.
  package func pair(_ name: StylePropertyName, zoom: Double) -> SIMD2<Double> {
    guard case .array(let items) = value(name, zoom: zoom), items.count == 2 else { return .zero }
    return SIMD2(items[0].number ?? 0, items[1].number ?? 0)
  }

  /// The value that counts when nothing moves any more.
  func settledValue(_ name: StylePropertyName, zoom: Double) -> StyleValue {
    value(name) { context(zoom: zoom) }
  }

  // MARK: For one feature

  /// The value for a feature; `state` is what was set on it while the map runs.
  package func value(
    _ name: StylePropertyName, zoom: Double, feature: ExpressionFeature, state: [String: StyleValue] = [:]
  ) -> StyleValue {
    value(name) {
      var context = context(zoom: zoom)
      context.feature = feature
      context.featureState = state.isEmpty ? featureStates?[feature.id] ?? [:] : state
      return context
    }
  }

  /// How far `zoom` lies between the values for two zooms: 0 ... 1.
  package func zoomFraction(_ name: StylePropertyName, zoom: Double, from lower: Double, to upper: Double) -> Double {
    program(name)?.zoomFraction(zoom, from: lower, to: upper) ?? 0
  }

  private func value(_ name: StylePropertyName, _ context: () -> ExpressionContext) -> StyleValue {
    guard let entry = entries[name] else { return .null }
    switch entry.property {
    case .constant(let value): return value
    case .expression(let program): return entry.checked(try? program.evaluate(context()))
    }
  }

  func context(zoom: Double) -> ExpressionContext {
    var context = ExpressionContext()
    context.zoom = zoom
    context.globalState = globalState
    context.availableImages = availableImages
    if let language { context.locale = language }
    if let isSupportedScript { context.isSupportedScript = isSupportedScript }
    return context
  }
}

extension LayerProperties.Entry {
  var program: ExpressionProgram? {
    if case .expression(let program) = property { return program }
    return nil
  }

  /// The value if the specification allows it; numbers are brought into their range.
  func checked(_ value: StyleValue?) -> StyleValue {
    switch value {
    case .number(let number)?:
      guard !number.isNaN else { return fallback }
      return .number(min(max(number, row.range.lowerBound), row.range.upperBound))
    case .string(let text)? where !row.specification.choices.isEmpty:
      return row.specification.choices.contains(text) ? .string(text) : fallback
    case .null?, nil: return fallback
    case let value?: return value
    }
  }
}

/// What the specification says of the layers of each kind, with defaults as values.
enum PropertyDefaults {
  private static let all: [StyleLayer.Kind: [StylePropertyName: LayerProperties.Entry]] = {
    var all: [StyleLayer.Kind: [StylePropertyName: LayerProperties.Entry]] = [:]
    for kind in StyleLayer.Kind.allCases {
      let rows = StylePropertyTable.rows(of: kind)
      var entries: [StylePropertyName: LayerProperties.Entry] = [:]
      for (row, isPaint) in rows.layout.map({ ($0, false) }) + rows.paint.map({ ($0, true) }) {
        entries[row.name] = entry(row, isPaint: isPaint)
      }
      all[kind] = entries
    }
    return all
  }()

  static func of(_ kind: StyleLayer.Kind) -> [StylePropertyName: LayerProperties.Entry] { all[kind] ?? [:] }

  private static func entry(_ row: StylePropertyTable.Row, isPaint: Bool) -> LayerProperties.Entry {
    guard let json = row.fallback else {
      return LayerProperties.Entry(property: .constant(.null), fallback: .null, row: row, isPaint: isPaint)
    }
    var source = json
    if case .array(let items) = json, items.first?.string.map({ $0 != "interpolate" }) ?? true {
      source = .array([.string("literal"), json])
    }
    guard let program = try? ExpressionProgram.compile(source, for: row.specification) else {
      return LayerProperties.Entry(property: .constant(StyleValue(json)), fallback: StyleValue(json), row: row, isPaint: isPaint)
    }
    if let constant = program.constant {
      return LayerProperties.Entry(property: .constant(constant), fallback: constant, row: row, isPaint: isPaint)
    }
    return LayerProperties.Entry(property: .expression(program), fallback: .null, row: row, isPaint: isPaint)
  }
}

extension LayerProperties {
  /// Of a layer whose features are laid out.
  init(_ layer: StyleLayer, _ context: LayoutContext) {
    self.init(layer, globalState: context.globalState)
    availableImages = context.images.names
    language = context.language
    isSupportedScript = context.isSupportedScript
    featureStates = context.featureStates.states(ofLayer: layer.sourceLayer)
  }
}
