/// A feature of a vector tile, before its geometry and its attributes are read.
package struct VectorTileFeature: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case points = 1
    case lines = 2
    case polygons = 3
  }

  package var kind = Kind.points
  /// Unique in its layer where a writer bothers; 0 may also mean that there is none.
  package var id: UInt64 = 0
  package var hasID = false
  /// Of the packed numbers, in `VectorTile.bytes`.
  var tags = 0..<0
  var geometry = 0..<0
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
  private var tableCounts = (keys: 0, values: 0)
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
    tableCounts = (0, 0)
    hasTables = false
    rest = 0..<0
  }

  /// Goes to the start of `layer`, which is one of the tile's.
  package mutating func begin(_ layer: VectorTileLayer) {
    self.layer = layer
    tableCounts = (layer.keyCount, layer.valueCount)
    rest = layer.range
    hasTables = false
  }

  /// The next feature that can be used, nil behind the last.
  package mutating func nextFeature() -> VectorTileFeature? {
    var feature = VectorTileFeature()
    while true {
      // The scan of the tile has walked over the same fields, so that nothing is thrown here; if it were, the layer would end.
      var found = Found.nothing
      let start = ProtobufReader.read(bytes, rest) { reader in
        found = Self.nextFeature(&reader, &feature)
        return reader.position
      }
      rest = min(start, rest.upperBound)..<rest.upperBound
      switch found {
      case .feature: return feature
      case .fault(let fault): faults.add(fault)
      case .nothing: return nil
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

  /// As `readGeometry(of:)`, but puts the points, in units of `frame`, into arrays in the form of `VectorTileGeometry`, behind those
  /// that `partStarts` knows of. Nothing is added for false. `ringAreas` becomes twice the area of each ring of a polygon, positive
  /// for one that turns clockwise on a screen.
  ///
  /// With `room`, whoever reads many features lets `coordinates` grow by so much at a time: what lies behind the points that
  /// `partStarts` knows of is then of no meaning, and to be cut off in the end.
  package mutating func readGeometry(
    of feature: VectorTileFeature, in frame: VectorTileFrame, into coordinates: inout [Int16], _ partStarts: inout [Int32],
    ringAreas: inout [Int64], room: Int = 0
  ) throws(FormatError) -> Bool {
    let firstPoint = partStarts.last ?? 0
    var isClamped = false
    let fault = GeometryDecoder.decode(
      bytes, feature.geometry, feature.kind, frame, pointLimit: pointsLeft, room: room, into: &coordinates, &partStarts,
      ringAreas: &ringAreas, isClamped: &isClamped)
    pointsLeft -= Int((partStarts.last ?? 0) - firstPoint)
    return try isGood(fault, isClamped: isClamped)
  }

  private mutating func isGood(_ fault: GeometryFault?, isClamped: Bool) throws(FormatError) -> Bool {
    if fault == .pointLimit {
      throw .tooLarge(VectorTileLimits.thing, fault: "more than \(VectorTileLimits.points) points")
    }
    if let fault { faults.add(fault.fault) } else if isClamped { faults.add(.coordinateRange) }
    return fault == nil
  }

  /// What was met on the way to the next feature.
  private enum Found {
    case feature
    case fault(VectorTileFault)
    /// The end of the layer.
    case nothing
  }

  @inline(__always)
  private static func nextFeature(_ reader: inout ProtobufReader, _ feature: inout VectorTileFeature) -> Found {
    while let key = try? reader.nextKey() {
      if key == 0x12 {
        guard let part = try? reader.part() else { return .nothing }
        return read(&feature, reader.reader(of: part))
      }
      guard (try? reader.skip(key)) != nil else { return .nothing }
    }
    return .nothing
  }

  @inline(__always)
  private static func read(_ feature: inout VectorTileFeature, _ content: ProtobufReader) -> Found {
    var reader = content
    var (id, hasID, kind): (UInt64, Bool, UInt64) = (0, false, 0)
    var (tags, geometry) = (0..<0, 0..<0)
    do throws(ProtobufFault) {
      while let key = try reader.nextKey() {
        switch key {
        case 0x08:
          id = try reader.varint()
          hasID = true
        // Packed numbers could come in several pieces; no writer of tiles does that, and their order would be a matter of taste.
        case 0x12 where tags.isEmpty: tags = try reader.part()
        case 0x18: kind = try reader.varint()
        case 0x22 where geometry.isEmpty: geometry = try reader.part()
        case 0x08..<0x28: throw .wireType
        default: try reader.skip(key)
        }
      }
    } catch {
      return .fault(.featureFraming)
    }
    guard kind <= 3, let kind = VectorTileFeature.Kind(rawValue: UInt8(kind)) else { return .fault(.featureType) }
    if geometry.isEmpty { return .fault(.featureWithoutGeometry) }
    feature = VectorTileFeature(kind: kind, id: id, hasID: hasID, tags: tags, geometry: geometry)
    return .feature
  }
}

extension VectorTileReader {
  /// Appends the attributes of `feature` to `tags`: index into `keys`, index into `values`, and so on. Attributes that lead
  /// nowhere are counted, and those behind them left out.
  package mutating func readTags(of feature: VectorTileFeature, into tags: inout [Int32]) {
    let (keyCount, valueCount) = (UInt64(tableCounts.keys), UInt64(tableCounts.values))
    let fault = ProtobufReader.read(bytes, feature.tags) { reader -> VectorTileFault? in
      while !reader.isAtEnd {
        guard let key = try? reader.varint(), let value = try? reader.varint() else { return .tagCount }
        guard key < keyCount, value < valueCount else { return .tagIndex }
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
}
