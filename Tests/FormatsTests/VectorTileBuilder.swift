import OverlookFormats
import OverlookTestSupport

extension Message {
  /// A feature of MVT 2.1: 1 point, 2 lines, 3 polygons.
  static func feature(_ kind: UInt64, _ geometry: [UInt64], id: UInt64? = nil, tags: [UInt64] = []) -> Message {
    var message = Message()
    if let id { message = message.varint(1, id) }
    if !tags.isEmpty { message = message.packed(2, tags) }
    return message.varint(3, kind).packed(4, geometry)
  }

  /// A layer of MVT 2.1.
  static func layer(
    _ features: [Message], name: String = "a", version: UInt64 = 2, extent: UInt64 = 4096, keys: [String] = [],
    values: [Message] = []
  ) -> Message {
    var message = Message().varint(15, version).text(1, name)
    for feature in features { message = message.part(2, feature.bytes) }
    for key in keys { message = message.text(3, key) }
    for value in values { message = message.part(4, value.bytes) }
    return message.varint(5, extent)
  }

  static func tile(_ layers: [Message]) -> [UInt8] {
    layers.reduce(Message()) { $0.part(3, $1.bytes) }.bytes
  }
}

/// Everything of a tile, as a reader hands it out.
struct DecodedTile {
  struct Feature: Equatable {
    var layer: String
    var kind: VectorTileFeature.Kind
    var id: UInt64?
    /// x, y of each point of each part.
    var parts: [[[Int32]]]
    var areas: [Double]
    var attributes: [String: VectorTileValue]
  }

  var features: [Feature] = []
  var faults = VectorTileFaults()

  init(_ bytes: [UInt8]) throws {
    let tile = try VectorTile(bytes)
    var reader = VectorTileReader()
    reader.begin(tile)
    for layer in tile.layers {
      reader.begin(layer)
      reader.loadTables()
      while let feature = reader.nextFeature() {
        guard try reader.readGeometry(of: feature) else { continue }
        let geometry = reader.geometry
        var attributes: [String: VectorTileValue] = [:]
        var tags: [Int32] = []
        reader.readTags(of: feature, into: &tags)
        for pair in stride(from: 0, to: tags.count, by: 2) {
          attributes[tile.text(reader.keys[Int(tags[pair])])] = reader.values[Int(tags[pair + 1])]
        }
        let parts = (0..<geometry.partCount).map { part in
          geometry.part(part).map { [geometry.coordinates[2 * $0], geometry.coordinates[2 * $0 + 1]] }
        }
        features.append(
          Feature(
            layer: layer.name, kind: feature.kind, id: feature.hasID ? feature.id : nil, parts: parts,
            areas: (0..<geometry.partCount).map { geometry.doubledArea(ofPart: $0) / 2 }, attributes: attributes))
      }
    }
    faults = reader.faults
  }

  /// The tile of one layer with one feature.
  init(_ kind: UInt64, _ geometry: [UInt64]) throws {
    try self.init(Message.tile([.layer([.feature(kind, geometry)])]))
  }
}
