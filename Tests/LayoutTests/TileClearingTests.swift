import OverlookFormats
import OverlookGeometry
import OverlookStyle
import Testing

@testable import OverlookLayout

/// Buildings of tile 16/32768/32767, whose south-western corner is the place 0, 0, and ground that is cleared from zoom 16 on.
/// All places in units of the tile, y growing south.
@Suite struct TileClearingTests {
  private let tile = TileID(z: 16, x: 32768, y: 32767)

  private func square(_ x: Double, _ y: Double, _ side: Double) -> [SIMD2<Double>] {
    [SIMD2(x, y), SIMD2(x + side, y), SIMD2(x + side, y + side), SIMD2(x, y + side)]
  }

  /// `column`: whose units those are, counted from the tile to the right.
  private func area(_ rings: [[SIMD2<Double>]], column: Int = 0) throws -> ClearedGround.Area {
    let square = TileID(z: tile.z, x: tile.x + column, y: tile.y).worldRect
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

  private func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [SIMD2<Double>] {
    [SIMD2(left, top), SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, bottom)]
  }

  /// A long building across the border at 8192, cut 128 units beyond it, of which a part is shown inside: the middle of that lies
  /// in the left tile, and the middle of the right piece beside it.
  @Test func bothPiecesOfABuildingAcrossABorderAreNotRaised() throws {
    let shown = box(7000, 1100, 9000, 1900)
    #expect(try raised([box(4000, 1000, 8320, 2000)], clearing: [area([shown])]) == 0)
    let (building, next) = (box(-128, 1000, 4000, 2000), box(1000, 2000, 4000, 3000))
    #expect(try raised([building, next], clearing: [area([shown], column: -1)]) == 1)
    // In a tile on the other side it is the same.
    #expect(try raised([box(4192, 1000, 8320, 2000)], clearing: [area([box(-808, 1100, 1192, 1900)], column: 1)]) == 0)
  }

  @Test func anOutlineThatLeadsAFewMetresOverABorderDoesNotTakeTheNeighbourAway() throws {
    // 100 of 3100 units.
    let shown = box(5192, 1000, 8292, 2000)
    #expect(try raised([box(60, 1000, 3000, 2000)], clearing: [area([shown], column: -1)]) == 1)
    // Half of it, which the neighbour does not hold.
    #expect(try raised([box(60, 1000, 8000, 1400)], clearing: [area([box(6192, 1000, 10192, 2000)], column: -1)]) == 1)
  }

  /// Around a yard the wings are 400 units wide, and the circle in a corner has a radius of 400 √2 / (1 + √2), which is 234; it
  /// is found to 8 units.
  @Test func theMiddleOfAnAreaIsFoundOnce() throws {
    let ring = try area([square(1000, 1000, 2000), square(1400, 1400, 1200)])
    let middle = try #require(ring.middle)
    let rect = tile.worldRect
    let place = SIMD2(middle.x - rect.minX, middle.y - rect.minY) * (8192 / (rect.maxX - rect.minX))
    let (x, y) = (abs(place.x - 2000), abs(place.y - 2000))
    #expect(max(x, y) > 600 && 1000 - max(x, y) > 226)
    #expect((max(x - 600, 0) * max(x - 600, 0) + max(y - 600, 0) * max(y - 600, 0)).squareRoot() > 226)
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
