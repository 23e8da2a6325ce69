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
    while true {
      // The scan of the tile has walked over the same fields, so that nothing is thrown here; if it were, the layer would end.
      let (found, position) = ProtobufReader.read(bytes, rest) { reader in (Self.nextFeature(&reader), reader.position) }
      rest = min(position, rest.upperBound)..<rest.upperBound
      switch found {
      case .success(let feature): return feature
      case .failure(let error): faults.add(error.fault)
      case nil: return nil
      }
    }
  }

  /// Decodes the geometry of `feature` into `geometry`; false, and counted, when it breaks the rules of its type.
  ///
  /// Throws when the tile has more points than `VectorTileLimits` allows: no more of it should be read.
  package mutating func readGeometry(of feature: VectorTileFeature) throws(FormatError) -> Bool {
    let fault = geometry.decode(bytes, feature.geometry, kind: feature.kind, pointLimit: pointsLeft)
    pointsLeft -= geometry.pointCount
    return try isGood(fault, isClamped: geometry.isClamped)
  }

  /// As `readGeometry(of:)`, but appends the points, in units of `frame`, to arrays in the form of `VectorTileGeometry`. Nothing
  /// is appended for false. `ringAreas` becomes twice the area of each ring of a polygon, positive for one that turns clockwise
  /// on a screen.
  package mutating func readGeometry(
    of feature: VectorTileFeature, in frame: VectorTileFrame, into coordinates: inout [Int16], _ partStarts: inout [Int32],
    ringAreas: inout [Int64]
  ) throws(FormatError) -> Bool {
    let (firstCoordinate, firstPart) = (coordinates.count, partStarts.count)
    var isClamped = false
    let fault = GeometryDecoder.decode(
      bytes, feature.geometry, feature.kind, frame, pointLimit: pointsLeft, into: &coordinates, &partStarts,
      ringAreas: &ringAreas, isClamped: &isClamped)
    pointsLeft -= (coordinates.count - firstCoordinate) / 2
    if fault != nil {
      coordinates.removeLast(coordinates.count - firstCoordinate)
      partStarts.removeLast(partStarts.count - firstPart)
    }
    return try isGood(fault, isClamped: isClamped)
  }

  private mutating func isGood(_ fault: GeometryFault?, isClamped: Bool) throws(FormatError) -> Bool {
    if fault == .pointLimit {
      throw .tooLarge(VectorTileLimits.thing, fault: "more than \(VectorTileLimits.points) points")
    }
    if let fault { faults.add(fault.fault) } else if isClamped { faults.add(.coordinateRange) }
    return fault == nil
  }

  @inline(__always)
  private static func nextFeature(_ reader: inout ProtobufReader) -> Result<VectorTileFeature, FeatureError>? {
    while let key = try? reader.nextKey() {
      if key == 0x12 {
        guard let part = try? reader.part() else { return nil }
        var content = reader.reader(of: part)
        return feature(&content)
      }
      guard (try? reader.skip(key)) != nil else { return nil }
    }
    return nil
  }

  private struct FeatureError: Error {
    let fault: VectorTileFault
  }

  @inline(__always)
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
  /// Appends the attributes of `feature` to `tags`: index into `keys`, index into `values`, and so on. Attributes that lead
  /// nowhere are counted, and those behind them left out.
  package mutating func readTags(of feature: VectorTileFeature, into tags: inout [Int32]) {
    guard let layer else { return }
    let fault = ProtobufReader.read(bytes, feature.tags) { reader -> VectorTileFault? in
      while !reader.isAtEnd {
        guard let key = try? reader.varint(), let value = try? reader.varint() else { return .tagCount }
        guard key < UInt64(layer.keyCount), value < UInt64(layer.valueCount) else { return .tagIndex }
        tags.append(Int32(truncatingIfNeeded: key))
        tags.append(Int32(truncatingIfNeeded: value))
      }
      return nil
    }
    if let fault { faults.add(fault) }
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
