package import OverlookStyle
package import OverlookText

/// Lays out symbol layers: labels and icons at points and along lines.
package enum SymbolLayout {
  /// What `bucket` will ask the glyph library for; request it first, or letters are missing.
  package static func needs(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> GlyphNeeds {
    GlyphNeeds()
  }

  /// The symbols of the selected features of a tile; nil when there are none.
  package static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> SymbolBucket? {
    nil
  }
}
