import CImageCodecs
import OverlookSupport

/// What decoding is measured against: the C libraries alone with the same settings, into memory that is there already, with
/// nothing of what a map adds (limits, errors, premultiplied alpha).
final class BareDecoders {
  private var pixels: UnsafeMutableBufferPointer<UInt8>
  private let jpeg: tjhandle

  /// For pictures of up to `side` pixels a side.
  init(side: Int) throws {
    guard let jpeg = tjInitDecompress() else { throw BenchError(description: "no memory for a JPEG decoder") }
    self.jpeg = jpeg
    pixels = .allocate(capacity: 4 * side * side)
    pixels.initialize(repeating: 0)
  }

  deinit {
    pixels.deallocate()
    tjDestroy(jpeg)
  }

  /// False when the library refuses the file.
  func decode(_ bytes: [UInt8], _ format: TileSamples.Format) -> Bool {
    bytes.withUnsafeBufferPointer { input in
      switch format {
      case .png: png(input)
      case .jpeg: jpeg(input)
      case .webp: webp(input)
      }
    }
  }

  private func png(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let context = spng_ctx_new(0) else { return false }
    defer { spng_ctx_free(context) }
    spng_set_crc_action(context, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_ERROR.rawValue))
    spng_set_png_buffer(context, input.baseAddress, input.count)
    let format = Int32(SPNG_FMT_RGBA8.rawValue)
    var count = 0
    guard spng_decoded_image_size(context, format, &count) == 0, count <= pixels.count else { return false }
    return spng_decode_image(context, pixels.baseAddress, count, format, Int32(SPNG_DECODE_TRNS.rawValue)) == 0
      && spng_decode_chunks(context) == 0
  }

  private func jpeg(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard tjDecompressHeader3(jpeg, input.baseAddress, UInt(input.count), &width, &height, &sampling, &space) == 0,
      4 * Int(width) * Int(height) <= pixels.count
    else { return false }
    return tjDecompress2(
      jpeg, input.baseAddress, UInt(input.count), pixels.baseAddress, width, 4 * width, height, Int32(TJPF_RGBA.rawValue),
      TJFLAG_ACCURATEDCT) == 0
  }

  private func webp(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
    var (width, height): (Int32, Int32) = (0, 0)
    guard WebPGetInfo(input.baseAddress, input.count, &width, &height) != 0, 4 * Int(width) * Int(height) <= pixels.count else {
      return false
    }
    return WebPDecodeRGBAInto(input.baseAddress, input.count, pixels.baseAddress, pixels.count, 4 * width) != nil
  }
}
