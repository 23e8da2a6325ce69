package import OverlookFormats

/// What the style specification (version 8) says of each property of each layer type.
package enum StylePropertyTable {
  /// What the expressions of a property may depend on.
  enum Dependence {
    case zoom, data, states, crossFaded, crossFadedData, lineRamp, heatmapRamp, elevationRamp
  }

  /// One property.
  package struct Row: Sendable {
    package let name: StylePropertyName
    package let specification: PropertySpecification
    /// As a document would say it; nil for none.
    package let fallback: JSONValue?
    /// Of numbers, one or many.
    package let range: ClosedRange<Double>

    init(
      _ name: StylePropertyName, _ type: StyleType, _ fallback: JSONValue? = nil, takes dependence: Dependence,
      choices: String = "", range: ClosedRange<Double> = -.infinity ... .infinity
    ) {
      self.name = name
      self.fallback = fallback
      self.range = range
      let (scope, parameters) = Self.terms(dependence)
      specification = PropertySpecification(
        type: type, scope: scope, isInterpolated: Self.isInterpolated(type, scope), parameters: parameters,
        choices: Set(choices.split(separator: " ").map(String.init)))
    }

    private static func terms(_ dependence: Dependence) -> (PropertySpecification.Scope, Set<String>) {
      switch dependence {
      case .zoom: (.dataConstant, ["zoom"])
      case .data: (.dataDriven, ["zoom", "feature"])
      case .states: (.dataDriven, ["zoom", "feature", "feature-state"])
      case .crossFaded: (.crossFaded, ["zoom"])
      case .crossFadedData: (.crossFadedDataDriven, ["zoom", "feature"])
      case .lineRamp: (.colorRamp, ["line-progress"])
      case .heatmapRamp: (.colorRamp, ["heatmap-density"])
      case .elevationRamp: (.colorRamp, ["elevation"])
      }
    }

    private static func isInterpolated(_ type: StyleType, _ scope: PropertySpecification.Scope) -> Bool {
      switch type {
      case .number, .color, .padding, .numberArray, .colorArray, .variableAnchorOffsetCollection, .array(.number, .some):
        scope != .crossFaded && scope != .crossFadedDataDriven
      default: false
      }
    }
  }

  /// The rows of a layer type: layout first, then paint. Paint can be changed without laying out anew.
  package static func rows(of kind: StyleLayer.Kind) -> (layout: [Row], paint: [Row]) {
    switch kind {
    case .background: ([], backgroundPaint)
    case .fill: (fillLayout, fillPaint)
    case .line: (lineLayout, linePaint)
    case .symbol: (symbolLayout, symbolPaint)
    case .circle: (circleLayout, circlePaint)
    case .heatmap: ([], heatmapPaint)
    case .fillExtrusion: ([], fillExtrusionPaint)
    case .raster: ([], rasterPaint)
    case .hillshade: ([], hillshadePaint)
    case .colorRelief: ([], colorReliefPaint)
    }
  }

  /// From nothing over blue, cyan, green and yellow to red.
  static let heatmapRamp: JSONValue = {
    let stops: [(Double, String)] = [
      (0, "rgba(0, 0, 255, 0)"), (0.1, "royalblue"), (0.3, "cyan"), (0.5, "lime"), (0.7, "yellow"), (1, "red"),
    ]
    let head: [JSONValue] = [.string("interpolate"), .array([.string("linear")]), .array([.string("heatmap-density")])]
    return .array(head + stops.flatMap { [.number($0.0), .string($0.1)] })
  }()
}
