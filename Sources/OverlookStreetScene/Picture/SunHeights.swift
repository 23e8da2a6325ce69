/// The highest of what stands on the way to the sun in blocks of a raster and the blocks beside them: whether there is anything to look for.
struct SunHeights {
  private let blockPixels: Int
  private let count: Int
  private var highest: [Float]

  init(side: Int, blockPixels: Int) {
    self.blockPixels = max(blockPixels, 1)
    count = (side + self.blockPixels - 1) / self.blockPixels
    highest = Array(repeating: -.greatestFiniteMagnitude, count: count * count)
  }

  /// For a triangle whose corners are pixels of the raster.
  mutating func raise(over corners: [SIMD3<Double>], to height: Float) {
    let columns = blocks(corners.map(\.x))
    for row in blocks(corners.map(\.y)) {
      for column in columns { highest[row * count + column] = max(highest[row * count + column], height) }
    }
  }

  /// Those that lie between numbers of pixels, with one more on either side.
  private func blocks(_ places: [Double]) -> Range<Int> {
    guard let low = places.min(), let high = places.max(), low.isFinite, high.isFinite else { return 0..<count }
    let first = min(max(low / Double(blockPixels) - 1, 0), Double(count))
    let last = min(max(high / Double(blockPixels) + 2, 0), Double(count))
    return Int(first)..<max(Int(last), Int(first))
  }

  func highest(_ column: Int, _ row: Int) -> Float { highest[row / blockPixels * count + column / blockPixels] }
}
