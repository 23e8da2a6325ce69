/// A number for each pixel of a picture, row after row, the lowest row first as in the targets of drivers. Its memory stays when it becomes
/// smaller.
package final class SamplePlane<Sample: FixedWidthInteger & Sendable> {
  package private(set) var width = 0
  package private(set) var height = 0
  /// The first of the lowest row; `margin` more may be read behind the last one.
  private(set) var samples: UnsafeMutablePointer<Sample>?
  private var capacity = 0

  /// How many are read at a time, at most.
  static var margin: Int { 16 }

  package init() {}

  deinit { samples?.deallocate() }

  /// Makes room for so many pixels; what is in them then is not said.
  package func fit(width: Int, height: Int) {
    (self.width, self.height) = (max(width, 0), max(height, 0))
    let count = self.width * self.height + Self.margin
    if capacity >= count { return }
    samples?.deallocate()
    let memory = UnsafeMutablePointer<Sample>.allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    (samples, capacity) = (memory, count)
  }

  /// Gives the memory back.
  package func trimMemory() {
    samples?.deallocate()
    (samples, capacity, width, height) = (nil, 0, 0, 0)
  }

  /// To fill all samples, row after row.
  package func withMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeMutableRawBufferPointer(start: samples, count: width * height * MemoryLayout<Sample>.stride))
  }
}

extension SamplePlane<UInt8> {
  /// Fills the plane with a smaller picture, stretched and filtered from its four nearest samples as drivers do.
  package func stretch(_ small: SamplePlane<UInt8>, width: Int, height: Int) {
    fit(width: width, height: height)
    guard let samples, let source = small.samples, small.width > 0, small.height > 0 else { return }
    /// The sample before a place, the one behind it, and how far between them it lies, in 256 parts.
    func place(_ at: Int, _ size: Int, of full: Int) -> (Int, Int, Int) {
      let fixed = max((2 * at + 1) * size * 128 / full - 128, 0)
      let first = min(fixed >> 8, size - 1)
      return (first, min(first + 1, size - 1), fixed & 255)
    }
    for y in 0..<height {
      let (low, high, above) = place(y, small.height, of: height)
      let (lower, upper, row) = (source + low * small.width, source + high * small.width, samples + y * width)
      for x in 0..<width {
        let (left, right, beside) = place(x, small.width, of: width)
        let below = Int(lower[left]) * (256 - beside) + Int(lower[right]) * beside
        let over = Int(upper[left]) * (256 - beside) + Int(upper[right]) * beside
        row[x] = UInt8(truncatingIfNeeded: (below * (256 - above) + over * above + 32_768) >> 16)
      }
    }
  }
}
