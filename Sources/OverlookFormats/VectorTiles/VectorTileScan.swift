/// Finds the layers of a tile, and what they hold how often.
struct VectorTileScan {
  private(set) var layers: [VectorTileLayer] = []
  private(set) var faults = VectorTileFaults()
  /// What there is too much of, after `.overBudget`.
  private(set) var excess = ""
  private var names: Set<String> = []
  private var layerCount = 0
  private var featureCount = 0

  mutating func run(_ reader: inout ProtobufReader) throws(ProtobufFault) {
    while let key = try reader.nextKey() {
      switch key {
      case 0x1A:
        layerCount += 1
        if layerCount > VectorTileLimits.layers { try refuse(VectorTileLimits.layers, "layers") }
        try scanLayer(try reader.part(), of: reader)
      case 0x18..<0x20: throw .wireType
      default: try reader.skip(key)
      }
    }
  }

  /// The fields of a layer stand in any order.
  private mutating func scanLayer(_ range: Range<Int>, of outer: ProtobufReader) throws(ProtobufFault) {
    var reader = outer.reader(of: range)
    var name: Range<Int>?
    var version: UInt64 = 1
    var extent: UInt64 = 4096
    var (features, keys, values) = (0, 0, 0)
    while let key = try reader.nextKey() {
      switch key {
      case 0x0A: name = try reader.part()
      case 0x12:
        _ = try reader.part()
        features += 1
      case 0x1A:
        _ = try reader.part()
        keys += 1
      case 0x22:
        _ = try reader.part()
        values += 1
      case 0x28: extent = try reader.varint()
      case 0x78: version = try reader.varint()
      case 0x08..<0x30, 0x78..<0x80: throw .wireType
      default: try reader.skip(key)
      }
    }
    featureCount += features
    if featureCount > VectorTileLimits.features { try refuse(VectorTileLimits.features, "features") }
    if max(keys, values) > VectorTileLimits.tableEntries { try refuse(VectorTileLimits.tableEntries, "keys or values") }
    guard let name else { return faults.add(.layerWithoutName) }
    guard version == 1 || version == 2 else { return faults.add(.layerVersion) }
    guard (1...VectorTileLimits.extent).contains(extent) else { return faults.add(.layerExtent) }
    let text = outer.text(name)
    if !text.isUTF8 { faults.add(.text) }
    if !names.insert(text.text).inserted { faults.add(.layerNameTwice) }
    layers.append(
      VectorTileLayer(
        name: text.text, version: Int(version), extent: Int32(clamping: extent), featureCount: features, keyCount: keys,
        valueCount: values, range: range))
  }

  private mutating func refuse(_ limit: Int, _ things: String) throws(ProtobufFault) {
    excess = "more than \(limit) \(things)"
    throw .overBudget
  }
}
