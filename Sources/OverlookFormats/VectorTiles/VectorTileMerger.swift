/// Puts the layers of several vector tiles of one place together: layers of one name become one, the features of the first tile
/// below those of the next.
enum VectorTileMerger {
  /// A layer whose parts are still where they came from.
  private struct Layer {
    var extent: UInt64 = 4096
    var version: UInt64 = 2
    var keys: [[UInt8]] = []
    var values: [[UInt8]] = []
    var features: [[UInt8]] = []
  }

  /// At most `limit` bytes. A tile whose framing is broken is left out; layers of another extent or version than the first of
  /// their name are, too.
  static func merged(_ tiles: [[UInt8]], limit: Int) throws(FormatError) -> [UInt8] {
    guard tiles.reduce(0, { $0 + $1.count }) <= limit else { throw .tooLarge("tile", fault: "more than \(limit) bytes") }
    var names: [String] = []
    var layers: [String: Layer] = [:]
    for tile in tiles {
      guard let parts = try? parts(of: tile) else { continue }
      for (name, part) in parts {
        guard let known = layers[name] else {
          names.append(name)
          layers[name] = part
          continue
        }
        guard known.extent == part.extent, known.version == part.version, let joined = try? joined(known, part) else { continue }
        layers[name] = joined
      }
    }
    var output = ByteWriter()
    for name in names {
      guard let layer = layers[name] else { continue }
      write(field: 3, bytes(of: layer, name: name), to: &output)
    }
    return output.bytes
  }

  private static func parts(of tile: [UInt8]) throws(ProtobufFault) -> [(String, Layer)] {
    try ProtobufReader.read(tile, 0..<tile.count) { reader throws(ProtobufFault) in
      var parts: [(String, Layer)] = []
      while let key = try reader.nextKey() {
        guard key == 3 << 3 | 2 else {
          try reader.skip(key)
          continue
        }
        var part = reader.reader(of: try reader.part())
        var layer = Layer()
        var name = ""
        while let key = try part.nextKey() {
          switch key {
          case 1 << 3 | 2: name = part.text(try part.part()).text
          case 2 << 3 | 2: layer.features.append(Array(tile[try part.part()]))
          case 3 << 3 | 2: layer.keys.append(Array(tile[try part.part()]))
          case 4 << 3 | 2: layer.values.append(Array(tile[try part.part()]))
          case 5 << 3: layer.extent = try part.varint()
          case 15 << 3: layer.version = try part.varint()
          default: try part.skip(key)
          }
        }
        parts.append((name, layer))
      }
      return parts
    }
  }

  /// The tags of the second name its keys and values, which come behind those of the first.
  private static func joined(_ first: Layer, _ second: Layer) throws(ProtobufFault) -> Layer {
    var layer = first
    layer.keys += second.keys
    layer.values += second.values
    for feature in second.features {
      layer.features.append(try moved(feature, keys: UInt64(first.keys.count), values: UInt64(first.values.count)))
    }
    return layer
  }

  private static func moved(_ feature: [UInt8], keys: UInt64, values: UInt64) throws(ProtobufFault) -> [UInt8] {
    try ProtobufReader.read(feature, 0..<feature.count) { reader throws(ProtobufFault) in
      var output = ByteWriter()
      while true {
        let start = reader.position
        guard let key = try reader.nextKey() else { return output.bytes }
        guard key == 2 << 3 | 2 else {
          try reader.skip(key)
          output.write(contentsOf: feature[start..<reader.position])
          continue
        }
        var tags = reader.reader(of: try reader.part())
        var numbers = ByteWriter()
        while !tags.isAtEnd {
          numbers.writeVarint(try tags.varint() &+ keys)
          guard !tags.isAtEnd else { break }
          numbers.writeVarint(try tags.varint() &+ values)
        }
        write(field: 2, numbers.bytes, to: &output)
      }
    }
  }

  private static func bytes(of layer: Layer, name: String) -> [UInt8] {
    var output = ByteWriter()
    output.writeVarint(15 << 3)
    output.writeVarint(layer.version)
    write(field: 1, Array(name.utf8), to: &output)
    for feature in layer.features { write(field: 2, feature, to: &output) }
    for key in layer.keys { write(field: 3, key, to: &output) }
    for value in layer.values { write(field: 4, value, to: &output) }
    output.writeVarint(5 << 3)
    output.writeVarint(layer.extent)
    return output.bytes
  }

  private static func write(field: UInt64, _ bytes: [UInt8], to output: inout ByteWriter) {
    output.writeVarint(field << 3 | 2)
    output.writeVarint(UInt64(bytes.count))
    output.write(contentsOf: bytes)
  }
}
