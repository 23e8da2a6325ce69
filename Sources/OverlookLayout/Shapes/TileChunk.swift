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

  /// Pieces of a chunk that may still grow.
  private var open: ChunkPiece?

  /// - Parameters:
  ///   - corners: Indices of a piece: 3 of a triangle, 2 of an edge.
  ///   - rows: For each vertex the row of its feature; empty when there are no rows.
  ///   - keepsOrder: False when nobody sees which of two pieces is above; then neighbours come to lie after one another.
  init(
    _ indices: [UInt32], corners: Int, rows: [UInt32], keepsOrder: Bool, place: (_ vertex: UInt32) -> SIMD2<Int16>
  ) {
    self.indices = indices.trimmed()
    if keepsOrder {
      ChunkPiece.forEach(indices, corners: corners, rows: rows, place: place) { add($0) }
    } else {
      var pieces: [ChunkPiece] = []
      ChunkPiece.forEach(indices, corners: corners, rows: rows, place: place) { pieces.append($0) }
      pieces.sort { ($0.cell, $0.indices.lowerBound) < ($1.cell, $1.indices.lowerBound) }
      self.indices.removeAll(keepingCapacity: true)
      for var piece in pieces {
        let start = Int32(clamping: self.indices.count)
        self.indices.append(contentsOf: indices[Int(piece.indices.lowerBound)..<Int(piece.indices.upperBound)])
        piece.indices = start..<Int32(clamping: self.indices.count)
        add(piece)
      }
    }
    if let open { chunks.append(open.chunk) }
  }

  /// A chunk is of pieces that lie one after the other in one cell; what is too small to be worth a chunk is added to its
  /// neighbour.
  private mutating func add(_ piece: ChunkPiece) {
    if let full = open, full.indices.count >= (piece.cell == full.cell ? Self.largest : Self.smallest) {
      chunks.append(full.chunk)
      open = nil
    }
    if open == nil { open = piece } else { open?.include(piece) }
  }

  /// Indices of a chunk.
  private static let smallest = 36
  private static let largest = 384
}

/// A run of indices that stays together: of one row and one cell of the tile.
private struct ChunkPiece {
  var indices: Range<Int32>
  var box: ChunkBox
  /// Place of the cell of its last piece on a curve through all cells.
  var cell: Int32

  var chunk: TileChunk { TileChunk(indices: indices, low: box.low, high: box.high) }

  /// Takes in the piece that follows.
  mutating func include(_ next: ChunkPiece) {
    indices = indices.lowerBound..<next.indices.upperBound
    box.include(next.box)
    cell = next.cell
  }

  @inline(__always)
  static func forEach(
    _ indices: [UInt32], corners: Int, rows: [UInt32], place: (UInt32) -> SIMD2<Int16>, _ body: (ChunkPiece) -> Void
  ) {
    let cells = ChunkCells()
    let (indices, rows) = (indices.span, rows.span)
    // Of the piece at hand, which grows until another cell or row begins.
    var first = 0
    var (box, cell, row) = (ChunkBox(.zero), Int32(-1), UInt32(0))
    func end(at next: Int) {
      guard next > first else { return }
      body(ChunkPiece(indices: Int32(clamping: first)..<Int32(clamping: next), box: box, cell: cell))
    }
    var start = 0
    while start + corners <= indices.count {
      var next = ChunkBox(place(indices[start]))
      for index in (start + 1)..<(start + corners) { next.include(ChunkBox(place(indices[index]))) }
      let nextCell = cells.number(x: next.left &+ next.right, y: next.top &+ next.bottom)
      let nextRow = rows.isEmpty ? 0 : rows[Int(indices[start])]
      if nextCell == cell, nextRow == row {
        box.include(next)
      } else {
        end(at: start)
        (first, box, cell, row) = (start, next, nextCell, nextRow)
      }
      start += corners
    }
    end(at: start)
  }
}

/// A part of a tile.
private struct ChunkBox {
  // Four numbers rather than two vectors: processors are slow to take pairs of 16 bits apart.
  var left: Int32
  var top: Int32
  var right: Int32
  var bottom: Int32

  @inline(__always)
  init(_ place: SIMD2<Int16>) {
    (left, top) = (Int32(place.x), Int32(place.y))
    (right, bottom) = (left, top)
  }

  @inline(__always)
  mutating func include(_ other: ChunkBox) {
    (left, top) = (min(left, other.left), min(top, other.top))
    (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
  }

  var low: SIMD2<Int16> { SIMD2(Int16(truncatingIfNeeded: left), Int16(truncatingIfNeeded: top)) }
  var high: SIMD2<Int16> { SIMD2(Int16(truncatingIfNeeded: right), Int16(truncatingIfNeeded: bottom)) }
}

/// The cells that pieces are put together by: 16 x 16 over the tile, the outer ones reaching beyond it.
private struct ChunkCells {
  private static let side: Int32 = 16
  /// Of the side of a cell, doubled, which is a power of two.
  private static let doubledShift = Int32((2 * FeatureLayer.extent / side).trailingZeroBitCount)

  private let curve = Self.hilbert

  /// Of the cell in which a point lies; `x` and `y` are its coordinates times 2.
  @inline(__always)
  func number(x: Int32, y: Int32) -> Int32 {
    let column = min(max(x &>> Self.doubledShift, 0), Self.side - 1)
    let row = min(max(y &>> Self.doubledShift, 0), Self.side - 1)
    return curve[Int(row &* Self.side &+ column)]
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
