/// Writes a Mapbox Vector Tile (specification 2.1): layers with features added one after the other, keys and values shared.
package struct VectorTileWriter {
  package enum Value: Hashable, Sendable {
    case string(String)
    case int(Int64)
    case double(Double)
    case bool(Bool)
  }

  package enum GeometryType: UInt64, Hashable, Sendable {
    case points = 1
    case lines = 2
    /// Rings: an outer one, clockwise as seen on the screen, then its holes, the other way round.
    case polygons = 3
  }

  /// A feature whose geometry may still grow.
  fileprivate struct OpenFeature {
    var id: UInt64?
    var type: GeometryType
    var tags: [UInt64]
    var parts: [[SIMD2<Int32>]]
  }

  fileprivate struct Layer {
    var features: [[UInt8]] = []
    var open: OpenFeature?
    var keys: [String] = []
    var keyNumbers: [String: UInt64] = [:]
    var values: [Value] = []
    var valueNumbers: [Value: UInt64] = [:]
  }

  /// Units of a tile's side.
  package let extent: Int
  private var layers: [String: Layer] = [:]
  /// In the order of their first feature.
  private var names: [String] = []

  package init(extent: Int = 4096) {
    self.extent = extent
  }

  package var isEmpty: Bool { names.isEmpty }

  /// Adds a feature. `parts` are in tile units, y down; rings come without their first point again at the end. Parts with too few
  /// points for their kind are left out, and so is a feature of which nothing is left. With `joins`, one that has the kind, id and tags of
  /// the one before in its layer becomes part of that.
  package mutating func add(
    layer name: String, id: UInt64? = nil, _ type: GeometryType, _ parts: [[SIMD2<Int32>]], tags: [(String, Value)],
    joins: Bool = false
  ) {
    let minimum = type == .points ? 1 : type == .lines ? 2 : 3
    let parts = parts.filter { $0.count >= minimum }
    guard !parts.isEmpty else { return }
    if layers[name] == nil { names.append(name) }
    var layer = layers[name] ?? Layer()
    layers[name] = nil
    let numbers = tags.flatMap { [layer.number(ofKey: $0.0), layer.number(of: $0.1)] }
    if joins, let open = layer.open, open.id == id, open.type == type, open.tags == numbers {
      layer.open?.parts += parts
    } else {
      layer.close()
      layer.open = OpenFeature(id: id, type: type, tags: numbers, parts: parts)
    }
    layers[name] = layer
  }

  /// The tile, not compressed.
  package func bytes() -> [UInt8] {
    var tile = ByteWriter()
    for name in names {
      guard var layer = layers[name] else { continue }
      layer.close()
      tile.write(field: 3, bytes: layer.bytes(name: name, extent: extent))
    }
    return tile.bytes
  }

  // MARK: Geometry (specification, chapter 4.3)

  fileprivate static func commands(_ parts: [[SIMD2<Int32>]], _ type: GeometryType) -> [UInt64] {
    var commands: [UInt64] = []
    var cursor = SIMD2<Int32>(0, 0)
    let step = { (point: SIMD2<Int32>) in
      commands.append(zigzag(point.x &- cursor.x))
      commands.append(zigzag(point.y &- cursor.y))
      cursor = point
    }
    if type == .points {
      let points = parts.flatMap { $0 }
      guard !points.isEmpty else { return [] }
      commands.append(command(1, points.count))
      points.forEach(step)
      return commands
    }
    for part in parts {
      commands.append(command(1, 1))
      step(part[0])
      commands.append(command(2, part.count - 1))
      part.dropFirst().forEach(step)
      if type == .polygons { commands.append(command(7, 1)) }
    }
    return commands
  }

  private static func command(_ number: UInt64, _ count: Int) -> UInt64 { number | UInt64(count) << 3 }

  private static func zigzag(_ value: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: value << 1 ^ value >> 31))
  }
}

extension VectorTileWriter.Layer {
  /// Writes the feature that was added last.
  fileprivate mutating func close() {
    guard let open else { return }
    self.open = nil
    var feature = ByteWriter()
    if let id = open.id {
      feature.writeVarint(1 << 3)
      feature.writeVarint(id)
    }
    if !open.tags.isEmpty { feature.write(field: 2, packed: open.tags) }
    feature.writeVarint(3 << 3)
    feature.writeVarint(open.type.rawValue)
    feature.write(field: 4, packed: VectorTileWriter.commands(open.parts, open.type))
    features.append(feature.bytes)
  }

  fileprivate mutating func number(ofKey key: String) -> UInt64 {
    if let number = keyNumbers[key] { return number }
    let number = UInt64(keys.count)
    keys.append(key)
    keyNumbers[key] = number
    return number
  }

  fileprivate mutating func number(of value: VectorTileWriter.Value) -> UInt64 {
    if let number = valueNumbers[value] { return number }
    let number = UInt64(values.count)
    values.append(value)
    valueNumbers[value] = number
    return number
  }

  fileprivate func bytes(name: String, extent: Int) -> [UInt8] {
    var layer = ByteWriter()
    layer.write(field: 1, bytes: Array(name.utf8))
    for feature in features { layer.write(field: 2, bytes: feature) }
    for key in keys { layer.write(field: 3, bytes: Array(key.utf8)) }
    for value in values { layer.write(field: 4, bytes: Self.bytes(of: value)) }
    layer.writeVarint(5 << 3)
    layer.writeVarint(UInt64(extent))
    layer.writeVarint(15 << 3)
    layer.writeVarint(2)
    return layer.bytes
  }

  private static func bytes(of value: VectorTileWriter.Value) -> [UInt8] {
    var writer = ByteWriter()
    switch value {
    case .string(let text): writer.write(field: 1, bytes: Array(text.utf8))
    case .double(let number):
      writer.writeVarint(3 << 3 | 1)
      writer.write(number.bitPattern)
    case .int(let number):
      writer.writeVarint(6 << 3)
      writer.writeVarint(UInt64(bitPattern: number << 1 ^ number >> 63))
    case .bool(let bool):
      writer.writeVarint(7 << 3)
      writer.writeVarint(bool ? 1 : 0)
    }
    return writer.bytes
  }
}

extension ByteWriter {
  /// A length-delimited field of a protocol buffer message.
  fileprivate mutating func write(field number: UInt64, bytes: [UInt8]) {
    writeVarint(number << 3 | 2)
    writeVarint(UInt64(bytes.count))
    write(contentsOf: bytes)
  }

  fileprivate mutating func write(field number: UInt64, packed values: [UInt64]) {
    var part = ByteWriter()
    for value in values { part.writeVarint(value) }
    write(field: number, bytes: part.bytes)
  }
}
