/// Makes glyphs of colours from the pictures that fonts hold.
enum ColorGlyph {
  /// A picture of a font: premultiplied blue, green, red and alpha, from the top.
  struct Picture {
    var width: Int
    var height: Int
    /// `4 * width * height` bytes.
    var pixels: [UInt8]
    /// Of its top left corner from the pen, in pixels, y up.
    var left: Int
    var top: Int
    /// Of the picture, to the em.
    var pixelsPerEm: Float
  }

  /// Pixels of the glyph for a unit: enough for text of 24 points on screens of two pixels a point.
  private static let resolution = 2
  /// Larger pictures are left out.
  private static let maximumSide = 1024

  /// `ascent`: units from the top line to the baseline. Nil for a picture of nothing.
  static func glyph(_ picture: Picture, advance: Float, ascent: Float) -> SDFGlyph? {
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
        let color = mean(picture, low, low + step)
        for plane in 0..<4 {
          // Blue and red change places.
          let source = plane == 0 ? 2 : plane == 2 ? 0 : plane
          bitmap[(plane * rows + row) * columns + column] = UInt8(min(max(color[source], 0), 255).rounded())
        }
      }
    }
    return SDFGlyph(
      width: right - left, height: top - bottom, left: left, top: top - ascent, advance: advance, resolution: resolution,
      columns: columns, rows: rows, bitmap: bitmap, planes: 4)
  }

  /// The mean over a rectangle of the picture; there is nothing beside it.
  private static func mean(_ picture: Picture, _ low: SIMD2<Float>, _ high: SIMD2<Float>) -> SIMD4<Float> {
    let (firstX, lastX) = (max(Int(low.x.rounded(.down)), 0), min(Int(high.x.rounded(.up)), picture.width))
    let (firstY, lastY) = (max(Int(low.y.rounded(.down)), 0), min(Int(high.y.rounded(.up)), picture.height))
    guard firstX < lastX, firstY < lastY else { return .zero }
    var sum = SIMD4<Float>.zero
    for y in firstY..<lastY {
      let tall = min(high.y, Float(y + 1)) - max(low.y, Float(y))
      for x in firstX..<lastX {
        let wide = min(high.x, Float(x + 1)) - max(low.x, Float(x))
        let start = 4 * (y * picture.width + x)
        let pixel = SIMD4(
          Float(picture.pixels[start]), Float(picture.pixels[start + 1]), Float(picture.pixels[start + 2]),
          Float(picture.pixels[start + 3]))
        sum += pixel * (max(tall, 0) * max(wide, 0))
      }
    }
    return sum / ((high.x - low.x) * (high.y - low.y))
  }
}
