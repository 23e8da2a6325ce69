import OverlookFormats
import OverlookGeometry
import OverlookStyle
import Testing

@testable import OverlookLayout

/// Buildings of tile 16/32768/32767, whose south-western corner is the place 0, 0, and ground that is cleared from zoom 16 on. All
/// places in units of the tile, y growing south.
@Suite struct TileClearingTests {
  private let tile = TileID(z: 16, x: 32768, y: 32767)

  private func square(_ x: Double, _ y: Double, _ side: Double) -> [SIMD2<Double>] {
    [SIMD2(x, y), SIMD2(x + side, y), SIMD2(x + side, y + side), SIMD2(x, y + side)]
  }

  private func area(_ rings: [[SIMD2<Double>]]) throws -> ClearedGround.Area {
    let square = tile.worldRect
    let unit = (square.maxX - square.minX) / 8192
    let places = rings.map { ring in
      ring.map { WorldPoint(x: square.minX + $0.x * unit, y: square.minY + $0.y * unit).coordinate }
    }
    return try #require(ClearedGround.Area(rings: places))
  }

  private func layer(clearing areas: [ClearedGround.Area]) throws -> StyleLayer {
    let style = """
      {"version": 8, "sources": {"s": {"type": "vector", "url": "u"}},
       "layers": [{"id": "b", "type": "fill-extrusion", "source": "s", "source-layer": "b",
         "paint": {"fill-extrusion-height": 9}}]}
      """
    let document = try StyleDocument(Array(style.utf8)).clearing(ClearedGround(areas: areas, minimumZoom: 16))
    return document.layers[0]
  }

  /// How many of `buildings`, each a feature of one polygon, are raised: each square has four walls and a roof of two triangles,
  /// ten triangles in all.
  private func raised(_ buildings: [[SIMD2<Double>]], clearing areas: [ClearedGround.Area], zoom: Int = 16) throws -> Double {
    var builder = FeatureLayerBuilder(name: "b")
    for ring in buildings {
      for corner in ring { builder.append(corner) }
      builder.endPart()
      builder.endFeature(.polygon, id: .null)
    }
    let canonical = zoom < tile.z ? TileID(z: zoom, x: tile.x >> (tile.z - zoom), y: tile.y >> (tile.z - zoom)) : tile
    let context = LayoutContext(tile: OverscaledTile(canonical: canonical, overscaledZ: zoom))
    let bucket = ExtrusionLayout.bucket(
      try layer(clearing: areas), FeatureLayer(builder), selected: buildings.indices.map { Int32($0) }, context)
    return Double(bucket?.triangles.count ?? 0) / 30
  }

  @Test func theBuildingOnTheGroundIsNotRaisedAndItsNeighboursAre() throws {
    let row = [square(1000, 1000, 500), square(1500, 1000, 500), square(2000, 1000, 500)]
    #expect(try raised(row, clearing: []) == 3)
    // Drawn by another hand: a little off, and into the neighbour.
    #expect(try raised(row, clearing: [area([square(1480, 1030, 560)])]) == 2)
    #expect(try raised(row, clearing: [area([square(1000, 1000, 1500)])]) == 0)
    #expect(try raised(row, clearing: [area([square(5000, 5000, 500)])]) == 3)
  }

  @Test func aBuildingAroundTheGroundIsNotRaised() throws {
    #expect(try raised([square(1000, 1000, 2000)], clearing: [area([square(1100, 1100, 400)])]) == 0)
  }

  /// The middle of the hole, and of the bounds, lies in the yard.
  @Test func whatStandsInAYardIsRaised() throws {
    let block = try area([square(1000, 1000, 2000), square(1400, 1400, 1200)])
    #expect(try raised([square(1800, 1800, 400)], clearing: [block]) == 1)
    #expect(try raised([square(1050, 1800, 300)], clearing: [block]) == 0)
  }

  @Test func groundIsClearFromItsZoomOn() throws {
    let ground = try area([square(1000, 1000, 500)])
    #expect(try raised([square(1000, 1000, 500)], clearing: [ground], zoom: 16) == 0)
    #expect(try raised([square(1000, 1000, 500)], clearing: [ground], zoom: 18) == 0)
    // A unit of the tile above is two of this one.
    let above = [square(500, 4096 + 500, 250)]
    #expect(try raised(above, clearing: [ground], zoom: 15) == 1)
  }
}
