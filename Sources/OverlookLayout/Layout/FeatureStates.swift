package import OverlookStyle

/// What was set on features while the map runs, as `feature-state` expressions ask for it.
package struct FeatureStates: Sendable {
  /// By source layer (empty for GeoJSON) and id.
  private var states: [String: [StyleValue: [String: StyleValue]]] = [:]

  package init() {}

  package var isEmpty: Bool { states.isEmpty }

  /// Empty for a feature of which nothing was set.
  package subscript(sourceLayer: String?, id: StyleValue) -> [String: StyleValue] {
    get { states[sourceLayer ?? ""]?[id] ?? [:] }
    set {
      states[sourceLayer ?? "", default: [:]][id] = newValue.isEmpty ? nil : newValue
      if states[sourceLayer ?? ""]?.isEmpty == true { states[sourceLayer ?? ""] = nil }
    }
  }

  /// Of one source layer, by id; nil for none.
  package func states(ofLayer sourceLayer: String?) -> [StyleValue: [String: StyleValue]]? { states[sourceLayer ?? ""] }
}
