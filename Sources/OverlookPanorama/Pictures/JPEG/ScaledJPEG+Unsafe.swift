import CImageCodecs
import OverlookFormats
import OverlookSupport

/// Decodes JPEG files at 1, 1/2, 1/4 or 1/8 of their size through TurboJPEG: smaller copies cost little more than reading the codes.
enum ScaledJPEG {
  private static let thing = "JPEG picture"

  /// `divisor`: 1, 2, 4 or 8; sides are rounded up. What is decoded is checked against `limits` before anything is allocated.
  static func decode(_ bytes: [UInt8], divisor: Int, limits: ImageLimits) throws(FormatError) -> Image {
    guard let decoder = tjInitDecompress() else { throw .tooLarge(thing, fault: "no memory for a decoder") }
    defer { tjDestroy(decoder) }
    var (width, height, subsampling, colorspace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let status = bytes.withUnsafeBufferPointer {
      tjDecompressHeader3(decoder, $0.baseAddress, UInt($0.count), &width, &height, &subsampling, &colorspace)
    }
    guard status == 0, width > 0, height > 0 else { throw .malformed(thing, fault: message(decoder)) }
    let divisor32 = Int32(clamping: divisor)
    let (outWidth, outHeight) = ((width - 1) / divisor32 + 1, (height - 1) / divisor32 + 1)
    let byteCount = try limits.byteCount(width: Int(outWidth), height: Int(outHeight), thing: thing)
    guard colorspace != Int32(TJCS_CMYK.rawValue), colorspace != Int32(TJCS_YCCK.rawValue) else {
      throw .unsupported(thing, fault: "printing inks in place of colours, in a picture of this size")
    }
    var isWhole = false
    let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, initialized in
      bytes.withUnsafeBufferPointer { input in
        // Invariant: rows are 4 * outWidth bytes, so that byteCount bytes are written. What a failing decoder leaves unwritten is not
        // handed out.
        isWhole =
          tjDecompress2(
            decoder, input.baseAddress, UInt(input.count), buffer.baseAddress, outWidth, 4 * outWidth, outHeight,
            Int32(TJPF_RGBA.rawValue), TJFLAG_ACCURATEDCT) == 0 || isHarmless(decoder)
      }
      initialized = isWhole ? byteCount : 0
    }
    guard isWhole,
      let image = Image(
        width: Int(outWidth), height: Int(outHeight), scale: 1, premultipliedRGBA: pixels, isOpaque: true)
    else { throw message(decoder).contains("Premature end") ? .truncated(thing) : .malformed(thing, fault: message(decoder)) }
    return image
  }

  /// libjpeg only warns of what is missing, and fills it with grey; the one about stray bytes is what some cameras write.
  private static func isHarmless(_ decoder: tjhandle) -> Bool {
    tjGetErrorCode(decoder) == TJERR_WARNING.rawValue && message(decoder).contains("extraneous bytes")
  }

  private static func message(_ decoder: tjhandle) -> String {
    tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown fault"
  }
}
