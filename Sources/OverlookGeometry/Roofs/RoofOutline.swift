/// The whole outline of a building that the edge of its tile cuts, as an attribute of the piece that is in the tile: with it the piece
/// has its share of the whole building's roof.
///
/// Written as whole numbers with spaces between, rings with semicolons: the first corner in 8192ths of the tile's side from its upper
/// left corner, x to the right and y down, and of each further corner the way from the one before it.
package struct RoofOutline: Hashable, Sendable {
  /// The name of the attribute.
  package static let key = "roof_outline"
  /// Of a tile's side.
  package static let unitsPerTile: Int32 = 8192
  /// Corners farther than this from the tile's own corner are none, in units.
  private static let reach: Int32 = 32_000

  /// The outline first, then its holes; none repeats its first corner.
  package let rings: [[SIMD2<Int32>]]

  /// Nil for what has no roof: an outline of too many corners, or one that reaches too far.
  package init?(_ rings: [[SIMD2<Int32>]]) {
    guard !rings.isEmpty, rings.allSatisfy({ $0.count > 2 }), rings.reduce(0, { $0 + $1.count }) <= Roof.maximumCorners,
      rings.joined().allSatisfy(Self.isNear)
    else { return nil }
    self.rings = rings
  }

  /// Nil for a text that says no outline.
  package init?(text: String) {
    // A corner takes at most fourteen letters.
    guard text.utf8.count <= Roof.maximumCorners * 14 else { return nil }
    var rings: [[SIMD2<Int32>]] = []
    var last = SIMD2<Int32>()
    for ring in text.split(separator: ";") {
      let numbers = ring.split(separator: " ").map { Int32($0) }
      guard numbers.count.isMultiple(of: 2) else { return nil }
      var corners: [SIMD2<Int32>] = []
      for start in stride(from: 0, to: numbers.count, by: 2) {
        guard let x = numbers[start], let y = numbers[start + 1] else { return nil }
        last = last &+ SIMD2(x, y)
        guard Self.isNear(last) else { return nil }
        corners.append(last)
      }
      rings.append(corners)
    }
    self.init(rings)
  }

  /// In units of a tile's side from the upper left corner of the world: the same for all pieces of a building, and for no other
  /// building.
  package func rings(in tile: TileID) -> [[SIMD2<Int64>]] {
    let origin = SIMD2<Int64>(truncatingIfNeeded: SIMD2(tile.x, tile.y)) &* SIMD2(repeating: Int64(Self.unitsPerTile))
    return rings.map { ring in ring.map { origin &+ SIMD2<Int64>(truncatingIfNeeded: $0) } }
  }

  private static func isNear(_ corner: SIMD2<Int32>) -> Bool {
    (-reach...reach).contains(corner.x) && (-reach...reach).contains(corner.y)
  }

  package var text: String {
    var last = SIMD2<Int32>()
    return rings.map { ring in
      ring.map { corner in
        defer { last = corner }
        return "\(corner.x &- last.x) \(corner.y &- last.y)"
      }.joined(separator: " ")
    }.joined(separator: ";")
  }
}
