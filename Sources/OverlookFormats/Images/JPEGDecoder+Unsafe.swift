internal import CImageCodecs

/// JPEG through TurboJPEG, which keeps libjpeg's long jumps on its own side.
enum JPEGDecoder {
  private static let thing = "JPEG picture"
  /// A progressive file of thousands of scans takes seconds of work for a few kilobytes.
  private static let maximumScanCount = 100

  static func decode(_ bytes: [UInt8], limits: ImageLimits, pool: DecoderPool?) throws(FormatError) -> DecodedRaster {
    guard let turbo = pool?.takeTurbo() ?? TurboDecoder() else { throw .tooLarge(thing, fault: "no memory for a decoder") }
    let decoder = turbo.handle
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colorspace: Int32 = 0
    let headerStatus = bytes.withUnsafeBufferPointer { input in
      tjDecompressHeader3(decoder, input.baseAddress, UInt(input.count), &width, &height, &subsampling, &colorspace)
    }
    let scans = JPEGScans(bytes, limit: maximumScanCount)
    // A file cut inside its header counts as read, with a size of nothing.
    guard headerStatus == 0, width > 0, height > 0 else { throw fault(decoder, isComplete: scans.isComplete) }
    let byteCount = try limits.byteCount(width: Int(width), height: Int(height), thing: thing)
    guard scans.scanCount <= maximumScanCount else {
      throw .tooLarge(thing, fault: "more than \(maximumScanCount) scans")
    }

    let isCMYK = colorspace == Int32(TJCS_CMYK.rawValue) || colorspace == Int32(TJCS_YCCK.rawValue)
    let format = Int32(isCMYK ? TJPF_CMYK.rawValue : TJPF_RGBA.rawValue)
    var status: Int32 = 0
    let pixels = PixelMemory.filled(byteCount: byteCount, pool: pool?.pixels) { buffer in
      bytes.withUnsafeBufferPointer { input in
        // Invariant: rows are 4 * width bytes without padding, so the decoder writes byteCount bytes at most. It leaves rows
        // unwritten when it fails, and then false is answered.
        status = tjDecompress2(
          decoder, input.baseAddress, UInt(input.count), buffer.baseAddress, width, 4 * width, height, format,
          TJFLAG_ACCURATEDCT)
      }
      guard status == 0 || isHarmless(decoder, scans) else { return false }
      if isCMYK { convertInvertedCMYK(buffer) }
      return true
    }
    guard let pixels else { throw fault(decoder, isComplete: scans.isComplete) }
    pool?.give(turbo)
    return DecodedRaster(width: Int(width), height: Int(height), pixels: pixels, isOpaque: true)
  }

  /// libjpeg fills what is missing with grey and only warns, so a warning is an error here; all but the one about stray bytes in
  /// front of a marker, which some cameras write.
  private static func isHarmless(_ decoder: tjhandle, _ scans: JPEGScans) -> Bool {
    tjGetErrorCode(decoder) == TJERR_WARNING.rawValue && scans.isComplete && message(decoder).contains("extraneous bytes")
  }

  private static func fault(_ decoder: tjhandle, isComplete: Bool) -> FormatError {
    var text = message(decoder)
    // What the library says where it found nothing wrong with a header that is not there.
    if text == "No error" { text = "it has no picture" }
    return isComplete && !text.contains("Premature end") ? .malformed(thing, fault: text) : .truncated(thing)
  }

  private static func message(_ decoder: tjhandle) -> String {
    tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown fault"
  }

  /// Adobe's CMYK files hold the complement of each ink, so that a channel times black is the colour.
  private static func convertInvertedCMYK(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
    // Invariant: i + 3 < pixels.count, because the stride ends at the last whole pixel.
    for i in stride(from: 0, to: pixels.count & ~3, by: 4) {
      let black = UInt32(pixels[i + 3])
      for c in i..<(i + 3) {
        pixels[c] = UInt8((UInt32(pixels[c]) * black + 127) / 255)
      }
      pixels[i + 3] = 255
    }
  }
}
