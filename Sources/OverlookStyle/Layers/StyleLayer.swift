package import OverlookFormats

/// One layer of a style: how features of one source are drawn.
package struct StyleLayer: Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case background, fill, line, symbol, circle, heatmap, raster, hillshade
    case fillExtrusion = "fill-extrusion"
    case colorRelief = "color-relief"

    /// What a layer draws.
    package enum Content: Sendable {
      /// Nothing of a source.
      case none
      /// Features, by their filter and properties.
      case features
      case pictures, elevation
    }

    package var content: Content {
      switch self {
      case .background: .none
      case .fill, .line, .symbol, .circle, .heatmap, .fillExtrusion: .features
      case .raster: .pictures
      case .hillshade, .colorRelief: .elevation
      }
    }

    package var drawsFeatures: Bool { content == .features }
  }

  package var id: String
  package var kind: Kind
  /// Name of a source; nil for the background.
  package var source: String?
  /// Layer of a vector source.
  package var sourceLayer: String?
  /// Of the style's zooms: shown from here ...
  package var minimumZoom = 0.0
  /// ... to below here.
  package var maximumZoom = 24.0
  /// As the document says; of one that decides it by the global state, as that is.
  package private(set) var isVisible = true
  /// What decides that; nil where the global state does not.
  private var visibility: ExpressionProgram?
  /// Nil: every feature.
  package var filter: ExpressionProgram? {
    didSet { conditions = filter?.conditions ?? [] }
  }
  /// What the filter asks for: a feature that meets all of them is drawn.
  package private(set) var conditions: [ExpressionProgram] = []
  /// What the document says; what it does not say has the default of `StylePropertyTable`.
  package var properties: [StylePropertyName: StyleProperty] = [:]
  /// How a paint property goes over to a new value, where it is not as all others.
  package var transitions: [StylePropertyName: StyleTransition] = [:]
  package var metadata: JSONValue?
  /// Where polygons are not raised; nil: all are. No document says so, but who shows something else in their place.
  package var clearedGround: ClearedGround?

  package init(id: String, kind: Kind) { (self.id, self.kind) = (id, kind) }

  /// Shows or hides it, whatever the global state is.
  package mutating func setVisible(_ isVisible: Bool) { (self.isVisible, visibility) = (isVisible, nil) }

  /// Has an expression of the global state alone decide whether it is visible.
  mutating func setVisible(by program: ExpressionProgram, in globalState: [String: StyleValue]) {
    visibility = program
    follow(globalState)
  }

  /// Decides anew whether it is visible. A state that names neither word leaves it as it is by default.
  mutating func follow(_ globalState: [String: StyleValue]) {
    guard let visibility else { return }
    var context = ExpressionContext()
    context.globalState = globalState
    if case .string("none")? = try? visibility.evaluate(context) { isVisible = false } else { isVisible = true }
  }
}

/// The value of a property.
package enum StyleProperty: Sendable {
  case constant(StyleValue)
  case expression(ExpressionProgram)
}

/// How long a paint property takes to become another value.
package struct StyleTransition: Hashable, Sendable {
  package var durationSeconds = 0.3
  package var delaySeconds = 0.0
}
