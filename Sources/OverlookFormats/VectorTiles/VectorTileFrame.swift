/// The units that coordinates of a tile are brought to, and the bounds in which they are kept.
package struct VectorTileFrame: Hashable, Sendable {
  /// Units for a unit of the tile.
  let scale: Double
  let range: ClosedRange<Int64>
  /// `scale` as a power of two; nil where it is none.
  let shift: Int64?
  /// Coordinates of the tile from -2^this to 2^this - 1 stay within `range` when they are shifted.
  let safeBits: Int64

  private init(scale: Double, range: ClosedRange<Int64>, shift: Int64?, reachBits: Int64) {
    self.scale = scale
    self.range = range
    self.shift = shift
    safeBits = reachBits - (shift ?? 0)
  }

  /// The tile's own units, within `VectorTileLimits.coordinate`.
  static let tile = VectorTileFrame(
    scale: 1, range: -VectorTileLimits.coordinate...VectorTileLimits.coordinate, shift: 0, reachBits: 29)

  /// Brings a side of the tile, which is `extent`, to `side` units (at most 2^14), and keeps what lies farther out than a side at
  /// -2^14 or 2^14 - 1. Halves go up, as in other readers.
  package init(extent: Int32, side: Int32) {
    let isPower = extent > 0 && side.isMultiple(of: extent) && (side / extent).nonzeroBitCount == 1
    self.init(
      scale: Double(side) / Double(max(extent, 1)), range: -16_384...16_383,
      shift: isPower ? Int64((side / extent).trailingZeroBitCount) : nil, reachBits: 14)
  }

  /// A coordinate of the tile in units of the frame.
  func placed(_ coordinate: Int64) -> Int64 {
    // Of at most 30 bits, so that nothing is lost.
    let real = (Double(coordinate) * scale + 0.5).rounded(.down)
    return min(max(Int64(exactly: real) ?? 0, range.lowerBound), range.upperBound)
  }
}
