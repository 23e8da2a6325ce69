/// A run of neighbouring triangles and edges, with the part of the tile that they touch: what lies outside of the view is not drawn.
package struct TileChunk: Hashable, Sendable {
  /// Of the bucket's indices of triangles.
  package var triangles: Range<Int>
  /// Of the bucket's indices of edges; empty where there are none.
  package var lines: Range<Int>
  package var low: SIMD2<Int16>
  package var high: SIMD2<Int16>
}

/// Divides the indices of a bucket into chunks while they are made.
struct TileChunker {
  private(set) var chunks: [TileChunk] = []
  private var open = TileChunker.chunk(triangle: 0, line: 0)
  /// Indices in a chunk, about: few enough for a small part of the tile, enough to be worth a draw.
  private let size: Int

  init(size: Int) {
    self.size = size
  }

  /// Counts a vertex to the open chunk.
  mutating func include(_ position: SIMD2<Int16>) {
    open.low = pointwiseMin(open.low, position)
    open.high = pointwiseMax(open.high, position)
  }

  /// Says how many indices there are, between two features; a chunk that is large enough ends there.
  mutating func advance(triangles: Int, lines: Int = 0) {
    close(triangles, lines, ifAbove: size)
  }

  /// Ends the open chunk, if it holds anything.
  mutating func finish(triangles: Int, lines: Int = 0) {
    close(triangles, lines, ifAbove: 0)
  }

  private mutating func close(_ triangles: Int, _ lines: Int, ifAbove limit: Int) {
    let (firstTriangle, firstLine) = (open.triangles.lowerBound, open.lines.lowerBound)
    guard triangles - firstTriangle + lines - firstLine > limit else { return }
    open.triangles = firstTriangle..<triangles
    open.lines = firstLine..<lines
    chunks.append(open)
    open = Self.chunk(triangle: triangles, line: lines)
  }

  private static func chunk(triangle: Int, line: Int) -> TileChunk {
    TileChunk(
      triangles: triangle..<triangle, lines: line..<line, low: SIMD2(repeating: .max), high: SIMD2(repeating: .min))
  }
}
