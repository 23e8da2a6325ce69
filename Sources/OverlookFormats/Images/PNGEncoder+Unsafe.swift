internal import CImageCodecs
internal import Glibc
package import OverlookSupport

/// Writes PNG files: 8-bit RGBA, or RGB when every pixel is opaque. Equal pictures give equal bytes.
package enum PNGEncoder {
  /// The file of `image`, with straight alpha as PNG wants it.
  package static func encode(_ image: Image) throws(FormatError) -> [UInt8] {
    let isOpaque = stride(from: 3, to: image.pixels.count, by: 4).allSatisfy { image.pixels[$0] == 255 }
    let samples = isOpaque ? rgb(image.pixels) : Premultiply.unpremultiplied(image.pixels)
    guard let width = UInt32(exactly: image.width), let height = UInt32(exactly: image.height) else {
      throw .tooLarge("PNG picture", fault: "\(image.width) x \(image.height) pixels")
    }
    guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
      throw .tooLarge("PNG picture", fault: "no memory for an encoder")
    }
    defer { spng_ctx_free(context) }
    try check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
    let sameness = sameness(image.pixels)
    try check(spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, sameness == 1 ? 1 : level))
    if sameness > 0.25 { try check(spng_set_option(context, SPNG_FILTER_CHOICE, Int32(SPNG_FILTER_CHOICE_NONE.rawValue))) }
    var header = spng_ihdr()
    header.width = width
    header.height = height
    header.bit_depth = 8
    header.color_type = UInt8(isOpaque ? SPNG_COLOR_TYPE_TRUECOLOR.rawValue : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue)
    try check(spng_set_ihdr(context, &header))
    // Says that the samples are sRGB, with perceptual intent.
    try check(spng_set_srgb(context, 0))
    let status = samples.withUnsafeBytes { input in
      spng_encode_image(
        context, input.baseAddress, input.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue))
    }
    try check(status)
    var count = 0
    var error: Int32 = 0
    guard let buffer = spng_get_png_buffer(context, &count, &error) else {
      try check(error)
      throw .malformed("PNG picture", fault: "the encoder gave nothing")
    }
    // Invariant: the buffer, `count` bytes, belongs to us from here on.
    defer { free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: count))
  }

  /// Drawn maps and photographs take 4 to 8 % more than at zlib's usual level of 6, and half the time.
  private static let level: Int32 = 3

  /// How many of the pixels (0 ... 1) are as the one on their left. Pictures of many such, as drawn maps are, are smaller without
  /// filters, a fifth at best, and written in half the time; photographs need them. Where all are, nothing is gained by looking
  /// for the best way to say so. Looks at every 32nd pixel.
  private static func sameness(_ pixels: [UInt8]) -> Double {
    var (same, count) = (0, 0)
    for start in stride(from: 4, to: pixels.count - 3, by: 128) {
      count += 1
      if pixels[start..<(start + 4)].elementsEqual(pixels[(start - 4)..<start]) { same += 1 }
    }
    return Double(same) / Double(max(count, 1))
  }

  private static func rgb(_ pixels: [UInt8]) -> [UInt8] {
    let pixelCount = pixels.count / 4
    return [UInt8](unsafeUninitializedCapacity: pixelCount * 3) { buffer, initialized in
      pixels.withUnsafeBufferPointer { source in
        // Invariant: 3 i + 2 < buffer.count and 4 i + 2 < source.count for i < pixelCount.
        for i in 0..<pixelCount {
          buffer[3 * i] = source[4 * i]
          buffer[3 * i + 1] = source[4 * i + 1]
          buffer[3 * i + 2] = source[4 * i + 2]
        }
      }
      initialized = pixelCount * 3
    }
  }

  private static func check(_ status: Int32) throws(FormatError) {
    if status == 0 { return }
    throw .malformed("PNG picture", fault: spng_strerror(status).map { String(cString: $0) } ?? "error \(status)")
  }
}
