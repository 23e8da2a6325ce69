import OverlookStyle

/// Computes one property of a layer for one feature after the other; what is the same for all of them is prepared once.
struct FeatureProperty: Sendable {
  private let entry: LayerProperties.Entry?
  private let constant: StyleValue
  /// Nil for a constant.
  private var evaluator: ExpressionEvaluator?
  private let states: [StyleValue: [String: StyleValue]]?

  init(_ name: StylePropertyName, _ properties: LayerProperties, zoom: Double) {
    entry = properties.entries[name]
    if case .constant(let value)? = entry?.property { constant = value } else { constant = .null }
    evaluator = entry?.program.map { ExpressionEvaluator(program: $0, context: properties.context(zoom: zoom)) }
    states = properties.featureStates
  }

  mutating func value(for feature: ExpressionFeature) -> StyleValue {
    guard evaluator != nil, let entry else { return constant }
    evaluator?.context.feature = feature
    if let states { evaluator?.context.featureState = states[feature.id] ?? [:] }
    return entry.checked(try? evaluator?.evaluate())
  }
}
