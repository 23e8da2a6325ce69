package import OverlookFormats
import OverlookGeometry

/// Vector tiles of a city, from OpenStreetMap data.
package enum CityTiles {
  /// How far the work is.
  package enum Stage: String, Hashable, Sendable {
    case reading, cutting, writing
  }

  /// What came out.
  package struct Summary: Hashable, Sendable {
    package var nodes = 0
    package var ways = 0
    package var relations = 0
    package var features = 0
    package var tiles = 0
    /// Of the tiles, not compressed.
    package var byteCount = 0
  }

  /// Makes the PMTiles file `output` of the PBF file `input`. The output appears when it is whole. `progress` is told how much of
  /// a stage is done, 0 ... 1.
  package static func build(
    input: String, output: String, name: String? = nil, progress: (Stage, Double) -> Void = { _, _ in }
  ) throws(FormatError) -> Summary {
    let data = try OSMFile.read(path: input) { progress(.reading, $0) }
    return try build(data, input: input, output: output, name: name, progress: progress)
  }

  /// The same of data that were read already; `input` names them in errors.
  package static func build(
    _ data: OSMData, input: String, output: String, name: String? = nil, progress: (Stage, Double) -> Void = { _, _ in }
  ) throws(FormatError) -> Summary {
    let features = CitySchema.features(of: data)
    var summary = Summary(
      nodes: data.nodeCount, ways: data.ways.count, relations: data.relations.count, features: features.count)
    guard !features.isEmpty else { throw .malformed(input, fault: "it holds nothing that a map shows") }
    let box = data.bounds ?? data.extent
    let header = TileArchiveHeader(
      tileFormat: .mvt, minimumZoom: CitySchema.zooms.lowerBound, maximumZoom: CitySchema.zooms.upperBound,
      southWest: LocationCoordinate(latitude: box.south, longitude: box.west),
      northEast: LocationCoordinate(latitude: box.north, longitude: box.east), attribution: CitySchema.attribution, name: name,
      vectorLayers: VectorLayers.json(of: features))
    let writer = try PMTilesStreamWriter(path: output, header: header)
    try FeatureTiler(features: features, grid: CitySchema.grid).tiles(zooms: CitySchema.zooms) {
      progress(.cutting, $0)
    } _: { tile, bytes throws(FormatError) in
      try writer.append(tile, bytes)
      summary.tiles += 1
      summary.byteCount += bytes.count
    }
    progress(.writing, 0)
    try writer.finish()
    progress(.writing, 1)
    return summary
  }
}
