/// Between straight and premultiplied alpha, in place, 4 bytes a pixel.
enum Premultiply {
  /// Colour times alpha, rounded to nearest: (c * a + 127.5) / 255 without a division (Blinn, "Three Wrongs Make a Right", 1995).
  /// True when every pixel is opaque, and nothing was to be done.
  static func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    // Invariant: i + 3 < pixels.count, because the stride ends at the last whole pixel.
    let count = pixels.count & ~3
    var least: UInt8 = 255
    for i in stride(from: 3, to: count, by: 4) { least &= pixels[i] }
    if least == 255 { return true }
    for i in stride(from: 0, to: count, by: 4) {
      let alpha = UInt32(pixels[i + 3])
      if alpha == 255 { continue }
      for c in i..<(i + 3) {
        let product = UInt32(pixels[c]) * alpha + 128
        pixels[c] = UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
      }
    }
    return false
  }

  /// Colour divided by alpha, rounded to nearest; a fully transparent pixel becomes black.
  static func unpremultiplied(_ pixels: [UInt8]) -> [UInt8] {
    var result = pixels
    result.withUnsafeMutableBufferPointer { buffer in
      // Invariant: as above.
      let count = buffer.count & ~3
      for i in stride(from: 0, to: count, by: 4) {
        let alpha = UInt32(buffer[i + 3])
        if alpha == 255 { continue }
        for c in i..<(i + 3) {
          let straight = alpha == 0 ? 0 : (UInt32(buffer[c]) * 255 + alpha / 2) / alpha
          buffer[c] = UInt8(min(straight, 255))
        }
      }
    }
    return result
  }
}
