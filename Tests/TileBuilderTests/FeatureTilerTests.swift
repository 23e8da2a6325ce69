import OverlookFormats
import OverlookGeometry
import Testing

@testable import OverlookTileBuilder

@Suite struct FeatureTilerTests {
  private func tiles(_ features: [MapFeature], zoom: Int) throws -> [TileID: [UInt8]] {
    var tiles: [TileID: [UInt8]] = [:]
    try FeatureTiler(features: features).tiles(zooms: zoom...zoom) { tile, bytes in tiles[tile] = bytes }
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
