/// A row of a stamp: the pixels that it touches, and those that it covers whole, counted from the stamp's left edge.
struct StampRow: BitwiseCopyable {
  var touched: UInt64
  var full: UInt64
}

/// Where a stamp lies in the picture.
struct StampFrame {
  var left: Int
  var top: Int
  /// At most 64.
  var width: Int
  var height: Int
  /// `height` of them; nil: there is nothing.
  var rows: UnsafePointer<StampRow>?
}

/// Something small that is drawn into the blocks of a picture.
protocol BlockStamp {
  var frame: StampFrame { get }
  /// Whether the pixels that its rows call full are opaque.
  var hidesItsInterior: Bool { get }
  /// Four neighbouring pixels, premultiplied, the leftmost at `column` of the picture. Those that the stamp does not touch are 0.
  func pixels(column: Int, row: Int) -> SIMD4<UInt32>
}

/// A square of a picture that is drawn from the top down: a pixel is written until it is opaque, and then no more.
///
/// 64 pixels wide, so that a row's opaque pixels are the bits of a word and a whole block stays in the processor's nearest
/// memory. Each thread draws its blocks in a `BlockSheet` of its own.
struct PictureBlock: ~Copyable {
  static let side = BlockGrid.side

  /// The block's upper left pixel in the picture.
  let x: Int
  let y: Int
  let rows: Int
  private let columns: Int
  private let pixels: UnsafeMutablePointer<UInt32>
  /// A row's pixels that are opaque or lie beyond the picture's right edge.
  private let hidden: UnsafeMutablePointer<UInt64>
  /// Rows with a pixel that is not hidden.
  private var openRows: Int

  /// A block of a picture of `width` x `height` pixels, transparent. `sheet` must live as long as the block.
  init(column: Int, row: Int, width: Int, height: Int, sheet: BlockSheet) {
    x = column * Self.side
    y = row * Self.side
    columns = min(Self.side, width - x)
    rows = min(Self.side, height - y)
    openRows = rows
    pixels = sheet.pixels
    hidden = sheet.hidden
    pixels.update(repeating: 0, count: rows * BlockSheet.stride)
    hidden.update(repeating: columns < Self.side ? ~0 << UInt64(columns) : 0, count: rows)
  }

  /// Whether nothing more can be seen in it.
  var isFull: Bool { openRows == 0 }

  /// Writes the block to its place in the picture.
  func copy(to sheet: PixelSheet) {
    for row in 0..<rows {
      (sheet.pixels + (y + row) * sheet.width + x).update(from: pixels + row * BlockSheet.stride, count: columns)
    }
  }

  /// Draws what can still be seen of a stamp.
  @inline(__always)
  mutating func draw(_ stamp: some BlockStamp) {
    let frame = stamp.frame
    let (left, top) = (frame.left - x, frame.top - y)
    guard left > -frame.width, left < Self.side, top > -frame.height, top < rows, let stampRows = frame.rows else { return }
    let hides = stamp.hidesItsInterior
    let corner = (x: x, y: y)
    for row in max(0, top)..<min(top + frame.height, rows) {
      let bits = stampRows[row - top]
      add(row: row, touched: Self.moved(bits.touched, by: left), full: hides ? Self.moved(bits.full, by: left) : nil) { column in
        stamp.pixels(column: corner.x + column, row: corner.y + row)
      }
    }
  }

  /// Whether something can still be seen of pixels of a row, counted from the block's left edge.
  @inline(__always)
  func isVisible(_ touched: UInt64, row: Int) -> Bool { touched & ~hidden[row] != 0 }

  /// Draws what can still be seen of `touched` in a row: `quad` gives four neighbouring pixels, premultiplied, 0 where they are
  /// not touched. `full`: those that are opaque; nil: told by what comes of them.
  @inline(__always)
  mutating func add(row: Int, touched: UInt64, full: UInt64?, _ quad: (_ column: Int) -> SIMD4<UInt32>) {
    let closed = hidden[row]
    let visible = touched & ~closed
    if visible == 0 { return }
    var opaque = full ?? 0
    let line = UnsafeMutableRawPointer(pixels + row * BlockSheet.stride)
    var column = visible.trailingZeroBitCount
    // Pixels that are hidden or not touched come along in fours, and stay as they are.
    while column < Self.side {
      let rest = visible &>> UInt64(truncatingIfNeeded: column)
      if rest == 0 { break }
      if rest & 15 != 0 {
        let place = line + 4 * column
        let above = place.loadUnaligned(as: SIMD4<UInt32>.self)
        let now = PixelQuad.added(quad(column), below: above)
        place.storeBytes(of: now, as: SIMD4<UInt32>.self)
        if full == nil { opaque |= PixelQuad.opaque(now) &<< UInt64(truncatingIfNeeded: column) }
      }
      column += 4
    }
    hidden[row] = closed | opaque
    if closed | opaque == ~0 { openRows -= 1 }
  }

  /// Bits counted from the stamp's left edge, counted from the block's.
  @inline(__always)
  private static func moved(_ bits: UInt64, by left: Int) -> UInt64 {
    left >= 0 ? bits &<< UInt64(truncatingIfNeeded: left) : bits &>> UInt64(truncatingIfNeeded: -left)
  }
}

/// Where one thread draws one block after the other.
final class BlockSheet {
  /// Pixels from row to row: a block's, and those that the last four of a row may reach beyond it.
  static let stride = PictureBlock.side + 4

  fileprivate let pixels: UnsafeMutablePointer<UInt32>
  fileprivate let hidden: UnsafeMutablePointer<UInt64>

  init() {
    pixels = .allocate(capacity: Self.stride * PictureBlock.side)
    pixels.initialize(repeating: 0, count: Self.stride * PictureBlock.side)
    hidden = .allocate(capacity: PictureBlock.side)
    hidden.initialize(repeating: 0, count: PictureBlock.side)
  }

  deinit {
    pixels.deallocate()
    hidden.deallocate()
  }
}
