import OverlookGeometry
import OverlookSupport

/// A run of triangles or edges that lie near to one another, with the part of the tile that they touch: what lies outside of the
/// view is not drawn.
package struct TileChunk: Hashable, Sendable {
  /// Of the indices that it was made of.
  package var indices: Range<Int32>
  package var low: SIMD2<Int16>
  package var high: SIMD2<Int16>
}

/// The triangles or edges of a bucket, divided into chunks.
struct ChunkedIndices {
  private(set) var indices: [UInt32]
  private(set) var chunks: [TileChunk] = []

  /// - Parameters:
  ///   - corners: Indices of a piece: 3 of a triangle, 2 of an edge.
  ///   - rows: For each vertex the row of its feature; empty when there are no rows.
  ///   - keepsOrder: False when nobody sees which of two pieces is above; then neighbours come to lie after one another.
  init(
    _ indices: [UInt32], corners: Int, rows: [UInt32], keepsOrder: Bool, place: (_ vertex: UInt32) -> SIMD2<Int16>
  ) {
    self.indices = indices.trimmed()
    var pieces = ChunkPiece.pieces(indices, corners: corners, rows: rows, place: place)
    if !keepsOrder, pieces.count > 1 {
      pieces.sort { ($0.cell, $0.indices.lowerBound) < ($1.cell, $1.indices.lowerBound) }
      self.indices.removeAll(keepingCapacity: true)
      for number in pieces.indices {
        let start = self.indices.count
        self.indices.append(contentsOf: indices[pieces[number].indices])
        pieces[number].indices = start..<self.indices.count
      }
    }
    cut(pieces)
  }

  /// Chunks of pieces that lie one after the other in one cell; what is too small to be worth a chunk is added to its neighbour.
  private mutating func cut(_ pieces: [ChunkPiece]) {
    var open: ChunkPiece?
    for piece in pieces {
      if let full = open, full.indices.count >= (piece.cell == full.cell ? Self.largest : Self.smallest) {
        chunks.append(full.chunk)
        open = nil
      }
      if open == nil { open = piece } else { open?.include(piece) }
    }
    if let open { chunks.append(open.chunk) }
  }

  /// Indices of a chunk.
  private static let smallest = 36
  private static let largest = 384
}

/// A run of indices that stays together: of one row and one cell of the tile.
private struct ChunkPiece {
  var indices: Range<Int>
  var low: SIMD2<Int16>
  var high: SIMD2<Int16>
  /// Place of the cell of its last piece on a curve through all cells.
  var cell: Int32
  private var row: UInt32

  var chunk: TileChunk {
    TileChunk(
      indices: Int32(clamping: indices.lowerBound)..<Int32(clamping: indices.upperBound), low: low, high: high)
  }

  /// Takes in the piece that follows.
  mutating func include(_ next: ChunkPiece) {
    indices = indices.lowerBound..<next.indices.upperBound
    low = pointwiseMin(low, next.low)
    high = pointwiseMax(high, next.high)
    cell = next.cell
  }

  static func pieces(
    _ indices: [UInt32], corners: Int, rows: [UInt32], place: (UInt32) -> SIMD2<Int16>
  ) -> [ChunkPiece] {
    var pieces: [ChunkPiece] = []
    let cells = ChunkCells()
    let (indices, rows) = (indices.span, rows.span)
    var open: ChunkPiece?
    var start = 0
    while start + corners <= indices.count {
      var low = place(indices[start])
      var high = low
      for index in (start + 1)..<(start + corners) {
        let corner = place(indices[index])
        low = pointwiseMin(low, corner)
        high = pointwiseMax(high, corner)
      }
      let cell = cells.number(SIMD2<Int32>(truncatingIfNeeded: low) &+ SIMD2<Int32>(truncatingIfNeeded: high))
      let row = rows.isEmpty ? 0 : rows[Int(indices[start])]
      let piece = ChunkPiece(indices: start..<(start + corners), low: low, high: high, cell: cell, row: row)
      start += corners
      if let last = open, last.cell == cell, last.row == row {
        open?.include(piece)
      } else {
        if let last = open { pieces.append(last) }
        open = piece
      }
    }
    if let open { pieces.append(open) }
    return pieces
  }
}

/// The cells that pieces are put together by: 16 x 16 over the tile, the outer ones reaching beyond it.
private struct ChunkCells {
  private static let side: Int32 = 16
  /// Of the side of a cell, doubled, which is a power of two.
  private static let doubledShift = Int32((2 * FeatureLayer.extent / side).trailingZeroBitCount)

  private let curve = Self.hilbert

  /// Of the cell in which a point lies; `doubled` are its coordinates times 2.
  @inline(__always)
  func number(_ doubled: SIMD2<Int32>) -> Int32 {
    let cell = (doubled &>> SIMD2(repeating: Self.doubledShift)).clamped(
      lowerBound: .zero, upperBound: SIMD2(repeating: Self.side - 1))
    return curve[Int(cell.y &* Self.side &+ cell.x)]
  }

  /// Where each cell lies on Hilbert's curve, on which neighbours follow one another.
  private static let hilbert: [Int32] = (0..<side * side).map { number in
    var (x, y) = (number % side, number / side)
    var (step, place) = (side / 2, Int32(0))
    while step > 0 {
      let (right, below) = (x & step != 0, y & step != 0)
      place += step * step * ((right ? 3 : 0) ^ (below ? 1 : 0))
      if !below {
        if right { (x, y) = (side - 1 - x, side - 1 - y) }
        (x, y) = (y, x)
      }
      step /= 2
    }
    return place
  }
}
