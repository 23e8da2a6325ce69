import OverlookStyle
import OverlookSupport

/// A corner of an extruded polygon.
package struct ExtrusionVertex: Hashable, Sendable, BitwiseCopyable {
  /// In tile units.
  package var position: SIMD2<Int16>
  /// Of a wall, horizontal and pointing inside, 16384 long; zero for a roof.
  package var normal: SIMD2<Int16>
  /// 1 at the top, 0 at the foot.
  package var top: UInt8
  package var isRoof: UInt8
  /// How far along the ring a wall's corner lies, in tile units.
  package var edgeDistance: UInt16

  package static let normalScale = 16_384.0
}

/// The polygons of a tile that a fill-extrusion layer draws: walls and roofs.
package final class ExtrusionBucket: Sendable {
  package let id: BucketID
  package let vertices: [ExtrusionVertex]
  /// For each vertex what it has of a roof; empty where the layer has none.
  package let roofs: [RoofVertex]
  /// For each vertex the row of its feature in `columns`; empty when there are no columns.
  package let rows: [UInt32]
  /// Three a triangle, counter-clockwise when seen from outside.
  package let triangles: [UInt32]
  package let chunks: [TileChunk]
  package let columns: PaintColumns
  /// For finding out what the polygons hide.
  let grid: BuildingGrid
  /// The feature of each row, for changes of its state.
  package let rowFeatures: [Int32]
  /// Polygons that have no roof because cutting it into triangles takes too long.
  package let faultCount: Int
  /// The tallest, in metres, as far as that depends on features.
  package let largestHeight: Double

  init(_ builder: ExtrusionBuilder, _ paint: PaintRows) {
    id = BucketID()
    vertices = builder.vertices.trimmed()
    rows = builder.rows.trimmed()
    // Depth decides what hides what.
    let arranged = ChunkedIndices(
      builder.triangles, corners: 3, rows: rows, keepsOrder: false, place: { builder.vertices[Int($0)].position })
    (triangles, chunks) = (arranged.indices, arranged.chunks)
    faultCount = builder.faultCount
    grid = BuildingGrid(builder.blocks, builder.vertices)
    var roofs = builder.roofs.trimmed()
    if !roofs.isEmpty {
      let levels = RoofLevels.levels(builder.levelBlocks, grid, builder.vertices)
      for (block, level) in zip(builder.levelBlocks, levels) where level > 0 {
        for vertex in block.vertices { roofs[vertex].level = level }
      }
    }
    self.roofs = roofs
    columns = paint.columns
    rowFeatures = paint.features
    largestHeight = columns.largestMagnitude(of: .fillExtrusionHeight)
  }

  /// The same geometry in other paint.
  init(_ other: ExtrusionBucket, columns: PaintColumns) {
    id = other.id
    vertices = other.vertices
    roofs = other.roofs
    rows = other.rows
    triangles = other.triangles
    chunks = other.chunks
    grid = other.grid
    faultCount = other.faultCount
    self.columns = columns
    rowFeatures = other.rowFeatures
    largestHeight = columns.largestMagnitude(of: .fillExtrusionHeight)
  }

  package var byteCount: Int {
    MemoryLayout<ExtrusionVertex>.stride * vertices.count + MemoryLayout<RoofVertex>.stride * roofs.count
      + 4 * (rows.count + triangles.count) + columns.byteCount
      + grid.byteCount
  }
}
