internal import CImageCodecs

/// WebP through libwebp, straight into premultiplied RGBA.
enum WebPDecoder {
  private static let thing = "WebP picture"

  static func decode(_ bytes: [UInt8], limits: ImageLimits, pool: DecoderPool?) throws(FormatError) -> DecodedRaster {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .unsupported(thing, fault: "another version of libwebp is installed") }
    // The header first: 40 bytes can claim a gigabyte.
    try check(bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &config.input) })
    let width = Int(config.input.width)
    let height = Int(config.input.height)
    let byteCount = try limits.byteCount(width: width, height: height, thing: thing)
    guard config.input.has_animation == 0 else { throw .unsupported(thing, fault: "it is animated") }

    config.output.colorspace = MODE_rgbA
    config.output.is_external_memory = 1
    var status = VP8_STATUS_OK
    let pixels = PixelMemory.filled(byteCount: byteCount, pool: pool?.pixels) { buffer in
      // Invariant: libwebp writes height rows of `stride` bytes into the external memory and nothing beyond `size`.
      config.output.u.RGBA = WebPRGBABuffer(rgba: buffer.baseAddress, stride: Int32(4 * width), size: byteCount)
      status = bytes.withUnsafeBufferPointer { WebPDecode($0.baseAddress, $0.count, &config) }
      return status == VP8_STATUS_OK
    }
    WebPFreeDecBuffer(&config.output)
    try check(status)
    guard let pixels else { throw .malformed(thing, fault: "no pixels") }
    return DecodedRaster(width: width, height: height, pixels: pixels, isOpaque: config.input.has_alpha == 0)
  }

  private static func check(_ status: VP8StatusCode) throws(FormatError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .truncated(thing)
    case VP8_STATUS_OUT_OF_MEMORY: throw .tooLarge(thing, fault: "no memory to decode it")
    case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(thing, fault: "a feature that libwebp does not know")
    default: throw .malformed(thing, fault: "libwebp status \(status.rawValue)")
    }
  }
}
