/// A feature of a vector tile, before its geometry and its attributes are read.
package struct VectorTileFeature: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case points = 1
    case lines = 2
    case polygons = 3
  }

  package var kind: Kind
  /// Unique in its layer where a writer bothers; 0 may also mean that there is none.
  package var id: UInt64
  package var hasID: Bool
  /// Of the packed numbers, in `VectorTile.bytes`.
  var tags: Range<Int>
  var geometry: Range<Int>
}

/// Walks over the features of vector tiles and decodes them into arrays that it uses again, so that a feature allocates nothing.
///
/// `begin` a tile, then each of its layers, then `nextFeature` until nil. What is damaged is left out and counted in `faults`.
/// A reader belongs to one thread at a time.
package struct VectorTileReader: Sendable {
  /// What was met since the tile began, the faults of its layers included.
  package private(set) var faults = VectorTileFaults()
  /// Of the feature that `readGeometry` was called for last.
  package private(set) var geometry = VectorTileGeometry()
  /// The texts of the layer's keys as places in the tile, after `loadTables`.
  package private(set) var keys: [Range<UInt32>] = []
  /// The layer's values, after `loadTables`.
  package private(set) var values: [VectorTileValue] = []

  private var bytes: [UInt8] = []
  private var layer: VectorTileLayer?
  private var hasTables = false
  /// Of what is not read yet, in the layer.
  private var rest = 0..<0
  private var pointsLeft = 0

  package init() {}

  package mutating func begin(_ tile: VectorTile) {
    bytes = tile.bytes
    faults = tile.faults
    pointsLeft = VectorTileLimits.points
    layer = nil
    hasTables = false
    rest = 0..<0
  }

  /// Goes to the start of `layer`, which is one of the tile's.
  package mutating func begin(_ layer: VectorTileLayer) {
    self.layer = layer
    rest = layer.range
    hasTables = false
  }

  /// The next feature that can be used, nil behind the last.
  package mutating func nextFeature() -> VectorTileFeature? {
    while let range = nextFeatureRange() {
      let feature = ProtobufReader.read(bytes, range) { reader in Self.feature(&reader) }
      switch feature {
      case .success(let feature): return feature
      case .failure(let error): faults.add(error.fault)
      }
    }
    return nil
  }

  /// Decodes the geometry of `feature` into `geometry`; false, and counted, when it breaks the rules of its type.
  ///
  /// Throws when the tile has more points than `VectorTileLimits` allows: no more of it should be read.
  package mutating func readGeometry(of feature: VectorTileFeature) throws(FormatError) -> Bool {
    let fault = geometry.decode(bytes, feature.geometry, kind: feature.kind, pointLimit: pointsLeft)
    pointsLeft -= geometry.pointCount
    switch fault {
    case nil: break
    case .pointLimit: throw .tooLarge(VectorTileLimits.thing, fault: "more than \(VectorTileLimits.points) points")
    case .some(let fault):
      faults.add(fault.fault)
      return false
    }
    if geometry.isClamped { faults.add(.coordinateRange) }
    return true
  }

  private mutating func nextFeatureRange() -> Range<Int>? {
    // The scan of the tile has walked over the same fields, so that nothing is thrown here; if it were, the layer would end.
    let (found, position) = ProtobufReader.read(bytes, rest) { reader in
      (Self.nextFeaturePart(&reader), reader.position)
    }
    rest = min(position, rest.upperBound)..<rest.upperBound
    return found
  }

  private static func nextFeaturePart(_ reader: inout ProtobufReader) -> Range<Int>? {
    while let key = try? reader.nextKey() {
      if key == 0x12 { return try? reader.part() }
      guard (try? reader.skip(key)) != nil else { return nil }
    }
    return nil
  }

  private struct FeatureError: Error {
    let fault: VectorTileFault
  }

  private static func feature(_ reader: inout ProtobufReader) -> Result<VectorTileFeature, FeatureError> {
    var feature = VectorTileFeature(kind: .points, id: 0, hasID: false, tags: 0..<0, geometry: 0..<0)
    var kind: UInt64 = 0
    do throws(ProtobufFault) {
      while let key = try reader.nextKey() {
        switch key {
        case 0x08:
          feature.id = try reader.varint()
          feature.hasID = true
        case 0x12: feature.tags = try once(feature.tags, try reader.part())
        case 0x18: kind = try reader.varint()
        case 0x22: feature.geometry = try once(feature.geometry, try reader.part())
        case 0x08..<0x28: throw .wireType
        default: try reader.skip(key)
        }
      }
    } catch {
      return .failure(FeatureError(fault: .featureFraming))
    }
    guard kind <= 3, let kind = VectorTileFeature.Kind(rawValue: UInt8(kind)) else {
      return .failure(FeatureError(fault: .featureType))
    }
    if feature.geometry.isEmpty { return .failure(FeatureError(fault: .featureWithoutGeometry)) }
    feature.kind = kind
    return .success(feature)
  }

  /// Packed numbers could come in several pieces; no writer of tiles does that, and their order would be a matter of taste.
  private static func once(_ before: Range<Int>, _ part: Range<Int>) throws(ProtobufFault) -> Range<Int> {
    guard before.isEmpty else { throw .wireType }
    return part
  }
}

extension VectorTileReader {
  /// An attribute of a feature: indices into `keys` and `values`.
  package struct Tag: Hashable, Sendable {
    package var key: Int
    package var value: Int
  }

  /// The attributes of `feature`, one after the other: start with `position` 0, and go on until nil. Attributes that lead
  /// nowhere end the walk and are counted.
  package mutating func nextTag(of feature: VectorTileFeature, at position: inout Int) -> Tag? {
    let start = feature.tags.lowerBound + position
    guard position >= 0, start < feature.tags.upperBound, let layer else { return nil }
    let (key, value, end) = ProtobufReader.read(bytes, start..<feature.tags.upperBound) { reader in
      (try? reader.varint(), try? reader.varint(), reader.position)
    }
    position = end - feature.tags.lowerBound
    let fault: VectorTileFault
    if let key, let value {
      if key < UInt64(layer.keyCount), value < UInt64(layer.valueCount) { return Tag(key: Int(key), value: Int(value)) }
      fault = .tagIndex
    } else {
      fault = .tagCount
    }
    faults.add(fault)
    position = feature.tags.count
    return nil
  }

  /// Fills `keys` and `values` from the layer that was begun; once for each layer, and not needed for geometry.
  package mutating func loadTables() {
    guard !hasTables, let layer else { return }
    hasTables = true
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    var damaged = 0
    ProtobufReader.read(bytes, layer.range) { reader in
      while let key = try? reader.nextKey() {
        switch key {
        case 0x1A: (try? reader.part()).map { keys.append($0.narrowed) }
        case 0x22:
          guard let part = try? reader.part() else { return }
          var content = reader.reader(of: part)
          let value = (try? VectorTileValue(&content)) ?? .none
          if value == .none { damaged += 1 }
          values.append(value)
        default: if (try? reader.skip(key)) == nil { return }
        }
      }
    }
    faults.add(.valueFraming, count: damaged)
  }

  /// The place of `name` among the layer's keys, nil when no feature of the layer has it. Fills the tables.
  package mutating func keyIndex(of name: String) -> Int? {
    loadTables()
    return keys.firstIndex { bytes[$0.widened].elementsEqual(name.utf8) }
  }
}
