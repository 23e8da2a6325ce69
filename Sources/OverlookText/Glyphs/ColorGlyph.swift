/// Makes glyphs of colours from the pictures that fonts hold.
enum ColorGlyph {
  /// Pixels of the glyph for a unit: enough for text of 24 points on screens of two pixels a point.
  private static let resolution = 2
  /// Larger pictures are left out.
  private static let maximumSide = 1024

  /// `ascent`: units from the top line to the baseline. Nil for a picture of nothing.
  static func glyph(_ picture: ColorPicture, advance: Float, ascent: Float, origin source: GlyphOrigin? = nil) -> SDFGlyph? {
    guard (1...maximumSide).contains(picture.width), (1...maximumSide).contains(picture.height), picture.pixelsPerEm >= 1,
      picture.pixels.count == 4 * picture.width * picture.height, abs(picture.left) <= maximumSide,
      abs(picture.top) <= maximumSide
    else { return nil }
    let units = SDFGlyph.unitsPerEm / picture.pixelsPerEm
    let (left, top) = ((Float(picture.left) * units).rounded(.down), (Float(picture.top) * units).rounded(.up))
    let right = (Float(picture.left + picture.width) * units).rounded(.up)
    let bottom = (Float(picture.top - picture.height) * units).rounded(.down)
    guard right - left <= 400, top - bottom <= 400 else { return nil }
    let border = Float(SDFGlyph.border)
    let columns = Int(right - left + 2 * border) * resolution
    let rows = Int(top - bottom + 2 * border) * resolution
    // Pixels of the picture for one of the glyph, and the glyph's corner in the picture.
    let step = 1 / (units * Float(resolution))
    let origin = SIMD2((left - border) / units - Float(picture.left), Float(picture.top) - (top + border) / units)
    var bitmap = [UInt8](repeating: 0, count: 4 * columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let low = origin + SIMD2(Float(column), Float(row)) * step
        let color = picture.mean(low, low + step)
        for plane in 0..<4 {
          // Blue and red change places.
          let source = plane == 0 ? 2 : plane == 2 ? 0 : plane
          bitmap[(plane * rows + row) * columns + column] = UInt8(min(max(color[source], 0), 255).rounded())
        }
      }
    }
    return SDFGlyph(
      width: right - left, height: top - bottom, left: left, top: top - ascent, advance: advance, resolution: resolution,
      columns: columns, rows: rows, bitmap: bitmap, planes: 4, origin: source)
  }
}
