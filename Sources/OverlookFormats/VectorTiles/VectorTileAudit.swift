/// Reads all of a vector tile, to find what is wrong with it.
package struct VectorTileAudit: Sendable {
  private var reader = VectorTileReader()

  package init() {}

  /// What is wrong with parts of the tile; throws when the whole cannot be used.
  package mutating func faults(of bytes: [UInt8]) throws(FormatError) -> VectorTileFaults {
    let tile = try VectorTile(bytes)
    reader.begin(tile)
    var texts = 0
    var tags: [Int32] = []
    for layer in tile.layers {
      reader.begin(layer)
      reader.loadTables()
      texts += badTexts(of: tile)
      while let feature = reader.nextFeature() {
        guard try reader.readGeometry(of: feature) else { continue }
        tags.removeAll(keepingCapacity: true)
        reader.readTags(of: feature, into: &tags)
      }
    }
    var faults = reader.faults
    faults.add(.text, count: texts)
    return faults
  }

  private func badTexts(of tile: VectorTile) -> Int {
    ProtobufReader.read(tile.bytes, tile.bytes.indices) { bytes in
      var count = 0
      for key in reader.keys where !bytes.text(key.widened).isUTF8 { count += 1 }
      for case .text(let text) in reader.values where !bytes.text(text.widened).isUTF8 { count += 1 }
      return count
    }
  }
}
