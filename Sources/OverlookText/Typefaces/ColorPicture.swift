/// The picture that a font holds of a glyph of colours: premultiplied blue, green, red and alpha, from the top.
struct ColorPicture {
  var width: Int
  var height: Int
  /// `4 * width * height` bytes.
  var pixels: [UInt8]
  /// Of its top left corner from the pen, in pixels, y up.
  var left: Int
  var top: Int
  /// Of the picture, to the em.
  var pixelsPerEm: Float

  /// The mean over a rectangle of the picture, from its top left corner, in its order of colours; there is nothing beside it.
  func mean(_ low: SIMD2<Float>, _ high: SIMD2<Float>) -> SIMD4<Float> {
    let (firstX, lastX) = (max(Int(low.x.rounded(.down)), 0), min(Int(high.x.rounded(.up)), width))
    let (firstY, lastY) = (max(Int(low.y.rounded(.down)), 0), min(Int(high.y.rounded(.up)), height))
    guard firstX < lastX, firstY < lastY else { return .zero }
    var sum = SIMD4<Float>.zero
    for y in firstY..<lastY {
      let tall = min(high.y, Float(y + 1)) - max(low.y, Float(y))
      for x in firstX..<lastX {
        let wide = min(high.x, Float(x + 1)) - max(low.x, Float(x))
        let start = 4 * (y * width + x)
        let pixel = SIMD4(Float(pixels[start]), Float(pixels[start + 1]), Float(pixels[start + 2]), Float(pixels[start + 3]))
        sum += pixel * (max(tall, 0) * max(wide, 0))
      }
    }
    return sum / ((high.x - low.x) * (high.y - low.y))
  }

  /// The picture at another size: premultiplied red, green, blue and alpha from the top, and where its top left pixel lies from
  /// the pen (right and up, in pixels). Nil for what is larger than `maximumSide` or of no size.
  func scaled(toPixelsPerEm size: Float, maximumSide: Int) -> (pixels: [UInt8], width: Int, height: Int, left: Int, top: Int)? {
    guard (1...4096).contains(width), (1...4096).contains(height), pixels.count == 4 * width * height, pixelsPerEm >= 1,
      size >= 1, abs(left) <= 4096, abs(top) <= 4096
    else { return nil }
    let scale = size / pixelsPerEm
    let (newLeft, newTop) = ((Float(left) * scale).rounded(.down), (Float(top) * scale).rounded(.up))
    let newRight = (Float(left + width) * scale).rounded(.up)
    let newBottom = (Float(top - height) * scale).rounded(.down)
    guard newRight - newLeft <= Float(maximumSide), newTop - newBottom <= Float(maximumSide) else { return nil }
    let (columns, rows) = (Int(newRight - newLeft), Int(newTop - newBottom))
    guard columns > 0, rows > 0 else { return nil }
    let step = 1 / scale
    let origin = SIMD2(newLeft / scale - Float(left), Float(top) - newTop / scale)
    var result: [UInt8] = []
    result.reserveCapacity(4 * columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let low = origin + SIMD2(Float(column), Float(row)) * step
        let color = mean(low, low + step)
        for channel in [2, 1, 0, 3] { result.append(UInt8(min(max(color[channel], 0), 255).rounded())) }
      }
    }
    return (result, columns, rows, Int(newLeft), Int(newTop))
  }
}
