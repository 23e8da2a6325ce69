/// A square of a picture that is drawn from the top down: a pixel is written until it is opaque, and then no more.
///
/// 64 pixels wide, so that a row's opaque pixels are the bits of a word and a whole block stays in the processor's nearest
/// memory.
struct PictureBlock: ~Copyable {
  static let side = 64

  /// The block's upper left pixel in the picture.
  private let x: Int
  private let y: Int
  private let rows: Int
  private let pixels: UnsafeMutablePointer<UInt32>
  private let pixelsPerRow: Int
  /// A row's pixels that are opaque or lie beyond the picture's right edge.
  private let hidden: UnsafeMutablePointer<UInt64>
  /// Rows with a pixel that is not hidden.
  private var openRows: Int

  /// The block about to be drawn, transparent. `picture` is that of `width` x `height` pixels, `scratch` room for a number a row.
  init(
    column: Int, row: Int, of picture: UnsafeMutablePointer<UInt32>, width: Int, height: Int,
    scratch: UnsafeMutablePointer<UInt64>
  ) {
    x = column * Self.side
    y = row * Self.side
    rows = min(Self.side, height - y)
    openRows = rows
    pixels = picture + y * width + x
    pixelsPerRow = width
    hidden = scratch
    let columns = min(Self.side, width - x)
    for row in 0..<rows {
      (pixels + row * width).update(repeating: 0, count: columns)
      hidden[row] = columns < Self.side ? ~0 << UInt64(columns) : 0
    }
  }

  /// Whether nothing more can be seen in it.
  var isFull: Bool { openRows == 0 }

  /// Draws what can still be seen of a dot, of which the stamp is that of its radius.
  @inline(__always)
  mutating func draw(_ dot: Dot, _ stamp: DiscStamps) {
    let corner = dot.middle.rounded(.down)
    let (left, top) = (Int(corner.x) - stamp.reach - x, Int(corner.y) - stamp.reach - y)
    guard left > -stamp.side, left < Self.side, top > -stamp.side, top < rows else { return }
    let first = stamp.firstRow(dot.middle - corner)
    stamp.rows.withUnsafeBufferPointer { stampRows in
      for row in max(0, -top)..<min(stamp.side, rows - top) {
        let bits = stampRows[first + row]
        let visible = Self.moved(bits.touched, by: left) & ~hidden[top + row]
        if visible != 0 { draw(dot, visible, full: Self.moved(bits.full, by: left), row: top + row) }
      }
    }
  }

  /// Bits counted from the stamp's left edge, counted from the block's.
  @inline(__always)
  private static func moved(_ bits: UInt64, by left: Int) -> UInt64 {
    left >= 0 ? bits &<< UInt64(truncatingIfNeeded: left) : bits &>> UInt64(truncatingIfNeeded: -left)
  }

  private mutating func draw(_ dot: Dot, _ visible: UInt64, full: UInt64, row: Int) {
    let line = pixels + row * pixelsPerRow
    let plain = dot.isPlain ? visible & full : 0
    var rest = plain
    while rest != 0 {
      let first = rest.trailingZeroBitCount
      let end = first + (~(rest &>> UInt64(first))).trailingZeroBitCount
      for pixel in first..<end {
        let above = line[pixel]
        line[pixel] = above == 0 ? dot.color : Dot.add(dot.color, below: above)
      }
      // The carry takes the lowest run of bits away.
      rest &= rest &+ 1 << UInt64(first)
    }
    var opaque = plain
    rest = visible & ~plain
    let dy = Float(y + row) + 0.5 - dot.middle.y
    let left = Float(x) + 0.5 - dot.middle.x
    while rest != 0 {
      let pixel = rest.trailingZeroBitCount
      rest &= rest &- 1
      let color = Dot.add(dot.color(dx: left + Float(pixel), dy: dy), below: line[pixel])
      line[pixel] = color
      if color >> 24 == 255 { opaque |= 1 << UInt64(pixel) }
    }
    guard opaque != 0 else { return }
    hidden[row] |= opaque
    if hidden[row] == ~0 { openRows -= 1 }
  }
}
