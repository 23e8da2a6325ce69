import OverlookFormats
import OverlookGeometry
import OverlookStyle
import Testing

@testable import OverlookLayout

@Suite struct CircleLayoutTests {
  private func layer(_ layout: String = "{}", _ paint: String = "{}") throws -> StyleLayer {
    let text = """
      {"version": 8, "sources": {"s": {"type": "vector", "tiles": ["x"]}}, "layers": [
      {"id": "c", "type": "circle", "source": "s", "source-layer": "a", "layout": \(layout), "paint": \(paint)}]}
      """
    let document = try StyleDocument(Array(text.utf8))
    return try #require(document.layers.first)
  }

  private func features(_ build: (inout VectorTileWriter) -> Void) throws -> FeatureLayer {
    var writer = VectorTileWriter(extent: 8192)
    build(&writer)
    return try #require(try FeatureTile(vectorTile: writer.bytes(), wanted: ["a"]).layer("a"))
  }

  private let context = LayoutContext(tile: OverscaledTile(TileID(z: 0, x: 0, y: 0)))

  @Test func onlyPointsWithinTheTileAreCircles() throws {
    let features = try features {
      $0.add(layer: "a", .points, [[SIMD2(0, 0), SIMD2(8191, 5), SIMD2(8192, 5), SIMD2(-1, 5)]], tags: [])
    }
    let bucket = try #require(CircleLayout.bucket(try layer(), features, selected: [0], context))
    #expect(bucket.points.places == [SIMD2(0, 0), SIMD2(8191, 5)])
  }

  /// The poles lie on the edges of the world, of which the southern one belongs to no tile otherwise.
  @Test func theSouthernEdgeOfTheWorldBelongsToItsLastTiles() throws {
    let features = try features { $0.add(layer: "a", .points, [[SIMD2(5, 0), SIMD2(5, 8192), SIMD2(5, 8193)]], tags: []) }
    func places(_ tile: TileID) throws -> [SIMD2<Int16>] {
      let context = LayoutContext(tile: OverscaledTile(tile))
      return try #require(CircleLayout.bucket(try layer(), features, selected: [0], context)).points.places
    }
    #expect(try places(TileID(z: 2, x: 1, y: 3)) == [SIMD2(5, 0), SIMD2(5, 8192)])
    #expect(try places(TileID(z: 2, x: 1, y: 2)) == [SIMD2(5, 0)])
  }

  @Test func cornersOfLinesAndRingsAreCirclesTheFirstOfARingTwice() throws {
    let features = try features {
      $0.add(layer: "a", .lines, [[SIMD2(1, 1), SIMD2(2, 2)]], tags: [])
      $0.add(layer: "a", .polygons, [[SIMD2(0, 0), SIMD2(8, 0), SIMD2(8, 8)]], tags: [])
    }
    let bucket = try #require(CircleLayout.bucket(try layer(), features, selected: [0, 1], context))
    #expect(bucket.points.places == [SIMD2(1, 1), SIMD2(2, 2), SIMD2(0, 0), SIMD2(8, 0), SIMD2(8, 8), SIMD2(0, 0)])
  }

  @Test func sortKeysDecideTheOrder() throws {
    let features = try features { writer in
      for (x, key) in [(1, 5), (2, -1), (3, 5), (4, 0)] {
        writer.add(layer: "a", .points, [[SIMD2(Int32(x), 0)]], tags: [("k", .int(Int64(key)))])
      }
    }
    let layer = try layer(#"{"circle-sort-key": ["get", "k"]}"#, #"{"circle-radius": ["get", "k"]}"#)
    let bucket = try #require(CircleLayout.bucket(layer, features, selected: [0, 1, 2, 3], context))
    #expect(bucket.points.places.map(\.x) == [2, 4, 1, 3])
    #expect(bucket.runs.map(\.key) == [-1, 0, 5])
    #expect(bucket.runs.map(\.circles) == [0..<1, 1..<2, 2..<4])
    #expect(bucket.points.rows == [0, 1, 2, 3])
  }
}
