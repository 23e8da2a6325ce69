import OverlookSupport
import OverlookText

/// Rectangles for the glyphs of a label.
enum GlyphQuads {
  /// Distance fields have 3 units around the glyph, and the atlas a pixel more.
  private static let border: Float = 3
  private static let padding: Float = 1

  /// `rotation` in degrees. Quads of glyphs say with `glyph` which of `glyphs` they show, which they append to.
  static func quads(
    _ label: ShapedLabel, offset: SIMD2<Float>, isAlongLine: Bool, allowsVerticalPlacement: Bool, rotation: Double,
    glyphs: inout [SDFGlyph]
  ) -> [SymbolQuad] {
    var quads: [SymbolQuad] = []
    let angle = Float(rotation * .pi / 180)
    for line in label.lines {
      for glyph in line.glyphs {
        var lineOffset: Float = 0
        // In the middle of a vertical line.
        if allowsVerticalPlacement, label.isVerticalizable {
          let width = glyph.image?.size.x ?? glyph.glyph?.width ?? 0
          let correction =
            glyph.image == nil ? (glyph.scale - 1) * LabelShaper.em : -(LabelShaper.em - width * glyph.scale) / 2
          lineOffset = line.offset / 2 - correction
        }
        guard
          var quad = quad(
            glyph, offset: offset, lineOffset: lineOffset, isAlongLine: isAlongLine,
            isTurned: (isAlongLine || allowsVerticalPlacement) && glyph.isVertical, glyphs: &glyphs)
        else { continue }
        if angle != 0 { quad.transformCorners { $0.rotated(by: angle) } }
        if isAlongLine { quad.transformCorners { SIMD2($0.x, $0.y + glyph.y) } }
        quad.color = glyph.section
        quad.character = UInt16(clamping: glyph.character)
        quads.append(quad)
      }
    }
    return quads
  }

  private static func quad(
    _ glyph: ShapedLabel.Glyph, offset: SIMD2<Float>, lineOffset: Float, isAlongLine: Bool, isTurned: Bool,
    glyphs: inout [SDFGlyph]
  ) -> SymbolQuad? {
    let halfAdvance = glyph.advance * glyph.scale / 2
    var origin =
      isAlongLine ? SIMD2<Float>.zero : SIMD2(glyph.x + halfAdvance + offset.x, glyph.y + offset.y - lineOffset)
    let turnedOrigin = origin
    // A glyph that is turned is placed afterwards.
    if isTurned { origin = .zero }
    guard var quad = rectangle(glyph, glyphs: &glyphs) else { return nil }
    quad.transformCorners { SIMD2($0.x - halfAdvance, $0.y) + origin }
    if isTurned {
      let isImage = glyph.image != nil
      // Around the middle of the left side of the em that the glyph stands in, and up by half of what it is narrower.
      let center = SIMD2(-halfAdvance, halfAdvance - LabelShaper.defaultOffset)
      let narrower = LabelShaper.em / 2 - halfAdvance
      let correction = SIMD2(5 - LabelShaper.defaultOffset - narrower, isImage ? -narrower : 0)
      quad.transformCorners { $0.rotated(by: -.pi / 2, around: center) + correction + turnedOrigin }
    }
    quad.glyphOffset = isAlongLine ? glyph.x + halfAdvance : 0
    return quad
  }

  /// With its left side at the pen.
  private static func rectangle(_ glyph: ShapedLabel.Glyph, glyphs: inout [SDFGlyph]) -> SymbolQuad? {
    if let image = glyph.image {
      let ratio = Float(image.image.pixelRatio)
      // A pixel around the image; images hang from the top of the em as glyphs do.
      let low = SIMD2((1 - 1 / ratio) * glyph.scale, (border - 1 / ratio) * glyph.scale)
      let size = SIMD2(Float(image.image.image.width) + 2, Float(image.image.image.height) + 2) * glyph.scale / ratio
      let rect = image.rect
      let corner = SIMD2(Float(rect.x) - 1, Float(rect.y) - 1)
      var quad = rectangle(
        low, size,
        texture: SIMD4(corner.x, corner.y, corner.x + Float(rect.width) + 2, corner.y + Float(rect.height) + 2),
        kind: image.image.isSDF ? .sdfIcon : .icon)
      quad.bounds = rect.bounds
      return quad
    }
    guard let shape = glyph.glyph, !shape.isBlank else { return nil }
    let resolution = Float(shape.resolution)
    let buffer = border + padding / resolution
    let low = SIMD2(shape.left - buffer, -shape.top - buffer) * glyph.scale
    let size = SIMD2(Float(shape.columns) + 2 * padding, Float(shape.rows) + 2 * padding) * glyph.scale / resolution
    var quad = rectangle(low, size, texture: .zero, kind: shape.planes == 1 ? .glyph : .colorGlyph)
    quad.glyph = Int32(clamping: glyphs.count)
    glyphs.append(shape)
    return quad
  }

  private static func rectangle(
    _ low: SIMD2<Float>, _ size: SIMD2<Float>, texture: SIMD4<Float>, kind: SymbolQuad.Kind
  ) -> SymbolQuad {
    SymbolQuad(
      topLeft: low, topRight: SIMD2(low.x + size.x, low.y), bottomLeft: SIMD2(low.x, low.y + size.y), bottomRight: low + size,
      texture: texture, kind: kind)
  }
}
