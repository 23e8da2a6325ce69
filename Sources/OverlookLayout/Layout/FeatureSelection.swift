package import OverlookStyle
import OverlookText

/// Which features of a source layer a style layer draws.
package enum FeatureSelection {
  /// Rows in the order of the tile. A filter that fails for a feature does not let it through.
  package static func rows(of features: FeatureLayer, _ layer: StyleLayer, _ context: LayoutContext) -> [Int32] {
    guard let filter = layer.filter else { return Array(0..<Int32(clamping: features.features.count)) }
    if let constant = filter.constant {
      return constant == .bool(true) ? Array(0..<Int32(clamping: features.features.count)) : []
    }
    var conditions = layer.conditions.map { Condition($0, context) }
    // Those whose results are known soon rule out most.
    _ = conditions.partition { !$0.keepsResults }
    var rows: [Int32] = []
    for row in 0..<Int32(clamping: features.features.count) {
      var feature = RowFeature(row, of: features, context)
      if conditions.indices.allSatisfy({ conditions[$0].holds(for: &feature) }) { rows.append(row) }
    }
    return rows
  }

  /// A part of a filter, for one feature after the other.
  private struct Condition {
    private var evaluator: ExpressionEvaluator
    private var known: KnownResults<Bool>
    let keepsResults: Bool

    init(_ program: ExpressionProgram, _ context: LayoutContext) {
      evaluator = ExpressionEvaluator(program: program, context: context.expressionContext)
      known = KnownResults(program)
      keepsResults = program.onlyProperty != nil
    }

    /// False where it has no value.
    mutating func holds(for feature: inout RowFeature) -> Bool {
      let place = known.place(of: feature)
      if let place, let isMet = known[place] { return isMet }
      evaluator.context.feature = feature.expression
      let isMet = (try? evaluator.evaluate()) == .bool(true)
      if let place { known[place] = isMet }
      return isMet
    }
  }
}

extension LayoutContext {
  /// What expressions of layout are evaluated with, but for the feature.
  package var expressionContext: ExpressionContext {
    var expression = ExpressionContext()
    expression.zoom = zoom
    expression.globalState = globalState
    expression.availableImages = images.names
    if let language { expression.locale = language }
    if let isSupportedScript { expression.isSupportedScript = isSupportedScript }
    return expression
  }

  /// Whether text can be drawn with the glyphs that there are; nil where none is drawn.
  var isSupportedScript: (@Sendable (String) -> Bool)? {
    guard let glyphs else { return nil }
    return { glyphs.canDraw($0) }
  }
}
