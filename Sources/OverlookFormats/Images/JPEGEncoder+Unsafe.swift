internal import CImageCodecs
package import OverlookSupport

/// Writes JPEG files through TurboJPEG. Equal pictures give equal bytes with one version of it.
package enum JPEGEncoder {
  private static let thing = "JPEG picture"
  /// The format's own limit on a side.
  private static let maximumSide = 65_535

  /// The file of `image` over white, since JPEG knows no transparency; `quality` is 1 ... 100, full resolution of colours.
  package static func encode(_ image: Image, quality: Int = 90) throws(FormatError) -> [UInt8] {
    guard image.width <= maximumSide, image.height <= maximumSide, let width = Int32(exactly: image.width),
      let height = Int32(exactly: image.height)
    else { throw .tooLarge(thing, fault: "\(image.width) x \(image.height) pixels") }
    guard let encoder = tjInitCompress() else { throw .tooLarge(thing, fault: "no memory for an encoder") }
    defer { tjDestroy(encoder) }
    let pixels = overWhite(image.pixels)
    var memory: UnsafeMutablePointer<UInt8>?
    // Invariant: what the encoder allocates is freed on every way out.
    defer { tjFree(memory) }
    var count: UInt = 0
    // Invariant: an Image holds 4 * width bytes for each of its rows.
    let status = pixels.withUnsafeBufferPointer { input in
      tjCompress2(
        encoder, input.baseAddress, width, 4 * width, height, Int32(TJPF_RGBX.rawValue), &memory, &count,
        Int32(TJSAMP_444.rawValue), Int32(min(max(quality, 1), 100)), TJFLAG_ACCURATEDCT)
    }
    guard status == 0, let memory, let length = Int(exactly: count) else {
      throw .malformed(thing, fault: tjGetErrorStr2(encoder).map { String(cString: $0) } ?? "unknown fault")
    }
    return Array(UnsafeBufferPointer(start: memory, count: length))
  }

  /// Premultiplied pixels laid over white.
  private static func overWhite(_ pixels: [UInt8]) -> [UInt8] {
    var result = pixels
    for start in stride(from: 0, to: pixels.count & ~3, by: 4) where pixels[start + 3] < 255 {
      let rest = 255 - pixels[start + 3]
      for channel in start..<(start + 3) { result[channel] = UInt8(clamping: Int(pixels[channel]) + Int(rest)) }
    }
    return result
  }
}
