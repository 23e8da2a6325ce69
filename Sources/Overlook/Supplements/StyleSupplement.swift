import OverlookStyle

/// A component that draws among the layers of the style though it is no part of it: traffic, the insides of buildings.
@MainActor protocol StyleSupplement: MapComponent {
  /// Whether there is anything to draw now.
  var hasSupplement: Bool { get }

  /// The document with what is drawn besides.
  func supplementing(_ document: StyleDocument) -> StyleDocument
}

extension MapView {
  private var supplements: [any StyleSupplement] { components.compactMap { $0 as? any StyleSupplement } }

  /// Whether there is any.
  var hasSupplements: Bool { supplements.contains { $0.hasSupplement } }

  /// Draws what is wanted now, where the base map is shown.
  func applySupplements() {
    if styledMap != nil || standard.baseMap.imagery != nil { applyMapType() }
  }

  /// This style with what components draw among its layers; those that lie above others are asked first.
  func supplemented(_ style: MapStyle) -> MapStyle {
    let document = supplements.reversed().reduce(style.document) { $1.supplementing($0) }
    return MapStyle(document: document, base: style.base)
  }
}
