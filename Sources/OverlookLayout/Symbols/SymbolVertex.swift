package import OverlookText

/// A corner of a glyph or icon as shaders take it: 64 bytes.
package struct SymbolVertex: BitwiseCopyable, Sendable {
  package enum Kind: UInt32, Sendable {
    case glyph, glyphHalo, icon, sharpIcon, sdfIcon, sdfIconHalo, colorGlyph
  }

  /// Clip coordinates; w is the distance from the eye for what lies on the ground, and 1 for the rest.
  var position: SIMD4<Float>
  /// Pixels of the atlas.
  var texture: SIMD2<Float>
  /// How much larger than its distance field the shape is drawn, in points per unit.
  var scale: Float
  var opacity: Float
  /// Premultiplied, 0 ... 65535.
  var color: SIMD4<UInt16>
  /// Points.
  var haloWidth: Float
  var haloBlur: Float
  /// Points per unit where w is 1.
  var gammaScale: Float
  var kind: UInt32
  /// Pixels of the atlas beyond which other things lie.
  var bounds: SIMD4<UInt16>

  init(
    position: SIMD4<Float>, texture: SIMD2<Float>, scale: Float, opacity: Float, color: SIMD4<UInt16>, haloWidth: Float,
    haloBlur: Float, gammaScale: Float, kind: Kind, bounds: SIMD4<UInt16>
  ) {
    self.position = position
    self.texture = texture
    self.scale = scale
    self.opacity = opacity
    self.color = color
    self.haloWidth = haloWidth
    self.haloBlur = haloBlur
    self.gammaScale = gammaScale
    self.kind = kind.rawValue
    self.bounds = bounds
  }
}

/// The symbols of one layer of a frame: four vertices each (top left, then clockwise) in drawing order.
package struct SymbolVertices: Sendable {
  package internal(set) var vertices: [SymbolVertex] = []
  /// Of glyphs; nil when there are none.
  package internal(set) var atlas: SDFAtlas?
  /// Whether some stand above the ground, where they do not move with it.
  package internal(set) var hasHeights = false

  package var quadCount: Int { vertices.count / 4 }
}
