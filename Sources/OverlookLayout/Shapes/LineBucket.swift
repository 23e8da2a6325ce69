import OverlookStyle
import OverlookSupport

/// A corner of a line's triangles.
package struct LineVertex: Hashable, Sendable, BitwiseCopyable {
  /// Of the line itself, in tile units.
  package var position: SIMD2<Int16>
  /// From there to the corner, in 1/`extrudeScale` of half the line's width.
  package var extrude: SIMD2<Int16>
  /// 1 where the distance to the line's middle is that to a point, as in round caps; else 0.
  package var round: UInt8
  /// 0: on the right of the way, 2: on the left.
  package var side: UInt8
  /// Behind the line's end (0), beside it (1) or ahead (2): which way an offset turns.
  package var direction: UInt8
  package var padding: UInt8 = 0

  package static let extrudeScale = 1024.0
}

/// The lines of a tile that a line layer draws, as triangles around them, in the order of drawing.
package final class LineBucket: Sendable {
  package let id: BucketID
  package let vertices: [LineVertex]
  /// How far along its line each vertex lies, in tile units; empty where nothing is drawn by it.
  package let distances: [Float]
  /// Of lines with a gradient: how far along the line's part each vertex lies (0 ... 1), and which of `clips` that part is.
  package let progress: [SIMD2<Float>]
  /// Parts of whole lines, 0 ... 1, that gradients are spread over.
  package let clips: [SIMD2<Double>]
  /// The longest line that a gradient is spread over, in tile units.
  package let longestLine: Double
  /// For each vertex the row of its feature in `columns`; empty when there are no columns.
  package let rows: [UInt32]
  /// Three a triangle.
  package let triangles: [UInt32]
  package let chunks: [TileChunk]
  package let columns: PaintColumns
  /// The feature of each row, for changes of its state.
  package let rowFeatures: [Int32]
  /// Dashes of `columns`; nil when they depend on no feature.
  package let dashes: DashAtlas?
  /// How far the widest line reaches to its side, in points, as far as that depends on features.
  package let reachPoints: Double

  /// `keepsOrder` is false when nobody sees which of two lines is above.
  init(_ builder: LineBuilder, _ paint: PaintRows, dashes: DashAtlas?, keepsOrder: Bool) {
    id = BucketID()
    vertices = builder.vertices.trimmed()
    distances = builder.distances.trimmed()
    progress = builder.progress.trimmed()
    clips = builder.clips
    longestLine = builder.longestLine
    rows = builder.rows.trimmed()
    let arranged = ChunkedIndices(
      builder.triangles, corners: 3, rows: rows, keepsOrder: keepsOrder, place: { builder.vertices[Int($0)].position })
    (triangles, chunks) = (arranged.indices, arranged.chunks)
    columns = paint.columns
    rowFeatures = paint.features
    self.dashes = dashes
    reachPoints = Self.reachPoints(paint.columns)
  }

  /// The same geometry in other paint.
  init(_ other: LineBucket, columns: PaintColumns) {
    id = other.id
    vertices = other.vertices
    distances = other.distances
    progress = other.progress
    clips = other.clips
    longestLine = other.longestLine
    rows = other.rows
    triangles = other.triangles
    chunks = other.chunks
    self.columns = columns
    rowFeatures = other.rowFeatures
    dashes = other.dashes
    reachPoints = Self.reachPoints(columns)
  }

  private static func reachPoints(_ columns: PaintColumns) -> Double {
    let names: [StylePropertyName] = [.lineWidth, .lineGapWidth, .lineOffset, .lineBlur]
    return names.reduce(0) { $0 + columns.largestMagnitude(of: $1) }
  }

  package var byteCount: Int {
    MemoryLayout<LineVertex>.stride * vertices.count + 8 * progress.count
      + 4 * (distances.count + rows.count + triangles.count) + columns.byteCount
  }
}
