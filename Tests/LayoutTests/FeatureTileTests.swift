import OverlookFormats
import OverlookGeometry
import OverlookStyle
import Testing

@testable import OverlookLayout

@Suite struct FeatureTileTests {
  private typealias Tag = (String, VectorTileWriter.Value)

  private func layer(_ writer: VectorTileWriter, _ name: String = "a") throws -> FeatureLayer {
    try #require(try FeatureTile(vectorTile: writer.bytes(), wanted: [name]).layer(name))
  }

  @Test func coordinatesAreBroughtToTheUnitsOfLayout() throws {
    var writer = VectorTileWriter(extent: 4096)
    writer.add(layer: "a", .points, [[SIMD2(1, 2), SIMD2(4095, -3), SIMD2(40_000, -40_000)]], tags: [])
    let a = try layer(writer)
    #expect(a.coordinates == [2, 4, 8190, -6, 16383, -16384])
    var odd = VectorTileWriter(extent: 1000)
    odd.add(layer: "a", .points, [[SIMD2(500, 1)]], tags: [])
    // 8.192 becomes 8.
    #expect(try layer(odd).coordinates == [4096, 8])
  }

  @Test func ringsAreOrderedWhateverWayTheyTurn() throws {
    let outer = [SIMD2<Int32>(0, 0), SIMD2(8, 0), SIMD2(8, 8), SIMD2(0, 8)]
    let hole = [SIMD2<Int32>(2, 2), SIMD2(2, 4), SIMD2(4, 4)]
    var writer = VectorTileWriter(extent: 8192)
    writer.add(layer: "a", .polygons, [outer, hole], tags: [])
    writer.add(layer: "a", .polygons, [outer.reversed(), [SIMD2(1, 1), SIMD2(2, 2), SIMD2(3, 3)], hole.reversed()], tags: [])
    let a = try layer(writer)
    for feature in a.features {
      // The ring without area is gone.
      #expect(feature.parts.count == 2)
      #expect(a.doubledArea(ofPart: feature.parts.lowerBound) == 128)
      #expect(a.doubledArea(ofPart: feature.parts.lowerBound + 1) == -4)
    }
  }

  /// Rings that reach far out are kept at the ends of the range, and tell their turn and their area from there.
  @Test(arguments: [4096, 4000]) func ringsThatReachFarOutAreOrderedAsTheyAreKept(_ extent: Int) throws {
    func square(_ reach: Int32) -> [SIMD2<Int32>] {
      [SIMD2(-reach, -reach), SIMD2(reach, -reach), SIMD2(reach, reach), SIMD2(-reach, reach)]
    }
    let beyond = square(50).map { $0 &+ SIMD2(60_000, 0) }
    var writer = VectorTileWriter(extent: extent)
    writer.add(layer: "a", .polygons, [square(50_000).reversed(), square(100), beyond], tags: [])
    let a = try layer(writer)
    let parts = try #require(a.features.first?.parts)
    // The one beyond has no width left.
    #expect(parts.count == 2)
    #expect(a.doubledArea(ofPart: parts.lowerBound) == 2 * 32_767 * 32_767)
    let side = Int64((200 * 8192 / Double(extent)).rounded())
    #expect(a.doubledArea(ofPart: parts.lowerBound + 1) == -2 * side * side)
  }

  @Test func attributesAreReadByName() throws {
    var writer = VectorTileWriter()
    let tags: [Tag] = [("name", .string("Katu")), ("lanes", .int(-2)), ("width", .double(2.5)), ("bridge", .bool(true))]
    writer.add(layer: "a", id: 7, .points, [[SIMD2(1, 1)]], tags: tags)
    writer.add(layer: "b", .points, [[SIMD2(1, 1)]], tags: [])
    let tile = try FeatureTile(vectorTile: writer.bytes(), wanted: ["a"])
    #expect(tile.layers.map(\.name) == ["a"])
    let a = try #require(tile.layer("a"))
    let feature = a.expressionFeature(0, in: TileID(z: 0, x: 0, y: 0))
    #expect(feature.id == .number(7))
    #expect(feature.properties["name"] == .string("Katu"))
    #expect(feature.properties["lanes"] == .number(-2))
    #expect(feature.properties["bridge"] == .bool(true))
    #expect(feature.properties["height"] == nil)
    #expect(feature.properties.dictionary.count == 4)
  }

  /// Changes of the style specification, 23.0.0: many are told as one.
  @Test func geometryTypesAreThoseOfOne() throws {
    var writer = VectorTileWriter()
    let line = [SIMD2<Int32>(0, 0), SIMD2(9, 9)]
    let square = [SIMD2<Int32>(0, 0), SIMD2(8, 0), SIMD2(8, 8), SIMD2(0, 8)]
    writer.add(layer: "a", .points, [[SIMD2(1, 1)]], tags: [])
    writer.add(layer: "a", .points, [[SIMD2(1, 1), SIMD2(2, 2)]], tags: [])
    writer.add(layer: "a", .lines, [line], tags: [])
    writer.add(layer: "a", .lines, [line, line], tags: [])
    writer.add(layer: "a", .polygons, [square], tags: [])
    writer.add(layer: "a", .polygons, [square, square], tags: [])
    let a = try layer(writer)
    let program = try ExpressionProgram.compile(.array([.string("geometry-type")]), for: nil)
    let types = try (0..<6).map { row in
      var context = ExpressionContext()
      context.feature = a.expressionFeature(Int32(row), in: TileID(z: 0, x: 0, y: 0))
      return try program.evaluate(context).string
    }
    #expect(types == ["Point", "Point", "LineString", "LineString", "Polygon", "Polygon"])
  }

  @Test func placesOfATileAreFoundInDegrees() throws {
    var writer = VectorTileWriter(extent: 8192)
    writer.add(layer: "a", .lines, [[SIMD2(0, 0), SIMD2(4096, 8192)]], tags: [])
    let parts = try layer(writer).parts(ofRow: 0, in: TileID(z: 1, x: 1, y: 0))
    #expect(abs(parts[0][0].longitude) < 1e-9)
    #expect(abs(parts[0][0].latitude - Mercator.maximumLatitude) < 1e-9)
    #expect(abs(parts[0][1].longitude - 90) < 1e-9)
    #expect(abs(parts[0][1].latitude) < 1e-9)
  }

  @Test func damageIsCountedAndTheRestKept() throws {
    var writer = VectorTileWriter()
    writer.add(layer: "a", .points, [[SIMD2(1, 1)]], tags: [])
    // A second layer of the same tile, with a feature of geometry type 9.
    let bad: [UInt8] = [0x1A, 0x0B, 0x0A, 0x01, 0x62, 0x12, 0x04, 0x18, 0x09, 0x22, 0x00, 0x78, 0x02]
    let tile = try FeatureTile(vectorTile: writer.bytes() + bad, wanted: ["a", "b"])
    #expect(tile.layer("a")?.features.count == 1)
    #expect(tile.faultCount == 1)
  }
}
