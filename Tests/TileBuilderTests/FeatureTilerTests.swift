import OverlookFormats
import OverlookGeometry
import Testing

@testable import OverlookTileBuilder

@Suite struct FeatureTilerTests {
  private func tiles(_ features: [MapFeature], zoom: Int) throws -> [TileID: [UInt8]] {
    var tiles: [TileID: [UInt8]] = [:]
    try FeatureTiler(features: features, finestZoom: zoom).tiles(zooms: zoom...zoom) { tile, bytes in tiles[tile] = bytes }
    return tiles
  }

  /// The middle of tile 1/0/0 is at 2048 units of it.
  @Test func placesPointsInTheirTile() throws {
    let feature = MapFeature(
      layer: "poi", id: 7, shape: .point(WorldPoint(x: 0.25, y: 0.25)), tags: [("name", .string("A")), ("rank", .int(-3))],
      zooms: 1...1)
    let tiles = try tiles([feature], zoom: 1)
    #expect(Array(tiles.keys) == [TileID(z: 1, x: 0, y: 0)])
    let tile = try VectorTile(tiles[TileID(z: 1, x: 0, y: 0)] ?? [])
    #expect(tile.layers.map(\.name) == ["poi"])
    #expect(tile.layers.first?.featureCount == 1)
  }

  /// A line across the middle of the world lies in both tiles beside it, and, by the buffer, in those below the edge it runs on.
  @Test func cutsLinesAtTileEdges() throws {
    let line = MapFeature(
      layer: "road", id: 1, shape: .line([WorldPoint(x: 0.1, y: 0.25), WorldPoint(x: 0.9, y: 0.25)]), tags: [], zooms: 1...1)
    #expect(Set(try tiles([line], zoom: 1).keys) == [TileID(z: 1, x: 0, y: 0), TileID(z: 1, x: 1, y: 0)])
  }

  @Test func leavesOutWhatHasNotItsZoom() throws {
    let point = MapFeature(layer: "poi", id: 1, shape: .point(WorldPoint(x: 0.5, y: 0.5)), tags: [], zooms: 3...4)
    #expect(try tiles([point], zoom: 2).isEmpty)
  }
}

/// Streets come in pieces.
@Suite struct JoinedLineTests {
  private func piece(_ from: Double, _ to: Double, name: String = "Street", joins: Bool = true) -> MapFeature {
    var feature = MapFeature(
      layer: "transportation_name", id: UInt64(from * 1_000),
      shape: .line([WorldPoint(x: from, y: 0.25), WorldPoint(x: to, y: 0.25)]),
      tags: [("name", .string(name))], zooms: 0...4)
    feature.isJoined = joins
    return feature
  }

  private func lines(_ features: [MapFeature]) -> [[Double]] {
    features.sortedForTiles().joiningLines().compactMap { if case .line(let line) = $0.shape { line.map(\.x) } else { nil } }
  }

  @Test func piecesThatMeetAreOneLine() {
    // In whatever order and direction they come.
    let street = lines([piece(0.3, 0.4), piece(0.2, 0.1), piece(0.2, 0.3), piece(0.6, 0.7)])
    #expect(street.count == 2)
    #expect(street.contains { $0.count == 4 && ($0 == [0.1, 0.2, 0.3, 0.4] || $0 == [0.4, 0.3, 0.2, 0.1]) }, "\(street)")
    #expect(street.contains([0.6, 0.7]))
  }

  @Test func piecesOfOtherStreetsAndThoseOfTheLastZoomStayAlone() {
    #expect(lines([piece(0.1, 0.2), piece(0.2, 0.3, name: "Alley")]).count == 2)
    #expect(lines([piece(0.1, 0.2, joins: false), piece(0.2, 0.3, joins: false)]).count == 2)
    #expect(lines([]).isEmpty)
  }
}

/// What becomes one feature in a tile.
@Suite struct JoinedFeatureTests {
  private func point(_ x: Double, _ number: String, joins: Bool = true) -> MapFeature {
    var feature = MapFeature(
      layer: "housenumber", id: 5, shape: .point(WorldPoint(x: x, y: 0.25)), tags: [("housenumber", .string(number))],
      zooms: 0...4)
    feature.isJoined = joins
    return feature
  }

  private func layer(_ features: [MapFeature]) throws -> (count: Int, hasID: Bool, points: Int) {
    var found = (count: 0, hasID: false, points: 0)
    try FeatureTiler(features: features, finestZoom: 1).tiles(zooms: 1...1) { _, bytes throws(FormatError) in
      let tile = try VectorTile(bytes)
      var reader = VectorTileReader()
      reader.begin(tile)
      for layer in tile.layers {
        reader.begin(layer)
        reader.loadTables()
        while let feature = reader.nextFeature() {
          found.count += 1
          found.hasID = found.hasID || feature.hasID
          if try reader.readGeometry(of: feature) { found.points += reader.geometry.coordinates.count / 2 }
        }
      }
    }
    return found
  }

  @Test func likeFeaturesAreOneWhateverLiesBetweenThem() throws {
    let joined = try layer([point(0.1, "1"), point(0.2, "2"), point(0.3, "1"), point(0.4, "2"), point(0.15, "1")])
    #expect(joined == (2, false, 5))
    let single = try layer([point(0.1, "1", joins: false), point(0.3, "1", joins: false)])
    #expect(single == (2, true, 2))
  }
}
