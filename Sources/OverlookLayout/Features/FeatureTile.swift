package import OverlookFormats
package import OverlookStyle

/// The features of one tile by source layer.
package struct FeatureTile: Sendable {
  /// The only layer of tiles made from GeoJSON.
  package static let geoJSONLayer = "_geojsonTileLayer"

  package var layers: [FeatureLayer]
  /// Parts of the tile that were left out because something is wrong with them.
  package var faultCount: Int

  package init(layers: [FeatureLayer] = [], faultCount: Int = 0) {
    self.layers = layers
    self.faultCount = faultCount
  }

  /// Decodes the layers of a vector tile that are `wanted`, inflating the tile first where it is gzip.
  ///
  /// Coordinates are brought to `FeatureLayer.extent` and kept in `FeatureLayer.coordinateRange`. Throws when nothing in the tile
  /// can be trusted, and over the budgets of `VectorTileLimits`.
  package init(vectorTile bytes: [UInt8], wanted: Set<String>) throws(FormatError) {
    let tile = try VectorTile(bytes)
    var reader = VectorTileReader()
    reader.begin(tile)
    layers = []
    faultCount = 0
    // Of layers with the same name the last one counts that has features.
    var places: [String: Int] = [:]
    for layer in tile.layers where wanted.contains(layer.name) && layer.featureCount > 0 {
      let decoded = try VectorLayerDecoder.layer(layer, of: tile, &reader)
      if let place = places[layer.name] {
        layers[place] = decoded
      } else {
        places[layer.name] = layers.count
        layers.append(decoded)
      }
    }
    faultCount = reader.faults.all.reduce(0) { $0 + $1.count }
  }

  /// Takes the ids of features from their attributes, where the source says so.
  package mutating func promoteIDs(_ names: StyleSource.PromotedIDs) {
    guard !names.isEmpty else { return }
    layers = layers.map { layer in names[layer.name].map { FeatureLayer(layer, promoting: $0) } ?? layer }
  }

  /// Nil when the tile has no such layer. GeoJSON tiles have one layer, `geoJSONLayer`.
  package func layer(_ name: String) -> FeatureLayer? {
    layers.first { $0.name == name }
  }

  package var byteCount: Int { layers.reduce(0) { $0 + $1.byteCount } }
}

/// Reads one layer of a vector tile.
private enum VectorLayerDecoder {
  static func layer(
    _ layer: VectorTileLayer, of tile: VectorTile, _ reader: inout VectorTileReader
  ) throws(FormatError) -> FeatureLayer {
    var builder = FeatureLayerBuilder(name: layer.name)
    builder.reserve(features: layer.featureCount, coordinates: layer.coordinateBound)
    reader.begin(layer)
    reader.loadTables()
    builder.keys = reader.keys.map(tile.text)
    builder.values = reader.values.map { value(of: $0, tile) }
    let frame = VectorTileFrame(extent: layer.extent, side: FeatureLayer.extent)
    while let feature = reader.nextFeature() {
      guard try builder.readGeometry(of: feature, from: &reader, in: frame) else { continue }
      builder.readTags(of: feature, from: &reader)
      builder.endFeature(kind(feature.kind), number: feature.hasID ? feature.id : nil)
    }
    builder.endLayer()
    return FeatureLayer(builder)
  }

  private static func kind(_ kind: VectorTileFeature.Kind) -> Feature.Kind {
    switch kind {
    case .points: .point
    case .lines: .line
    case .polygons: .polygon
    }
  }

  private static func value(of value: VectorTileValue, _ tile: VectorTile) -> StyleValue {
    switch value {
    case .text(let range): .string(tile.text(range))
    case .float(let number): .number(Double(number))
    case .double(let number): .number(number)
    case .int(let number): .number(Double(number))
    case .uint(let number): .number(Double(number))
    case .bool(let bool): .bool(bool)
    case .none: .null
    }
  }
}
