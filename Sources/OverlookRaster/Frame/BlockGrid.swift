/// The blocks of a picture.
struct BlockGrid {
  /// Pixels along the side of a block: one bit each in a word.
  static let side = 64

  let across: Int
  let down: Int

  /// In pixels.
  init(width: Int, height: Int) {
    across = (width + Self.side - 1) / Self.side
    down = (height + Self.side - 1) / Self.side
  }

  var count: Int { across * down }

  /// The blocks that the box between two corners may meet; nil when it meets none. Corners lie within a million pixels.
  @inline(__always)
  func blocks(from low: SIMD2<Float>, to high: SIMD2<Float>) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let (low, high) = (low / Float(Self.side), high / Float(Self.side))
    guard high.x >= 0, high.y >= 0, low.x < Float(across), low.y < Float(down) else { return nil }
    return (
      max(Int(low.x), 0)...min(Int(high.x), across - 1),
      max(Int(low.y), 0)...min(Int(high.y), down - 1)
    )
  }

  /// Calls `body` with the numbers of those blocks.
  @inline(__always)
  func forEach(from low: SIMD2<Float>, to high: SIMD2<Float>, _ body: (_ block: Int) -> Void) {
    guard let blocks = blocks(from: low, to: high) else { return }
    for row in blocks.rows {
      for column in blocks.columns { body(row * across + column) }
    }
  }
}
