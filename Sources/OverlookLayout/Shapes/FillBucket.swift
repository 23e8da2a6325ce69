import OverlookSupport

/// The polygons of a tile that a fill layer draws: triangles for the inside and lines for the edges, in the order of drawing.
package final class FillBucket: Sendable {
  package let id: BucketID
  /// x and y of each vertex, in tile units.
  package let vertices: [SIMD2<Int16>]
  /// For each vertex the row of its feature in `columns`; empty when there are no columns.
  package let rows: [UInt32]
  /// Three a triangle, into `vertices`.
  package let triangles: [UInt32]
  /// Two an edge.
  package let lines: [UInt32]
  package let triangleChunks: [TileChunk]
  package let lineChunks: [TileChunk]
  package let columns: PaintColumns
  /// The feature of each row, for changes of its state.
  package let rowFeatures: [Int32]
  /// Polygons that could not be filled because that takes too long.
  package let faultCount: Int

  init(_ builder: FillBuilder, _ paint: PaintRows) {
    id = BucketID()
    vertices = builder.vertices.trimmed()
    rows = builder.rows.trimmed()
    let keepsOrder = !rows.isEmpty
    let place = { (vertex: UInt32) in builder.vertices[Int(vertex)] }
    let inside = ChunkedIndices(builder.triangles, corners: 3, rows: rows, keepsOrder: keepsOrder, place: place)
    (triangles, triangleChunks) = (inside.indices, inside.chunks)
    let edges = ChunkedIndices(builder.lines, corners: 2, rows: rows, keepsOrder: keepsOrder, place: place)
    (lines, lineChunks) = (edges.indices, edges.chunks)
    faultCount = builder.faultCount
    columns = paint.columns
    rowFeatures = paint.features
  }

  /// The same geometry in other paint.
  init(_ other: FillBucket, columns: PaintColumns) {
    id = other.id
    vertices = other.vertices
    rows = other.rows
    triangles = other.triangles
    lines = other.lines
    triangleChunks = other.triangleChunks
    lineChunks = other.lineChunks
    faultCount = other.faultCount
    self.columns = columns
    rowFeatures = other.rowFeatures
  }

  package var byteCount: Int {
    4 * (vertices.count + rows.count + triangles.count + lines.count) + columns.byteCount
  }
}
