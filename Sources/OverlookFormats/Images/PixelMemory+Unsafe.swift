internal import OverlookSupport

/// Where decoders write pixels: memory of a picture that is gone, or new.
enum PixelMemory {
  /// `byteCount` bytes that `fill` wrote; nil when it answers false, and then nothing it wrote is seen.
  static func filled(
    byteCount: Int, pool: PixelPool?, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Bool
  ) -> [UInt8]? {
    if var pixels = pool?.take(byteCount: byteCount) {
      // Invariant: the pool answers with arrays of exactly `byteCount` initialised bytes.
      if pixels.withUnsafeMutableBufferPointer({ fill($0) }) { return pixels }
      pool?.give(pixels)
      return nil
    }
    let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, initialized in
      // Invariant: the decoder fills all `byteCount` bytes when it succeeds; otherwise nothing counts as initialised.
      initialized = fill(UnsafeMutableBufferPointer(rebasing: buffer[..<byteCount])) ? byteCount : 0
    }
    return pixels.count == byteCount ? pixels : nil
  }
}
