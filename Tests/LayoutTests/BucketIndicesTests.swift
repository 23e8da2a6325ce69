import OverlookFormats
import OverlookGeometry
import OverlookStyle
import OverlookSupport
import Testing

@testable import OverlookLayout

/// What `GroundRasterizer`, which follows the indices of buckets without looking, relies on.
@Suite struct BucketIndicesTests {
  nonisolated private static let fills = [
    "", ##""fill-color": ["match", ["get", "n"], 1, "#f00", "#0f0"]"##, ##""fill-opacity": ["/", ["get", "n"], 9]"##,
  ]
  nonisolated private static let lines = [
    "", ##""line-color": ["match", ["get", "n"], 1, "#f00", "#0f0"]"##, ##""line-width": ["get", "n"], "line-offset": 3"##,
  ]

  /// Rings and lines of all sizes, some without area, some far beyond the tile.
  private func shapes(_ kind: Feature.Kind) -> FeatureLayer {
    var generator = SeededGenerator(seed: 5)
    let all = (0..<300).map { number -> [[(Int32, Int32)]] in
      let range: ClosedRange<Int32> = number % 7 == 0 ? -16384...16383 : 0...8192
      let count = number % 11 == 0 ? 1 : Int.random(in: 2...40, using: &generator)
      return (0..<(1 + number % 3)).map { _ in
        (0..<count).map { _ in (Int32.random(in: range, using: &generator), Int32.random(in: range, using: &generator)) }
      }
    }
    return ShapeFeatures.features(kind, all, numbers: all.indices.map { Double($0 % 9) })
  }

  private func layer(_ kind: String, _ paint: String) throws -> StyleLayer {
    try ShapeFeatures.layer(#"{"id": "l", "type": "\#(kind)", "source": "s", "paint": {\#(paint)}}"#)
  }

  private func check(_ indices: [UInt32], _ chunks: [TileChunk], corners: Int, vertexCount: Int) {
    #expect(!indices.isEmpty && indices.allSatisfy { $0 < vertexCount })
    #expect(
      chunks.allSatisfy { chunk in
        chunk.indices.lowerBound >= 0 && Int(chunk.indices.upperBound) <= indices.count && chunk.indices.count % corners == 0
      })
  }

  private func check(rows: [UInt32], _ columns: PaintColumns, vertexCount: Int, isByFeature: Bool) {
    #expect(rows.isEmpty != isByFeature)
    #expect(rows.isEmpty || rows.count == vertexCount && rows.allSatisfy { $0 < columns.rowCount })
  }

  @Test(arguments: fills) func indicesOfFillsLeadToVerticesAndRows(paint: String) throws {
    let shapes = shapes(.polygon)
    let selected = shapes.features.indices.map { Int32($0) }
    let bucket = try #require(
      FillLayout.bucket(try layer("fill", paint), shapes, selected: selected, ShapeFeatures.context))
    check(bucket.triangles, bucket.triangleChunks, corners: 3, vertexCount: bucket.vertices.count)
    check(bucket.lines, bucket.lineChunks, corners: 2, vertexCount: bucket.vertices.count)
    check(rows: bucket.rows, bucket.columns, vertexCount: bucket.vertices.count, isByFeature: !paint.isEmpty)
  }

  @Test(arguments: lines) func indicesOfLinesLeadToVerticesAndRows(paint: String) throws {
    let shapes = shapes(.line)
    let selected = shapes.features.indices.map { Int32($0) }
    let bucket = try #require(
      LineLayout.bucket(try layer("line", paint), shapes, selected: selected, ShapeFeatures.context))
    check(bucket.triangles, bucket.chunks, corners: 3, vertexCount: bucket.vertices.count)
    check(rows: bucket.rows, bucket.columns, vertexCount: bucket.vertices.count, isByFeature: !paint.isEmpty)
  }
}
