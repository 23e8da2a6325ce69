/// A flat side of a prism, as it is filled.
struct PrismSurface: BitwiseCopyable {
  /// As drivers count it, 0 ... 1.
  var depth: ScreenPlane
  /// Where all its corners lie: what rounding would make of it farther out is cut off.
  var nearest: Float
  var farthest: Float
  /// Premultiplied blue, green, red and alpha, 0 ... 255: at the foot, and how much more it is at the top.
  var color: SIMD4<Float>
  var rise: SIMD4<Float>
  /// How far up, and the same for all of a distance, each divided by the distance from the eye.
  var height: ScreenPlane
  var inverse: ScreenPlane
}

/// A square of a picture with depths: of all surfaces that are filled each pixel shows the nearest.
///
/// The pointers are those of a `PrismScratch`, which outlives the block; rows and columns are kept below the block's by clamping
/// before every access.
struct PrismBlock: ~Copyable {
  static let side = BlockGrid.side
  private static let lanes = SIMD4<Float>(0, 1, 2, 3)
  /// Looking through the depths takes about as long as filling three walls of a few pixels.
  private static let fillsBetweenLooks = 32

  /// The block's upper left pixel in the picture.
  private let x: Int
  private let y: Int
  private let columns: Int
  private let rows: Int
  private let scratch: PrismScratch
  /// The rows that the outline touches.
  private var low = Self.side
  private var high = -1
  /// Surfaces that were filled since the depths were looked through last.
  private var filled = 0

  /// A block of a picture of `width` x `height` pixels, transparent and far.
  init(column: Int, row: Int, width: Int, height: Int, _ scratch: PrismScratch) {
    x = column * Self.side
    y = row * Self.side
    columns = min(Self.side, width - x)
    rows = min(Self.side, height - y)
    self.scratch = scratch
    scratch.pixels.update(repeating: 0, count: rows * PrismScratch.stride)
    scratch.depths.update(repeating: 1, count: rows * PrismScratch.stride)
    scratch.farthest.update(repeating: 1, count: PrismScratch.cells * PrismScratch.cells)
  }

  /// Writes the block to its places in the picture and among its depths, which are the bits of Floats.
  func copy(to picture: PixelSheet, depths: PixelSheet) {
    for row in 0..<rows {
      let place = (y + row) * picture.width + x
      (picture.pixels + place).update(from: scratch.pixels + row * PrismScratch.stride, count: columns)
      UnsafeMutableRawPointer(depths.pixels + place).copyMemory(
        from: scratch.depths + row * PrismScratch.stride, byteCount: 4 * columns)
    }
  }

  /// Whether anything of the box between two corners may lie in it.
  @inline(__always)
  func meets(_ low: SIMD2<Float>, _ high: SIMD2<Float>) -> Bool {
    high.x > Float(x) && high.y > Float(y) && low.x < Float(x + columns) && low.y < Float(y + rows)
  }

  /// Whether nothing that lies in the box between two corners and no nearer than `nearest` can be seen: all pixels of the cells that
  /// the box meets show something nearer.
  @inline(__always)
  func hides(_ low: SIMD2<Float>, _ high: SIMD2<Float>, nearest: Float) -> Bool {
    let (left, right) = (Self.cell(low.x - Float(x), columns), Self.cell(high.x - Float(x), columns))
    let bottom = Self.cell(high.y - Float(y), rows)
    var row = Self.cell(low.y - Float(y), rows)
    while row <= bottom {
      var column = left
      while column <= right {
        if scratch.farthest[row * PrismScratch.cells + column] > nearest { return false }
        column += 1
      }
      row += 1
    }
    return true
  }

  /// The cell of a pixel so far from the block's edge, of those that the block has.
  @inline(__always)
  private static func cell(_ pixel: Float, _ count: Int) -> Int {
    pixel > 0 ? min(Int(min(pixel, Float(Self.side))), count - 1) / PrismScratch.cellSide : 0
  }

  /// Finds the farthest depth of each cell, now and then: it only ever becomes less, so that one that is out of date hides less.
  private mutating func lookThrough() {
    filled = 0
    for cellRow in 0..<(rows + PrismScratch.cellSide - 1) / PrismScratch.cellSide {
      let first = cellRow * PrismScratch.cellSide
      for cell in 0..<PrismScratch.cells {
        var farthest = SIMD4<Float>(repeating: 0)
        for row in first..<min(first + PrismScratch.cellSide, rows) {
          let line = UnsafeRawPointer(scratch.depths + row * PrismScratch.stride + cell * PrismScratch.cellSide)
          farthest = greater(farthest, line.loadUnaligned(as: SIMD4<Float>.self))
          farthest = greater(farthest, (line + 16).loadUnaligned(as: SIMD4<Float>.self))
        }
        scratch.farthest[cellRow * PrismScratch.cells + cell] = max(
          max(farthest.x, farthest.y), max(farthest.z, farthest.w))
      }
    }
  }

  /// Adds an edge to the outline of what is filled next: what lies to its right changes sides. All edges of the outline must
  /// come.
  @inline(__always)
  mutating func addEdge(from start: SIMD2<Float>, to end: SIMD2<Float>) {
    // The same way whichever surface it is an edge of, so that no pixel is left between two.
    let corner = SIMD2(Float(x), Float(y)) + 0.5
    let (a, b) = start.y < end.y ? (start - corner, end - corner) : (end - corner, start - corner)
    // Rows and columns whose middle lies below or to the right.
    let firstRow = max(Self.up(a.y), 0)
    let lastRow = min(Self.up(b.y), rows) - 1
    guard firstRow <= lastRow else { return }
    let slope = (b.x - a.x) / (b.y - a.y)
    var across = a.x + (Float(firstRow) - a.y) * slope
    low = min(low, firstRow)
    high = max(high, lastRow)
    for row in firstRow...lastRow {
      // What is no number lies at the left.
      let column = UInt64(Self.up(across > 0 ? min(across, Float(Self.side)) : 0))
      scratch.inside[row] ^= ~UInt64(0) << column
      across += slope
    }
  }

  /// As `rounded(.up)`, which is a call; corners lie within a million pixels.
  @inline(__always)
  private static func up(_ number: Float) -> Int {
    let whole = Int(number)
    return Float(whole) < number ? whole + 1 : whole
  }

  /// Fills what the outline encloses, by the even-odd rule, and begins another outline.
  @inline(__always)
  mutating func fill(_ surface: PrismSurface) {
    let color = surface.color
    let plain = Self.packed(SIMD4(repeating: color.x), SIMD4(repeating: color.y), SIMD4(repeating: color.z), color.w)
    let isPlain = surface.rise == .zero
    for row in min(low, rows)..<max(high + 1, min(low, rows)) {
      let inside = scratch.inside[row]
      guard inside != 0 else { continue }
      scratch.inside[row] = 0
      let middle = SIMD2(Float(x), Float(y + row)) + 0.5
      let depth = surface.depth.value(at: middle)
      let line = UnsafeMutableRawPointer(scratch.pixels + row * PrismScratch.stride)
      let depthLine = UnsafeMutableRawPointer(scratch.depths + row * PrismScratch.stride)
      var column = inside.trailingZeroBitCount
      while column < Self.side {
        let rest = inside &>> UInt64(truncatingIfNeeded: column)
        if rest == 0 { break }
        let isInside = SIMD4<UInt32>(1, 2, 4, 8) & SIMD4(repeating: UInt32(truncatingIfNeeded: rest)) .!= 0
        let across = Self.lanes + Float(column)
        let own = lesser(
          SIMD4(repeating: surface.farthest),
          greater(SIMD4(repeating: surface.nearest), across * surface.depth.perColumn + depth))
        let before = (depthLine + 4 * column).loadUnaligned(as: SIMD4<Float>.self)
        let isSeen = (own .< before) .& isInside
        (depthLine + 4 * column).storeBytes(of: before.replacing(with: own, where: isSeen), as: SIMD4<Float>.self)
        let shades = isPlain ? plain : Self.shaded(surface, across, middle)
        let pixels = (line + 4 * column).loadUnaligned(as: SIMD4<UInt32>.self)
        (line + 4 * column).storeBytes(of: pixels.replacing(with: shades, where: isSeen), as: SIMD4<UInt32>.self)
        column += 4
      }
    }
    (low, high) = (Self.side, -1)
    filled += 1
    if filled == Self.fillsBetweenLooks { lookThrough() }
  }

  /// The colours of a wall at four neighbours, so far to the right of `start`.
  @inline(__always)
  private static func shaded(_ surface: PrismSurface, _ across: SIMD4<Float>, _ start: SIMD2<Float>) -> SIMD4<UInt32> {
    let height = across * surface.height.perColumn + surface.height.value(at: start)
    let inverse = across * surface.inverse.perColumn + surface.inverse.value(at: start)
    let share = lesser(SIMD4(repeating: 1), greater(.zero, height / inverse))
    return packed(
      share * surface.rise.x + surface.color.x, share * surface.rise.y + surface.color.y,
      share * surface.rise.z + surface.color.z,
      surface.color.w)
  }

  /// Numbers of 0 ... 255 as bytes.
  @inline(__always)
  private static func packed(
    _ blue: SIMD4<Float>, _ green: SIMD4<Float>, _ red: SIMD4<Float>, _ alpha: Float
  ) -> SIMD4<UInt32> {
    // Next to 2^23 a Float has no bits for fractions: the sum rounds, and its lowest bits are the number.
    func bytes(_ numbers: SIMD4<Float>) -> SIMD4<UInt32> { unsafeBitCast(numbers + 0x1p23, to: SIMD4<UInt32>.self) & 255 }
    return bytes(blue) | bytes(green) &<< 8 | bytes(red) &<< 16 | bytes(SIMD4(repeating: alpha)) &<< 24
  }
}

/// Room for drawing a block of prisms.
///
/// Rows are 64 pixels and 8 more, which stores of several at a time may run over; the memory lives as long as the object.
final class PrismScratch {
  static let stride = PrismBlock.side + 8
  /// Cells along the side of a block, and pixels along the side of a cell.
  static let cells = 8
  static let cellSide = PrismBlock.side / cells

  /// Premultiplied BGRA.
  let pixels: UnsafeMutablePointer<UInt32>
  let depths: UnsafeMutablePointer<Float>
  /// Of each cell, row by row, no pixel is farther.
  let farthest: UnsafeMutablePointer<Float>
  /// A row's pixels inside of the outline; all 0 between surfaces.
  let inside: UnsafeMutablePointer<UInt64>
  /// The shapes of the block, and their order.
  var members = ContiguousArray<Int32>()
  var order = DepthOrder()

  init() {
    pixels = .allocate(capacity: Self.stride * PrismBlock.side)
    pixels.initialize(repeating: 0, count: Self.stride * PrismBlock.side)
    depths = .allocate(capacity: Self.stride * PrismBlock.side)
    depths.initialize(repeating: 1, count: Self.stride * PrismBlock.side)
    farthest = .allocate(capacity: Self.cells * Self.cells)
    farthest.initialize(repeating: 1, count: Self.cells * Self.cells)
    inside = .allocate(capacity: PrismBlock.side)
    inside.initialize(repeating: 0, count: PrismBlock.side)
  }

  deinit {
    pixels.deallocate()
    depths.deallocate()
    farthest.deallocate()
    inside.deallocate()
  }
}
