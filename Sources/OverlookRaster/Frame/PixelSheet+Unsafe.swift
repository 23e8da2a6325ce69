/// Memory for a picture, which lives as long as the object.
package final class PixelSheet {
  /// In pixels.
  package let width: Int
  package let height: Int
  /// Premultiplied BGRA, the top row first.
  let pixels: UnsafeMutablePointer<UInt32>
  /// The depth of each pixel as the bits of a Float; nil for a picture of what lies flat.
  package let depths: PixelSheet?

  package init(width: Int, height: Int, hasDepths: Bool = false) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    depths = hasDepths ? PixelSheet(width: width, height: height) : nil
    pixels = .allocate(capacity: self.width * self.height)
    pixels.initialize(repeating: 0, count: self.width * self.height)
  }

  deinit {
    pixels.deallocate()
  }

  /// Makes all pixels transparent.
  package func clear() { pixels.update(repeating: 0, count: width * height) }

  /// All pixels, row after row.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: pixels, count: 4 * width * height))
  }
}
