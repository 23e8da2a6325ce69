package import OverlookStyle

/// What was set on features while the map runs, as `feature-state` expressions ask for it.
package struct FeatureStates: Sendable {
  /// By source layer (empty for GeoJSON) and id.
  private var states: [String: [StyleValue: [String: StyleValue]]] = [:]
  /// When each feature's state changed last, so that tiles of an older version are brought up to date.
  private var changes: [String: [StyleValue: Int]] = [:]
  /// Grows with every change.
  package private(set) var version = 0

  package init() {}

  package var isEmpty: Bool { states.isEmpty }

  /// Empty for a feature of which nothing was set.
  package subscript(sourceLayer: String?, id: StyleValue) -> [String: StyleValue] {
    get { states[sourceLayer ?? ""]?[id] ?? [:] }
    set {
      let layer = sourceLayer ?? ""
      states[layer, default: [:]][id] = newValue.isEmpty ? nil : newValue
      if states[layer]?.isEmpty == true { states[layer] = nil }
      version += 1
      changes[layer, default: [:]][id] = version
    }
  }

  /// Of one source layer, by id; nil for none.
  package func states(ofLayer sourceLayer: String?) -> [StyleValue: [String: StyleValue]]? { states[sourceLayer ?? ""] }

  /// The features of a source layer whose state has changed since an older version.
  package func changed(in sourceLayer: String?, since old: Int) -> Set<StyleValue> {
    guard old < version, let changes = changes[sourceLayer ?? ""] else { return [] }
    return Set(changes.lazy.filter { $0.value > old }.map(\.key))
  }
}
