package import OverlookGeometry

/// The numbering of PMTiles version 3: all tiles of the levels above, then the position along a Hilbert curve.
package enum PMTilesTileID {
  /// Levels that the numbering of 64 bits can hold and that `TileID` allows.
  static let maximumZoom = 30

  /// The number of `id`, nil when it is not valid.
  ///
  /// The Hilbert curve by one quadrant rotation per level (Warren, Hacker's Delight, section 16-1).
  package static func number(_ id: TileID) -> UInt64? {
    guard id.isValid, id.z <= maximumZoom else { return nil }
    var x = UInt64(id.x)
    var y = UInt64(id.y)
    var position: UInt64 = 0
    let count: UInt64 = 1 << UInt64(id.z)
    var side = count >> 1
    while side > 0 {
      let right: UInt64 = x & side > 0 ? 1 : 0
      let lower: UInt64 = y & side > 0 ? 1 : 0
      position += side * side * ((3 * right) ^ lower)
      rotate(side: count, right: right, lower: lower, &x, &y)
      side >>= 1
    }
    return firstNumber(ofZoom: id.z) + position
  }

  /// The tile of a number, nil when it lies beyond level 30.
  package static func tile(_ number: UInt64) -> TileID? {
    guard let z = (0...maximumZoom).first(where: { number < firstNumber(ofZoom: $0 + 1) }) else { return nil }
    var rest = number - firstNumber(ofZoom: z)
    var x: UInt64 = 0
    var y: UInt64 = 0
    for level in 0..<z {
      let side: UInt64 = 1 << UInt64(level)
      let right = 1 & (rest / 2)
      let lower = 1 & (rest ^ right)
      rotate(side: side, right: right, lower: lower, &x, &y)
      x += side * right
      y += side * lower
      rest /= 4
    }
    return TileID(z: z, x: Int(x), y: Int(y))
  }

  /// Tiles in all levels above `z`: (4^z - 1) / 3.
  private static func firstNumber(ofZoom z: Int) -> UInt64 {
    ((1 << UInt64(2 * z)) - 1) / 3
  }

  /// Turns a quadrant so that the curve enters it where the one before ended. x and y are below `side`.
  private static func rotate(side: UInt64, right: UInt64, lower: UInt64, _ x: inout UInt64, _ y: inout UInt64) {
    guard lower == 0 else { return }
    if right == 1 {
      x = side - 1 - x
      y = side - 1 - y
    }
    swap(&x, &y)
  }
}
