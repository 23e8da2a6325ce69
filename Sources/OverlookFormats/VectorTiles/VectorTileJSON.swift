/// Vector tiles as JSON, for people and other programs.
package enum VectorTileJSON {
  /// All of a tile: `layers`, each with its features as GeoJSON in tile units (x east, y south, rings closed), and under
  /// `skipped` what was left out or odd, why, how often, and in which layer.
  ///
  /// - Parameter bytes: Of the tile, gzip data or not.
  package static func document(_ bytes: [UInt8], thing: String = "tile") throws(FormatError) -> JSONValue {
    let plain = Gzip.isGzip(bytes) ? try Gzip.inflate(bytes, limit: VectorTileLimits.byteCount, thing: thing) : bytes
    let tile = try VectorTile(plain)
    var reader = VectorTileReader()
    reader.begin(tile)
    var skipped: [JSONValue] = []
    note(tile.faults, since: VectorTileFaults(), layer: nil, &skipped)
    var layers: [JSONValue] = []
    for layer in tile.layers {
      let before = reader.faults
      reader.begin(layer)
      layers.append(try object(of: layer, tile, &reader))
      note(reader.faults, since: before, layer: layer.name, &skipped)
    }
    var document = JSONObject()
    document["layers"] = .array(layers)
    document["skipped"] = .array(skipped)
    return .object(document)
  }

  private static func note(
    _ faults: VectorTileFaults, since before: VectorTileFaults, layer: String?, _ skipped: inout [JSONValue]
  ) {
    for (fault, count) in faults.all where count > before[fault] {
      var entry = JSONObject()
      if let layer { entry["layer"] = .string(layer) }
      entry["reason"] = .string(fault.text)
      entry["count"] = .number(Double(count - before[fault]))
      skipped.append(.object(entry))
    }
  }

  // MARK: Features

  private static func object(
    of layer: VectorTileLayer, _ tile: VectorTile, _ reader: inout VectorTileReader
  ) throws(FormatError) -> JSONValue {
    var object = JSONObject()
    object["name"] = .string(layer.name)
    object["version"] = .number(Double(layer.version))
    object["extent"] = .number(Double(layer.extent))
    reader.loadTables()
    let tables = Tables(reader, tile)
    var features: [JSONValue] = []
    var tags: [Int32] = []
    while let feature = reader.nextFeature() {
      guard try reader.readGeometry(of: feature) else { continue }
      var members = JSONObject()
      members["type"] = .string("Feature")
      if feature.hasID { members["id"] = .number(Double(feature.id)) }
      members["geometry"] = geometry(reader.geometry, feature.kind)
      var properties = JSONObject()
      tags.removeAll(keepingCapacity: true)
      reader.readTags(of: feature, into: &tags)
      for pair in stride(from: 0, to: tags.count, by: 2) {
        if let value = tables.values[Int(tags[pair + 1])] { properties[tables.keys[Int(tags[pair])]] = value }
      }
      members["properties"] = .object(properties)
      features.append(.object(members))
    }
    object["features"] = .array(features)
    return .object(object)
  }

  /// Keys and values of a layer; nil for values that are damaged.
  private struct Tables {
    var keys: [String]
    var values: [JSONValue?]

    init(_ reader: VectorTileReader, _ tile: VectorTile) {
      let (keys, values) = ProtobufReader.read(tile.bytes, tile.bytes.indices) { bytes in
        (
          reader.keys.map { bytes.text($0.widened).text },
          reader.values.map { value -> JSONValue? in
            switch value {
            case .text(let text): .string(bytes.text(text.widened).text)
            case .float(let number): Tables.json(Double(number))
            case .double(let number): Tables.json(number)
            case .int(let number): .number(Double(number))
            case .uint(let number): .number(Double(number))
            case .bool(let bool): .bool(bool)
            case .none: nil
            }
          }
        )
      }
      self.keys = keys
      self.values = values
    }

    /// JSON has no word for what is not finite.
    private static func json(_ number: Double) -> JSONValue { number.isFinite ? .number(number) : .null }
  }

  // MARK: Geometry

  private static func geometry(_ geometry: VectorTileGeometry, _ kind: VectorTileFeature.Kind) -> JSONValue {
    switch kind {
    case .points:
      let points = points(geometry, part: 0)
      return points.count == 1 ? object("Point", points[0]) : object("MultiPoint", .array(points))
    case .lines:
      let lines = (0..<geometry.partCount).map { JSONValue.array(points(geometry, part: $0)) }
      return lines.count == 1 ? object("LineString", lines[0]) : object("MultiLineString", .array(lines))
    case .polygons:
      let polygons = polygons(geometry).map(JSONValue.array)
      return polygons.count == 1 ? object("Polygon", polygons[0]) : object("MultiPolygon", .array(polygons))
    }
  }

  private static func object(_ type: String, _ coordinates: JSONValue) -> JSONValue {
    var object = JSONObject()
    object["type"] = .string(type)
    object["coordinates"] = coordinates
    return .object(object)
  }

  private static func points(_ geometry: VectorTileGeometry, part: Int) -> [JSONValue] {
    geometry.part(part).map { point in
      .array([.number(Double(geometry.coordinates[2 * point])), .number(Double(geometry.coordinates[2 * point + 1]))])
    }
  }

  /// A ring that turns as the first one does begins a polygon, one that turns the other way is a hole in it; rings without area
  /// have no place in either.
  private static func polygons(_ geometry: VectorTileGeometry) -> [[JSONValue]] {
    var polygons: [[JSONValue]] = []
    var isFirstClockwise: Bool?
    for part in 0..<geometry.partCount {
      let area = geometry.doubledArea(ofPart: part)
      guard area != 0 else { continue }
      var ring = points(geometry, part: part)
      if let first = ring.first, ring.last != first { ring.append(first) }
      let isClockwise = area > 0
      if isClockwise == isFirstClockwise ?? isClockwise {
        polygons.append([.array(ring)])
      } else {
        polygons[polygons.count - 1].append(.array(ring))
      }
      isFirstClockwise = isFirstClockwise ?? isClockwise
    }
    return polygons
  }
}
