/// Address of a tile in the XYZ scheme: (0, 0) is the north-west corner, x grows east and y south.
public struct TileID: Hashable, Sendable, Comparable {
  /// 0 ... 30.
  public var z: Int
  /// 0 ..< 2^z.
  public var x: Int
  /// 0 ..< 2^z.
  public var y: Int

  /// An address as given; `isValid` tells whether there is such a tile.
  public init(z: Int, x: Int, y: Int) {
    self.z = z
    self.x = x
    self.y = y
  }

  /// The deepest level that an address may have.
  public static let maximumZoom = 30

  /// Whether z, x and y lie in their ranges.
  public var isValid: Bool {
    guard z >= 0, z <= Self.maximumZoom else { return false }
    let count = 1 << z
    return x >= 0 && x < count && y >= 0 && y < count
  }

  /// The tile of the level above that holds this one; nil at the top.
  public var parent: TileID? {
    z > 0 ? TileID(z: z - 1, x: x >> 1, y: y >> 1) : nil
  }

  /// The four tiles of the level below: north-west, north-east, south-west, south-east. None when the address is not valid.
  public var children: [TileID] {
    isValid ? (0..<4).map(child) : []
  }

  /// One of the four tiles of the level below: 0 north-west, 1 north-east, 2 south-west, 3 south-east. Of a valid tile above the
  /// last level.
  package func child(_ index: Int) -> TileID {
    TileID(z: z + 1, x: 2 * x + index & 1, y: 2 * y + index >> 1)
  }

  /// The square of the world that the tile covers.
  package var worldRect: WorldRect {
    let side = 1 / Double(1 << z)
    return WorldRect(minX: Double(x) * side, minY: Double(y) * side, maxX: (Double(x) + 1) * side, maxY: (Double(y) + 1) * side)
  }

  /// By level, then row, then column.
  public static func < (a: TileID, b: TileID) -> Bool {
    (a.z, a.y, a.x) < (b.z, b.y, b.x)
  }
}
