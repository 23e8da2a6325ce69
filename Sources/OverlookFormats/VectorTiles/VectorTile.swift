/// A Mapbox Vector Tile (specification 2.1, versions 1 and 2): which layers it has, and where their parts lie.
///
/// Opening one walks over the fields of the layers and decodes no feature; `VectorTileReader` does that. Nothing is copied.
package struct VectorTile: Sendable {
  /// The tile as protocol buffer, decompressed.
  package let bytes: [UInt8]
  /// The layers that can be used, in the order of the tile.
  package let layers: [VectorTileLayer]
  /// What is wrong with layers.
  package let faults: VectorTileFaults

  /// Opens a tile, inflating it first where it is gzip. No bytes at all are a tile without layers.
  ///
  /// Throws when the framing is broken, so that nothing in it can be trusted, and over the budgets of `VectorTileLimits`.
  package init(_ bytes: [UInt8]) throws(FormatError) {
    let plain =
      Gzip.isGzip(bytes)
      ? try Gzip.inflate(bytes, limit: VectorTileLimits.byteCount, thing: VectorTileLimits.thing) : bytes
    guard plain.count <= VectorTileLimits.byteCount else {
      throw .tooLarge(VectorTileLimits.thing, fault: "\(plain.count) bytes")
    }
    self.bytes = plain
    var scan = VectorTileScan()
    do throws(ProtobufFault) {
      try ProtobufReader.read(plain, plain.indices) { reader throws(ProtobufFault) in try scan.run(&reader) }
    } catch .overBudget {
      throw .tooLarge(VectorTileLimits.thing, fault: scan.excess)
    } catch {
      throw .malformed(VectorTileLimits.thing, fault: error.text)
    }
    layers = scan.layers
    faults = scan.faults
  }

  /// The text at a place in the tile; what is not UTF-8 is replaced.
  package func text(_ range: Range<UInt32>) -> String {
    String(decoding: bytes[range.widened.clamped(to: bytes.indices)], as: UTF8.self)
  }

  /// Whether `head`, the first bytes of something, begins as a tile does: with a layer.
  package static func isLikely(_ head: [UInt8]) -> Bool {
    ProtobufReader.read(head, head.indices) { reader in
      (try? reader.nextKey()) == 0x1A && (try? reader.varint()) != nil
    }
  }
}

/// The budgets of a vector tile.
package enum VectorTileLimits {
  static let thing = "vector tile"
  /// Of the tile after decompression.
  package static let byteCount = 32 << 20
  package static let layers = 1000
  package static let features = 1_000_000
  /// Points of all geometries.
  package static let points = 5_000_000
  /// Keys and values of a layer, each.
  package static let tableEntries = 1_000_000
  /// Units along a side of the tile.
  package static let extent: UInt64 = 1 << 24
  /// Coordinates are clamped to plus and minus this, so that products of two differences fit 64 bits.
  package static let coordinate: Int64 = 1 << 29
}

/// A layer of a vector tile.
package struct VectorTileLayer: Hashable, Sendable {
  package let name: String
  /// 1 or 2.
  package let version: Int
  /// Units along a side of the tile, at least 1; y grows south. Geometry may lie outside 0 ... extent.
  package let extent: Int32
  package let featureCount: Int
  package let keyCount: Int
  package let valueCount: Int
  /// Of its message, in `VectorTile.bytes`.
  let range: Range<Int>

  /// As many coordinates as its features can have at most: each takes a byte.
  package var coordinateBound: Int { range.count }
}
