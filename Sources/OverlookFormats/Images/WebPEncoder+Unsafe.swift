internal import CImageCodecs
package import OverlookSupport

/// Writes WebP files: lossy ones for building archives, and lossless ones. Equal pictures give equal bytes with one version of libwebp.
package enum WebPEncoder {
  /// The file of the opaque `image`; `quality` is 0 ... 100. One thread, slow and small.
  package static func encodeOpaque(_ image: Image, quality: Float) throws(FormatError) -> [UInt8] {
    let thing = "WebP picture"
    var config = WebPConfig()
    var picture = WebPPicture()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
      throw .unsupported(thing, fault: "another version of libwebp is installed")
    }
    config.quality = min(max(quality, 0), 100)
    config.method = 6
    config.use_sharp_yuv = 1
    config.thread_level = 0
    guard let width = Int32(exactly: image.width), let height = Int32(exactly: image.height), width <= WEBP_MAX_DIMENSION,
      height <= WEBP_MAX_DIMENSION
    else { throw .tooLarge(thing, fault: "\(image.width) x \(image.height) pixels") }
    picture.width = width
    picture.height = height

    // Invariant: the writer and the picture are released on every way out, and the picture copies the pixels on import.
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer {
      WebPPictureFree(&picture)
      WebPMemoryWriterClear(&writer)
    }
    let imported = image.pixels.withUnsafeBufferPointer { WebPPictureImportRGBX(&picture, $0.baseAddress, 4 * width) }
    guard imported != 0 else { throw .tooLarge(thing, fault: "no memory to encode it") }
    let encoded = withUnsafeMutablePointer(to: &writer) { writer in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      return WebPEncode(&config, &picture)
    }
    guard encoded != 0, let memory = writer.mem else { throw .malformed(thing, fault: "error \(picture.error_code.rawValue)") }
    return Array(UnsafeBufferPointer(start: memory, count: writer.size))
  }

  /// The file of `image`, each pixel as it is.
  package static func encodeLossless(_ image: Image) throws(FormatError) -> [UInt8] {
    let thing = "WebP picture"
    guard let width = Int32(exactly: image.width), let height = Int32(exactly: image.height), width <= WEBP_MAX_DIMENSION,
      height <= WEBP_MAX_DIMENSION
    else { throw .tooLarge(thing, fault: "\(image.width) x \(image.height) pixels, \(WEBP_MAX_DIMENSION) a side at most") }
    var memory: UnsafeMutablePointer<UInt8>?
    // Invariant: what the encoder allocates is freed on every way out; an Image holds 4 * width bytes for each of its rows.
    defer { WebPFree(memory) }
    let count = Premultiply.unpremultiplied(image.pixels).withUnsafeBufferPointer { input in
      WebPEncodeLosslessRGBA(input.baseAddress, width, height, 4 * width, &memory)
    }
    guard count > 0, let memory else { throw .tooLarge(thing, fault: "no memory to encode it") }
    return Array(UnsafeBufferPointer(start: memory, count: count))
  }
}
