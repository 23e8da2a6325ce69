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
    var evaluator = ExpressionEvaluator(program: filter, context: context.expressionContext)
    var known = KnownResults<Bool>(filter)
    var rows: [Int32] = []
    for row in 0..<Int32(clamping: features.features.count) {
      var feature = RowFeature(row, of: features, context)
      let place = known.place(of: feature)
      if let place, let isIn = known[place] {
        if isIn { rows.append(row) }
        continue
      }
      evaluator.context.feature = feature.expression
      let isIn = (try? evaluator.evaluate()) == .bool(true)
      if isIn { rows.append(row) }
      if let place { known[place] = isIn }
    }
    return rows
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
