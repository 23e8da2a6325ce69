package import OverlookStyle
package import OverlookText

/// What features are laid out for.
package struct LayoutContext: Sendable {
  package var tile: OverscaledTile
  /// Style zoom: `tile.overscaledZ`.
  package var zoom: Double
  package var pixelsPerPoint: Double
  package var images = StyleImages()
  /// Is told of pictures that are asked for and not among `images`.
  package var missingImages: MissingImages?
  /// Nil: text is left out.
  package var glyphs: GlyphLibrary?
  package var globalState: [String: StyleValue] = [:]
  package var featureStates = FeatureStates()
  /// BCP 47 tag that labels prefer; nil for what the style says.
  package var language: String?

  package init(tile: OverscaledTile, pixelsPerPoint: Double = 1) {
    self.tile = tile
    zoom = Double(tile.overscaledZ)
    self.pixelsPerPoint = pixelsPerPoint
  }
}
