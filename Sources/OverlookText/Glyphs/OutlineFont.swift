/// A font of the map, whose outlines become distance fields, and its pictures glyphs of colours. One thread at a time.
final class OutlineFont {
  private static let unitsPerEm: Float = 24
  /// To the em, of pictures.
  private static let picturePixels = 96
  /// Where the baseline lies below the top line: as in the fonts that most glyph PBFs were made of.
  static let ascent: Float = 26

  private let font: ChainFont
  private let raster: FontRaster
  private let unitsPerGrid: Float
  private var glyphs: [UInt32: SDFGlyph] = [:]

  /// Nil when FreeType cannot start.
  init?(_ font: ChainFont) {
    guard let raster = try? FontRaster(font.program) else { return nil }
    self.font = font
    self.raster = raster
    // FreeType knows no grid of fonts that hold pictures alone.
    unitsPerGrid = Self.unitsPerEm / Float(font.program.unitsPerEm)
  }

  /// `advance` in ems, of the glyph by itself.
  func glyph(_ number: UInt32) -> SDFGlyph {
    if let known = glyphs[number] { return known }
    let advance = font.program.advance(number) * Self.unitsPerEm + 2 * font.boldness
    let origin = GlyphOrigin.font(font.program, number: number, boldness: font.boldness, slant: font.slant)
    let glyph =
      raster.picture(number, pixelsPerEm: Self.picturePixels).flatMap {
        ColorGlyph.glyph($0, advance: advance, ascent: Self.ascent, origin: origin)
      }
      ?? DistanceField.glyph(
        contours(number), advance: advance, boldness: font.boldness, ascent: Self.ascent, resolution: 2, origin: origin)
    glyphs[number] = glyph
    return glyph
  }

  /// Closed lines in units, y up.
  private func contours(_ number: UInt32) -> [[SIMD2<Float>]] {
    raster.outline(number).map { nodes in
      OutlineNode.flattened(
        nodes.map { node in
          let point = node.point * unitsPerGrid
          return OutlineNode(point: SIMD2(point.x + point.y * font.slant, point.y), kind: node.kind)
        })
    }
  }
}
