internal import CImageCodecs
package import OverlookSupport

/// Writes lossy WebP files, for building archives. Equal pictures give equal bytes with one version of libwebp.
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
}
