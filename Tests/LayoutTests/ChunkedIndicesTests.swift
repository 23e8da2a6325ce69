import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookLayout

/// The order and the chunks of a bucket's triangles.
@Suite struct ChunkedIndicesTests {
  /// Triangles of 100 units, anywhere in the tile.
  private let places: [SIMD2<Int16>]
  private let triangles: [UInt32]

  init() {
    var generator = SeededGenerator(seed: 3)
    places = (0..<500).flatMap { _ in
      let corner = SIMD2(Int16.random(in: -200..<8200, using: &generator), Int16.random(in: -200..<8200, using: &generator))
      return [corner, corner &+ SIMD2(100, 0), corner &+ SIMD2(0, 100)]
    }
    triangles = Array(0..<UInt32(places.count))
  }

  private func chunked(rows: [UInt32], keepsOrder: Bool) -> ChunkedIndices {
    ChunkedIndices(triangles, corners: 3, rows: rows, keepsOrder: keepsOrder) { places[Int($0)] }
  }

  @Test(arguments: [false, true]) func everyIndexIsInOneChunkWhoseBoxHoldsItsVertex(keepsOrder: Bool) {
    let chunked = chunked(rows: triangles.map { $0 / 3 }, keepsOrder: keepsOrder)
    #expect(chunked.indices.sorted() == triangles)
    var next: Int32 = 0
    for chunk in chunked.chunks {
      #expect(chunk.indices.lowerBound == next)
      next = chunk.indices.upperBound
      for index in chunked.indices[Int(chunk.indices.lowerBound)..<Int(next)] {
        let place = places[Int(index)]
        #expect(all(chunk.low .<= place) && all(place .<= chunk.high))
      }
    }
    #expect(next == Int32(triangles.count))
  }

  @Test func whatMayLieAboveSomethingElseKeepsItsPlaceInTheOrder() {
    #expect(chunked(rows: triangles.map { $0 / 3 }, keepsOrder: true).indices == triangles)
  }

  /// 500 triangles would make 500 boxes of 100 units, or some dozen of the whole tile.
  @Test func chunksOfOneColourLieTogether() {
    let chunks = chunked(rows: [], keepsOrder: false).chunks
    #expect(chunks.count < 200)
    let widths = chunks.map { Int($0.high.x) - Int($0.low.x) }
    #expect(widths.reduce(0, +) / widths.count < 1500)
  }
}
