package import OverlookGeometry

/// A tile of a source as it is laid out for some zoom, which may be deeper than the source has tiles.
package struct OverscaledTile: Hashable, Sendable, Comparable {
  /// The tile of the source.
  package var canonical: TileID
  /// The style zoom that it is laid out for: `canonical.z` or more.
  package var overscaledZ: Int

  package init(canonical: TileID, overscaledZ: Int) {
    self.canonical = canonical
    self.overscaledZ = max(overscaledZ, canonical.z)
  }

  /// A tile at its own zoom.
  package init(_ tile: TileID) {
    self.init(canonical: tile, overscaledZ: tile.z)
  }

  /// How many times wider it is shown than the zoom asks for: 1, 2, 4 ...
  package var overscaleFactor: Double { Double(sign: .plus, exponent: overscaledZ - canonical.z, significand: 1) }

  package static func < (a: OverscaledTile, b: OverscaledTile) -> Bool {
    (a.overscaledZ, a.canonical) < (b.overscaledZ, b.canonical)
  }
}

extension Double {
  /// Of a tile of a style's zoom.
  package static let pointsPerStyleTile = 512.0
}
