internal import CImageCodecs

/// PNG through libspng, with every checksum verified and its memory bounded.
enum PNGDecoder {
  private static let thing = "PNG picture"
  /// Bytes of one ancillary chunk (text, profile), and of all that libspng keeps.
  private static let maximumChunkByteCount = 4 << 20
  private static let maximumChunkCount: Int32 = 128

  /// Signature and header chunk, without which libspng only says "internal error".
  private static let headerByteCount = 33

  static func decode(_ bytes: [UInt8], limits: ImageLimits, pool: DecoderPool?) throws(FormatError) -> DecodedRaster {
    guard bytes.count >= headerByteCount else { throw .truncated(thing) }
    guard let context = spng_ctx_new(0) else { throw .tooLarge(thing, fault: "no memory for a decoder") }
    defer { spng_ctx_free(context) }
    // Invariant: libspng keeps the pointer to `bytes` until the context is freed, which happens inside this closure's extent
    // as far as reading goes: nothing reads through the context after it.
    return try bytes.withUnsafeBufferPointer { input throws(FormatError) in
      spng_set_crc_action(context, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_ERROR.rawValue))
      spng_set_chunk_limits(context, maximumChunkByteCount, maximumChunkByteCount)
      spng_set_option(context, SPNG_CHUNK_COUNT_LIMIT, maximumChunkCount)
      try check(spng_set_png_buffer(context, input.baseAddress, input.count))
      var header = spng_ihdr()
      try check(spng_get_ihdr(context, &header))
      let width = Int(header.width)
      let height = Int(header.height)
      let byteCount = try limits.byteCount(width: width, height: height, thing: thing)
      let format = Int32(SPNG_FMT_RGBA8.rawValue)
      var needed = 0
      try check(spng_decoded_image_size(context, format, &needed))
      guard needed == byteCount else { throw .malformed(thing, fault: "its size") }

      var status: Int32 = 0
      var isOpaque = true
      let pixels = PixelMemory.filled(byteCount: byteCount, pool: pool?.pixels) { buffer in
        // Invariant: libspng fills all `byteCount` bytes when it succeeds.
        status = spng_decode_image(context, buffer.baseAddress, byteCount, format, Int32(SPNG_DECODE_TRNS.rawValue))
        if status == 0, hasAlpha(context, header) { isOpaque = Premultiply.premultiply(buffer) }
        return status == 0
      }
      try check(status)
      // Reads on to the end mark, so that a file cut behind its pixels is noticed too.
      try check(spng_decode_chunks(context))
      guard let pixels else { throw .malformed(thing, fault: "no pixels") }
      return DecodedRaster(width: width, height: height, pixels: pixels, isOpaque: isOpaque)
    }
  }

  /// Whether a pixel may be anything but opaque, by the colour type and the list of transparent colours. For a picture that was
  /// decoded.
  private static func hasAlpha(_ context: OpaquePointer, _ header: spng_ihdr) -> Bool {
    let type = Int(header.color_type)
    if type == Int(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue) || type == Int(SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue) {
      return true
    }
    var transparency = spng_trns()
    return spng_get_trns(context, &transparency) == 0
  }

  private static func check(_ status: Int32) throws(FormatError) {
    if status == 0 { return }
    let error = spng_errno(status)
    if error == SPNG_IO_EOF || error == SPNG_EOF || error == SPNG_EIDAT_TOO_SHORT { throw .truncated(thing) }
    let text = spng_strerror(status).map { String(cString: $0) } ?? "error \(status)"
    if error == SPNG_ECHUNK_LIMITS || error == SPNG_EMEM || error == SPNG_EOVERFLOW { throw .tooLarge(thing, fault: text) }
    throw .malformed(thing, fault: text)
  }
}
