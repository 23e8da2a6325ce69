package import OverlookText

/// A glyph or a piece of an icon where it is seen in a view: what `SymbolRecordBuilder` makes a record of, for those who draw
/// letters as letters.
package struct PlacedQuad: Sendable {
  package enum Kind: Sendable {
    case glyph, colorGlyph, icon, sdfIcon

    init(_ kind: SymbolQuad.Kind) {
      self =
        switch kind {
        case .glyph: .glyph
        case .colorGlyph: .colorGlyph
        case .icon: .icon
        case .sdfIcon: .sdfIcon
        }
    }
  }

  package var kind: Kind
  /// Nil for icons.
  package var glyph: SDFGlyph?
  /// The place in the label's text of the first code point that a glyph shows.
  package var character: Int
  /// In points of the view; the fourth corner follows from these but for the perspective of tilted labels.
  package var topLeft: SIMD2<Double>
  package var topRight: SIMD2<Double>
  package var bottomLeft: SIMD2<Double>
  /// Of icons, in the atlas of the style's pictures: left, top, right, bottom in pixels.
  package var texture: SIMD4<Float>
  /// Premultiplied sRGB.
  package var color: SIMD4<Float>
  package var haloColor: SIMD4<Float>
  package var haloWidthPoints: Double
  /// 0 ... 1.
  package var opacity: Double
  /// Whether it belongs to the text of its symbol, or to its icon.
  package var isText: Bool
  package var bucket: BucketID
  package var worldCopy: Int
  /// In its bucket.
  package var symbol: Int
}
