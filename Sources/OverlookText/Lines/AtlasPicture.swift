import OverlookSupport

/// A picture that bitmaps are packed into, which grows downwards and starts anew when it is full.
package struct AtlasPicture: Sendable {
  private static let maximumHeight = 4096
  private static let growthHeight = 256
  /// Keeps a neighbour's edge out of a sample between two pixels.
  private static let gap = 1

  package let width: Int
  package let bytesPerPixel: Int
  /// Pixels; only ever grows.
  package var height: Int { shelves.height }
  /// `bytesPerPixel * width * height` bytes.
  package private(set) var pixels: [UInt8]
  /// Rows that changed since `clearDirtyRows`; empty when none did.
  package private(set) var dirtyRows = 0..<0
  private var shelves: ShelfPacker

  init(width: Int, bytesPerPixel: Int, firstHeight: Int) {
    self.width = width
    self.bytesPerPixel = bytesPerPixel
    pixels = [UInt8](repeating: 0, count: bytesPerPixel * width * firstHeight)
    shelves = ShelfPacker(width: width, height: firstHeight)
  }

  /// Whether so little room is left that the next frame should start anew.
  var isNearlyFull: Bool { shelves.usedHeight > Self.maximumHeight * 3 / 4 }

  mutating func clearDirtyRows() {
    dirtyRows = 0..<0
  }

  mutating func startAnew() {
    shelves = ShelfPacker(width: width, height: height)
    for index in pixels.indices { pixels[index] = 0 }
    dirtyRows = 0..<height
  }

  /// Copies a bitmap, whose rows are `pitch` bytes apart, to a free place; nil when there is none.
  mutating func add(_ bytes: Span<UInt8>, pitch: Int, width: Int, height: Int) -> (x: Int, y: Int)? {
    guard let (x, y) = place(width: width, height: height) else { return nil }
    for row in 0..<height {
      let start = ((y + row) * self.width + x) * bytesPerPixel
      for byte in 0..<width * bytesPerPixel { pixels[start + byte] = bytes[row * pitch + byte] }
    }
    dirtyRows = dirtyRows.isEmpty ? y..<(y + height) : min(dirtyRows.lowerBound, y)..<max(dirtyRows.upperBound, y + height)
    return (x, y)
  }

  private mutating func place(width: Int, height: Int) -> (x: Int, y: Int)? {
    while true {
      if let corner = shelves.place(width: width + Self.gap, height: height + Self.gap) { return corner }
      guard grow() else { return nil }
    }
  }

  private mutating func grow() -> Bool {
    let added = max(height, Self.growthHeight)
    guard height + added <= Self.maximumHeight else { return false }
    pixels.append(contentsOf: repeatElement(0, count: bytesPerPixel * width * added))
    shelves.grow(toHeight: height + added)
    dirtyRows = 0..<height
    return true
  }
}
