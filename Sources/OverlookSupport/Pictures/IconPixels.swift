/// An icon as it goes into a texture: reduced where the screen shows fewer pixels than it has, with a transparent pixel all
/// around.
package struct IconPixels: Sendable {
  /// The longest side of an icon that is reduced no further, in pixels.
  package static let largestSide = 2048

  package let width: Int
  package let height: Int
  /// `4 * width * height` bytes.
  package let bytes: [UInt8]

  /// Source pixels along a side of one reduced pixel: the largest whole number that loses nothing at `pixelsPerPoint`, and more
  /// where the result would not fit `maximumSide`.
  package static func reduction(of image: Image, pixelsPerPoint: Double, maximumSide: Int) -> Int {
    let ratio = pixelsPerPoint > 0 ? image.scale / pixelsPerPoint + 0.01 : 1
    var reduction = Int(exactly: min(max(ratio, 1), 64).rounded(.down)) ?? 1
    while reducedSide(max(image.width, image.height), reduction) + 2 > maximumSide { reduction += 1 }
    return reduction
  }

  package static func reducedSide(_ side: Int, _ reduction: Int) -> Int {
    (side + reduction - 1) / reduction
  }

  /// Whether a pixel at the edge of `image` shows: then the quad has to reach beyond it, or the edge of a turned icon would be
  /// jagged.
  package static func hasVisibleEdge(_ image: Image) -> Bool {
    func isVisible(_ column: Int, _ row: Int) -> Bool { image.pixels[4 * (row * image.width + column) + 3] != 0 }
    return (0..<image.width).contains { isVisible($0, 0) || isVisible($0, image.height - 1) }
      || (0..<image.height).contains { isVisible(0, $0) || isVisible(image.width - 1, $0) }
  }

  package init(_ image: Image, reduction: Int) {
    let reducedWidth = Self.reducedSide(image.width, reduction)
    let reducedHeight = Self.reducedSide(image.height, reduction)
    width = reducedWidth + 2
    height = reducedHeight + 2
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    for row in 0..<reducedHeight {
      let start = 4 * ((row + 1) * width + 1)
      if reduction == 1 {
        let source = 4 * row * image.width
        bytes.replaceSubrange(start..<(start + 4 * image.width), with: image.pixels[source..<(source + 4 * image.width)])
        continue
      }
      for column in 0..<reducedWidth {
        let average = Self.average(image, x: column * reduction, y: row * reduction, side: reduction)
        for channel in 0..<4 { bytes[start + 4 * column + channel] = average[channel] }
      }
    }
    self.bytes = bytes
  }

  /// Of a square of pixels, those outside the image counting as transparent.
  private static func average(_ image: Image, x: Int, y: Int, side: Int) -> SIMD4<UInt8> {
    var sum = SIMD4<UInt32>()
    for row in y..<min(y + side, image.height) {
      for column in x..<min(x + side, image.width) {
        let at = 4 * (row * image.width + column)
        sum &+= SIMD4(
          UInt32(image.pixels[at]), UInt32(image.pixels[at + 1]), UInt32(image.pixels[at + 2]), UInt32(image.pixels[at + 3]))
      }
    }
    let count = UInt32(side * side)
    return SIMD4<UInt8>(truncatingIfNeeded: (sum &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count))
  }
}
