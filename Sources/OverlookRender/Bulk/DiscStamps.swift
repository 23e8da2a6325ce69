/// The pixels of a disc of one radius, for an 8 x 8 grid of places of its middle within a pixel.
///
/// A pixel's cover is its middle's distance within the edge, cut to 0 ... 1. What is said to be touched may be a little too much
/// and what is said to be full a little too little: never the reverse, wherever in its grid cell the middle lies.
struct DiscStamps {
  /// A row of a stamp: the pixels that the disc touches, and those that it covers whole, counted from the stamp's left edge.
  struct Row: BitwiseCopyable {
    var touched: UInt64
    var full: UInt64
  }

  /// The widest stamp, in pixels.
  static let maximumSide = 64

  /// Rows and columns of a stamp.
  let side: Int
  /// From the pixel of the middle to the stamp's corner.
  let reach: Int
  /// All stamps one after the other, those of a row of the grid together.
  let rows: ContiguousArray<Row>

  private static let cells = 8
  /// Half the diagonal of a grid cell, and what rounding may add.
  private static let cellSlack = 0.5 * 0.125 * 2.0.squareRoot() + 0.01

  /// Nil for discs that are wider than a stamp may be. `slack` is how far the radius may be off, in pixels.
  init?(radiusPixels: Double, slack: Double) {
    let slack = slack + Self.cellSlack
    guard radiusPixels > 0, radiusPixels < Double(Self.maximumSide) / 2 else { return nil }
    reach = Int((radiusPixels + 0.5 + slack).rounded(.up))
    side = 2 * reach + 1
    guard side <= Self.maximumSide else { return nil }
    var rows = ContiguousArray<Row>()
    rows.reserveCapacity(Self.cells * Self.cells * side)
    for cell in 0..<Self.cells * Self.cells {
      let middle = SIMD2(Double(cell % Self.cells), Double(cell / Self.cells))
      let offset = (middle + 0.5) / Double(Self.cells) + Double(reach) - 0.5
      for row in 0..<side {
        var bits = Row(touched: 0, full: 0)
        for column in 0..<side {
          let away = SIMD2(Double(column), Double(row)) - offset
          let distance = (away * away).sum().squareRoot()
          if distance < radiusPixels + 0.5 + slack { bits.touched |= 1 << UInt64(column) }
          if distance <= radiusPixels - 0.5 - slack { bits.full |= 1 << UInt64(column) }
        }
        rows.append(bits)
      }
    }
    self.rows = rows
  }

  /// The first row of the stamp for a middle at `place` of its pixel, each 0 ..< 1.
  @inline(__always)
  func firstRow(_ place: SIMD2<Float>) -> Int {
    ((Int(place.y * 8) & 7) * Self.cells + Int(place.x * 8) & 7) * side
  }
}
