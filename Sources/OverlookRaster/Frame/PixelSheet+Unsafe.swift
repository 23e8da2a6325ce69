import Glibc

/// Memory for a picture, which lives as long as the object.
package final class PixelSheet {
  /// In pixels.
  package let width: Int
  package let height: Int
  /// Premultiplied BGRA, row after row: the top row first, or, where `isBottomUp`, the lowest.
  let pixels: UnsafeMutablePointer<UInt32>
  /// Whether the lowest row is the first in memory, as it is in the targets of drivers. Pictures can be drawn into such a sheet, and
  /// nothing else.
  package let isBottomUp: Bool
  /// The depth of each pixel as the bits of a Float; nil for a picture of what lies flat.
  package let depths: PixelSheet?

  package init(width: Int, height: Int, hasDepths: Bool = false, isBottomUp: Bool = false) {
    self.isBottomUp = isBottomUp
    self.width = max(width, 1)
    self.height = max(height, 1)
    depths = hasDepths ? PixelSheet(width: width, height: height) : nil
    // Zeros as the system hands them out: its pages come in where they are drawn first, by several threads, and not all at once here. What
    // does not come from it is of the same allocator.
    let count = self.width * self.height
    if let memory = calloc(count, MemoryLayout<UInt32>.stride) {
      pixels = memory.bindMemory(to: UInt32.self, capacity: count)
    } else {
      pixels = .allocate(capacity: count)
      pixels.initialize(repeating: 0, count: count)
    }
  }

  deinit {
    free(pixels)
  }

  /// The first pixel of a row that lies within the sheet, counted from the top.
  @inline(__always) func line(_ row: Int) -> UnsafeMutablePointer<UInt32> {
    pixels + (isBottomUp ? height - 1 - row : row) * width
  }

  /// Makes all pixels transparent.
  package func clear() { pixels.update(repeating: 0, count: width * height) }

  /// Takes the pixels of another sheet of the same size and kind.
  package func copy(_ other: PixelSheet) {
    guard other.width == width, other.height == height, other.isBottomUp == isBottomUp else { return }
    pixels.update(from: other.pixels, count: width * height)
  }

  /// To fill all pixels, row after row.
  package func withMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeMutableRawBufferPointer(start: pixels, count: 4 * width * height))
  }

  /// All pixels, row after row.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: pixels, count: 4 * width * height))
  }

  /// The pixels of some of the rows, the uppermost of which is 0, and where these lie in memory. Others may be drawn meanwhile.
  package func withBytes(ofRows rows: Range<Int>, _ body: (UnsafeRawBufferPointer, Range<Int>) -> Void) {
    let rows = rows.clamped(to: 0..<height)
    let stored = isBottomUp ? height - rows.upperBound..<height - rows.lowerBound : rows
    body(UnsafeRawBufferPointer(start: pixels + stored.lowerBound * width, count: 4 * width * stored.count), stored)
  }
}
