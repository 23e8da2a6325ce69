import CProcessor

/// Draws squares into a sheet, each while the pixels that the next one shows are on their way from memory: rows of a picture lie pages apart,
/// and a loop over pixels would wait for each line of memory where it meets it first.
package struct SquarePainter {
  private var waiting: (square: PictureSquare, picture: PicturePixels)?

  package init() {}

  /// Draws the square before this one, and this one with the next; false, and nothing changed, where some of it lies at the edges of the picture
  /// or beyond. Valid only within `PicturePixels.withAll`, as `finish` is.
  package mutating func draw(_ square: PictureSquare, from picture: PicturePixels, to sheet: PixelSheet) -> Bool {
    guard square.isInside(width: picture.width, height: picture.height) else { return false }
    var lines = PictureLines(square, picture)
    if let waiting { sheet.paint(waiting.square, of: waiting.picture, bringingNear: &lines) }
    lines.bringAll()
    waiting = (square, picture)
    return true
  }

  /// Draws what waits.
  package mutating func finish(on sheet: PixelSheet) {
    guard let last = waiting else { return }
    waiting = nil
    var nothing = PictureLines()
    sheet.paint(last.square, of: last.picture, bringingNear: &nothing)
  }
}

/// The lines of memory that a square lies in, row after row of its picture.
///
/// They are sent for a few at a time: a processor forgets what it is asked for while too much is on its way. It takes an address for a hint and
/// reads nothing for the program, wherever that lies.
struct PictureLines {
  /// The first byte of the next row.
  private var row: UnsafeRawPointer?
  private var rows = 0
  private var rowBytes = 0
  private var left = 0
  private var right = 0
  /// Rows at a time.
  private var share = 0

  /// Of memory that processors fetch at a time.
  private static let lineBytes = 64

  /// None.
  init() {}

  /// Invariant: `square` is inside of `picture`, so that none of these numbers overflows.
  init(_ square: PictureSquare, _ picture: PicturePixels) {
    let (low, high) = square.limits
    (left, right) = (4 &* Int(low.x), 4 &* Int(high.x) &+ 4)
    let (top, count) = (Int(low.y), Int(high.y) &- Int(low.y) &+ 2)
    // Of a square of much more than its pixels, most is never read.
    guard ((right &- left) / Self.lineBytes &+ 2) &* count <= square.side &* square.side else { return }
    rowBytes = 4 &* picture.width
    (row, rows) = (picture.pixels + top &* rowBytes, count)
  }

  /// So that all are sent for in `steps` times.
  mutating func divide(among steps: Int) { share = (rows + steps - 1) / max(steps, 1) }

  mutating func bringAll() {
    share = rows
    bringSome()
  }

  @inline(__always)
  mutating func bringSome() {
    guard rows > 0, var next = row else { return }
    let count = min(share, rows)
    rows &-= count
    for _ in 0..<count {
      var place = left
      while place < right {
        overlook_bring_near(next + place)
        place &+= Self.lineBytes
      }
      overlook_bring_near(next + right)
      next += rowBytes
    }
    row = next
  }
}
